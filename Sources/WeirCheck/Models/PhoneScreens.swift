// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace
import WeirTree

/// The screens of one app with models, as its steps tell them.
struct PhoneScreens: Sendable {
  /// One screen.
  struct Screen: Sendable {
    /// The number by which steps call it: the client's for its list, or that of a surface.
    let number: UInt32
    /// The role that it plays.
    let role: Role
    /// The rows on it.
    var rows: [Row] = []
    var isCovered = false
    /// `true` if something was published on it since it was opened.
    var hasBegun = false
  }

  /// A role of a screen.
  enum Role: Hashable, Sendable {
    case list, detail, badge, tab
  }

  /// The list first, then what stands beside it.
  private(set) var all: [Screen]
  /// The field that the badge shows.
  private(set) var field = Path.root
  /// `true` if the list shows at once what is heard.
  private(set) var isLive = true
  /// `true` if something was published that is shown until the live rows are there.
  private(set) var isProvisional = false

  init(of client: UInt32, _ surfaces: SurfaceNumbers) {
    all = [Screen(number: client, role: .list)]
    for number in surfaces.beside(client) {
      let role: Role =
        switch surfaces.name(of: number) {
        case ModelNotes.detail: .detail
        case ModelNotes.badge: .badge
        default: .tab
        }
      all.append(Screen(number: number, role: role))
    }
  }

  /// The list.
  var list: Screen { all[0] }

  /// Takes in a step of the app or of a surface of it.
  mutating func observe(_ step: Step, _ evidence: Evidence) {
    switch (step.kind, evidence) {
    case (.opened, .screen(let opened)):
      change(step) { screen in
        screen.rows = opened.rows?.first ?? []
        (screen.isCovered, screen.hasBegun) = (false, false)
      }
      if step.client == list.number { isLive = opened.isLive }
      if case .child(let path) = opened.screen.sources[0].index, role(of: step.client) == .badge {
        field = path
      }
    case (.published, .publication(let publication)):
      change(step) { screen in
        screen.rows = publication.sections.first ?? []
        screen.hasBegun = true
      }
      if step.client == list.number { isProvisional = publication.isProvisional }
    case (.noted, _) where ModelNotes.covered.isSaid(by: step):
      let place = Int(step.x)
      if all.indices.contains(place) { all[place].isCovered = step[Step.Noted.detail] == 1 }
    default: break
    }
  }

  /// The role of the screen of a number; nil: it is none of this app's.
  func role(of number: UInt32) -> Role? { all.first { $0.number == number }?.role }

  private mutating func change(_ step: Step, _ change: (inout Screen) -> Void) {
    if let place = all.firstIndex(where: { $0.number == step.client }) { change(&all[place]) }
  }
}

/// The screens of all apps with models, by client.
struct ScreensOfPhones: Sendable {
  private let surfaces: SurfaceNumbers
  private var phones: [PhoneScreens?] = []

  init(_ surfaces: SurfaceNumbers) { self.surfaces = surfaces }

  /// Takes in a step, and returns the client whose app it concerns; nil: it is told again for a surface, or no app has a
  /// detail screen.
  mutating func observe(_ step: Step, _ evidence: Evidence) -> Int? {
    let isOwn = step.kind == .opened || step.kind == .published || step.kind == .closed
    if surfaces.isSurface(step.client), !isOwn { return nil }
    let client = Int(surfaces.home(of: step.client))
    while phones.count <= client {
      let screens = PhoneScreens(of: UInt32(phones.count), surfaces)
      phones.append(screens.all.contains { $0.role == .detail } ? screens : nil)
    }
    phones[client]?.observe(step, evidence)
    return phones[client] == nil ? nil : client
  }

  /// The screens of a client's app.
  subscript(client: Int) -> PhoneScreens? { client < phones.count ? phones[client] : nil }
}
