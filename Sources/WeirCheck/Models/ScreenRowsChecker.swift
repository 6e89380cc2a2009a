// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirDiff
import WeirTrace
import WeirTree

/// Promises that once nothing is on its way the list of an app with models shows all that its client has heard, as it was
/// heard last, and that a row which somebody opened is there.
///
/// On the way there each screen shows a row as it was heard at some time, and never as it was before that again. A row that
/// went after it was opened need not come back, unless it came again while it was still shown; one that comes again at once
/// may be shown by halves for a moment, as may one that is written here while older news of it are on their way to the screen;
/// and a list whose listen was taken away stays as it was.
struct ScreenRowsChecker: Checker {
  static let promise = Promise(
    "screen-rows",
    "A screen shows each row as it was heard, never as before that, and at last as it was heard last.",
    usualCause:
      "Usually an update was lost between its reading and its delivery, or an older one undid it.")
  static let judgesSurfaces = true
  static let kinds: KindSet = [
    .opened, .heard, .touched, .completed, .cancelled, .noted, .published, .closed, .killed,
  ]

  var verdict = Verdict.notReached
  var opportunities = 0
  private var phones: ScreensOfPhones
  private var hearings: [Hearing] = []

  /// The rows that a client has heard, and the one that was opened on it.
  private struct Hearing: Sendable {
    var rows = SortedMap<Key, UInt64>()
    /// Everything that it has heard of each row, in order; nothing: that it went.
    var versions: [Key: [UInt64]] = [:]  // Only looked up in.
    /// By screen and row: the place of the version that it shows; only looked up in.
    var places: [ScreenRow: Int] = [:]
    /// The rows that went since nothing was on its way; only looked up in.
    var went: Set<Key> = []
    /// The rows of which a part was written here since nothing was on its way, where the list is late; only looked up in.
    var torn: Set<Key> = []
    var isLost = false
    /// The row that was opened on the detail screen; nil: none, or one that went.
    var opened: Key?
    /// `true` if it was there.
    var wasThere = false
    /// The moment at which a screen was uncovered last, which may show only after that what it missed.
    var uncovered: Instant?

    /// `true` if nothing can be said of how a row is shown, on a list that is late or not.
    func isTorn(_ key: Key, isLate: Bool) -> Bool {
      went.contains(key) || isLate && torn.contains(key)
    }
  }

  /// A row on a screen.
  private struct ScreenRow: Hashable, Sendable {
    var screen: UInt32
    var key: Key
  }

