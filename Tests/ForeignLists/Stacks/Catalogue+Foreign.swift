// SPDX-License-Identifier: GPL-3.0-or-later
public import WeirKit

/// List adapters of other libraries, written again in our own words with the bug that a public issue of each tells: each stands beside a twin
/// that is mended and otherwise the same.
extension Catalogue {
  /// All that comes with Weir, and the adapters: `stack: fui-array`, and `stack: fui-array-mended` for its twin.
  public static let foreign = Catalogue.complete
    .withTwins("fui-array", "FirebaseUI for iOS, issues 517 and 129: an unknown sibling.") {
      FUIArray($0, mended: $1)
    }
    .withTwins("fui-reversed", "FirebaseUI for iOS, issues 57, 10 and 241: reversed indexes.") {
      FUIReversedArray($0, mended: $1)
    }
    .withTwins(
      "android-pages", "FirebaseUI for Android, issues 1949 and 2011: pages are not live.",
      loadsPages: true
    ) { AndroidPages($0, mended: $1) }
    .withTwins("polymerfire", "Polymerfire, issue 111: the previous key is ignored.") {
      PolymerQuery($0, mended: $1)
    }
    .withTwins("flutter-pagination", "firebase_pagination, issue 10: an extra row is shown.") {
      FlutterPagination($0, mended: $1)
    }
    .adding("angularfire", "AngularFire, issue 1773: a limited list grows.") {
      AngularList($0, mended: false)
    }
    .adding("angularfire-mended", "The same, mended.") { AngularList($0, mended: true) }

  /// The catalogue with a list and its twin.
  private func withTwins(
    _ name: String, _ about: String, loadsPages: Bool = false,
    _ makeList: @escaping @Sendable (CallbackPhone, _ mended: Bool) -> any CallbackList
  ) -> Catalogue {
    adding(name, about, loadsPages: loadsPages, callbacks: { makeList($0, false) })
      .adding(
        "\(name)-mended", "The same, mended.", loadsPages: loadsPages,
        callbacks: { makeList($0, true) })
  }
}
