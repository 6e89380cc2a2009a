// SPDX-License-Identifier: GPL-3.0-or-later

/// The publications of which one thing is known, such as that they were judged, as long as others do not take their places.
///
/// The asker must know that the rows before the publication are those that its identity names.
package struct RecentPublications: Sendable {
  /// By the last bits of a number: the number that was noted last.
  private var numbers: [UInt32] = []

  package init() {}

  /// `true` if a publication was noted, and not forgotten since.
  package func contains(_ identity: Publication.Identity) -> Bool {
    let place = Self.place(of: identity)
    return identity.number != 0 && place < numbers.count && numbers[place] == identity.number
  }

  /// Notes a publication, unless nobody shares it.
  package mutating func insert(_ identity: Publication.Identity) {
    if identity.number == 0 { return }
    let place = Self.place(of: identity)
    while numbers.count <= place { numbers.append(0) }
    numbers[place] = identity.number
  }

  private static func place(of identity: Publication.Identity) -> Int {
    Int(identity.number & 1023)
  }
}