  init(_ ground: Ground) { phones = ScreensOfPhones(ground.surfaces) }

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    guard let client = phones.observe(step, evidence) else { return }
    while hearings.count <= client { hearings.append(Hearing()) }
    if case .publication(let publication) = evidence {
      return publish(step, publication, client, history.lists.surfaces)
    }
    if history.lists.surfaces.isSurface(step.client) { return }
    switch step.kind {
    case .heard: hear(step, client)
    case .touched: touch(step, client)
    case .completed: complete(client)
    case .cancelled: hearings[client].isLost = true
    case .opened, .closed, .killed: hearings[client] = Hearing()
    case .noted where ModelNotes.opened.isSaid(by: step): open(step, client)
    case .noted where ModelNotes.covered.isSaid(by: step): hearings[client].uncovered = step.at
    case .noted where ModelNotes.settled.isSaid(by: step): judge(client, step)
    default: break
    }
  }

  /// A row is written here: a part of it that is raised on a screen at once may come beside an older rest.
  private mutating func touch(_ step: Step, _ client: Int) {
    hearings[client].torn.insert(step.key)
  }

  /// A row is opened; where the list is late, it may be older than it was on that screen before.
  private mutating func open(_ step: Step, _ client: Int) {
    // A row that has gone need not be there, though it is shown still.
    let isGone = hearings[client].went.contains(step.key) && hearings[client].rows[step.key] == nil
    hearings[client].opened = isGone ? nil : step.key
    hearings[client].wasThere = false
    guard let phone = phones[client], let detail = phone.all.first(where: { $0.role == .detail })
    else { return }
    hearings[client].wasThere = detail.rows.first?.key == step.key
    if phone.isLive { return }
    hearings[client].places[ScreenRow(screen: detail.number, key: step.key)] = nil
  }

  /// The list is there: kept rows that it does not have go.
  private mutating func complete(_ client: Int) {
    for screen in phones[client]?.all ?? [] {
      for row in screen.rows where hearings[client].rows[row.key] == nil {
        hearings[client].went.insert(row.key)
      }
    }
    if let opened = hearings[client].opened, hearings[client].wasThere,
      hearings[client].rows[opened] == nil
    {
      hearings[client].opened = nil
    }
  }

  private mutating func hear(_ step: Step, _ client: Int) {
    hearings[client].versions[step.key, default: []].append(step.x)
    if step[Step.Heard.event] == UInt64(DataEvent.Kind.removed.rawValue) {
      hearings[client].rows.remove(step.key)
      hearings[client].went.insert(step.key)
      if hearings[client].opened == step.key { hearings[client].opened = nil }
    } else {
      hearings[client].rows.set(step.x, for: step.key)
      keep(step, client)
    }
  }

  /// A row that comes again is not gone from the detail screen if that has not heard yet that it went.
  private mutating func keep(_ step: Step, _ client: Int) {
    guard hearings[client].opened == nil, hearings[client].uncovered != step.at,
      let detail = phones[client]?.all.first(where: { $0.role == .detail }),
      detail.hasBegun, !detail.isCovered, detail.rows.first?.key == step.key
    else { return }
    (hearings[client].opened, hearings[client].wasThere) = (step.key, true)
  }

  /// A screen shows rows anew.
  private mutating func publish(
    _ step: Step, _ publication: Publication, _ client: Int, _ surfaces: SurfaceNumbers
  ) {
    guard let role = phones[client]?.role(of: step.client), role != .badge else { return }
    if role == .detail, let key = publication.sections.first?.first?.key,
      key == hearings[client].opened
    {
      hearings[client].wasThere = true
    }
    guard !publication.isProvisional, !hearings[client].isLost, !verdict.isBroken else { return }
    let isLate = phones[client]?.isLive == false
    let touched = publication.changes.inserts + publication.changes.updates.map(\.new)
    for place in touched {
      guard let row = publication.sections.row(at: place),
        !hearings[client].isTorn(row.key, isLate: isLate)
      else { continue }
      opportunities += 1
      verdict.reach()
      let shown = ScreenRow(screen: step.client, key: row.key)
      let versions = hearings[client].versions[row.key] ?? []
      let from = hearings[client].places[shown] ?? 0
      if let place = versions[from...].firstIndex(of: row.stamp) {
        hearings[client].places[shown] = place
        continue
      }
      let isOld = versions[..<from].contains(row.stamp)
      // What was written before reaches the detail screen by the lanes, whatever the list does, and may come by halves.
      if role == .detail, !isOld, hearings[client].torn.contains(row.key) { continue }
      return blame(
        step, row.key,
        "\(surfaces.words(for: step.client)) shows '\(row.key)' "
          + (isOld ? "as it was before what it showed" : "as it was never heard"))
    }
  }

  private mutating func blame(_ step: Step, _ key: Key, _ reason: String) {
    verdict.breaks(at: step.at, Breach(reason, second: Fact(step, key: key, reason)))
  }

  private mutating func judge(_ client: Int, _ step: Step) {
    guard let phone = phones[client], !hearings[client].isLost else { return }
    (hearings[client].went, hearings[client].torn) = ([], [])
    if let opened = hearings[client].opened, hearings[client].wasThere,
      hearings[client].rows[opened] == nil
    {
      hearings[client].opened = nil
    }
    opportunities += 1
    verdict.reach()
    guard !verdict.isBroken, let (key, words) = fault(of: phone, hearings[client]) else { return }
    blame(step, key, "client \(client)'s \(words)")
  }

  private func fault(of phone: PhoneScreens, _ hearing: Hearing) -> (key: Key, words: String)? {
    for screen in phone.all where screen.role != .badge && !screen.isCovered && screen.hasBegun {
      let name = screen.role == .detail ? ModelNotes.detail : screen.role == .tab ? "tab" : "list"
      for row in screen.rows {
        guard let stamp = hearing.rows[row.key] else {
          return (row.key, "\(name) shows '\(row.key)', which is gone or never was")
        }
        if stamp != row.stamp {
          return (row.key, "\(name) shows '\(row.key)' otherwise than it was heard last")
        }
      }
      if screen.role != .detail, screen.rows.count < hearing.rows.count {
        // Only looked up in.
        let shown = Set(screen.rows.map(\.key))
        for (key, _) in hearing.rows where !shown.contains(key) {
          return (key, "\(name) does not show '\(key)', of which it has heard")
        }
      }
    }
    return unopened(on: phone, hearing)
  }

  /// A row that was opened and is not there.
  private func unopened(
    on phone: PhoneScreens, _ hearing: Hearing
  ) -> (key: Key, words: String)? {
    guard let key = hearing.opened, hearing.rows[key] != nil,
      let detail = phone.all.first(where: { $0.role == .detail }), !detail.isCovered,
      detail.rows.first?.key != key
    else { return nil }
    return (key, "detail does not show '\(key)', which was opened")
  }
}
