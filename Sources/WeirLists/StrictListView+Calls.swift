// SPDX-License-Identifier: Apache-2.0
public import WeirDiff

extension StrictListView {
  /// The number of sections that the view shows.
  public var numberOfSections: Int { sections.count }

  /// Returns the number of rows in a section; a fault if there is no such section.
  public mutating func numberOfRows(
    inSection section: Int, on lane: ListViewLane = .main
  ) -> Result<Int, ListViewFault> {
    if let fault = faultOfLane(lane) { return .failure(fault) }
    if sections.indices.contains(section) { return .success(sections[section].count) }
    return .failure(
      refuse(
        "Requested the number of \(profile.words.row)s for section (\(section)) which is out of bounds."
      ))
  }

  /// Returns the row that the cell at a place shows; a fault if the place is stale.
  public mutating func cell(
    at place: Place, on lane: ListViewLane = .main
  ) -> Result<Row, ListViewFault> {
    if let fault = faultOfLane(lane) ?? faultOfPlace(place, "ask for the cell at") {
      return .failure(fault)
    }
    return .success(sections[Int(place.section)][Int(place.row)])
  }

  /// Scrolls until a place is the first visible one, as far as the list goes; a fault if it is stale.
  public mutating func scroll(to place: Place, on lane: ListViewLane = .main) -> ListViewFault? {
    if let fault = faultOfLane(lane) ?? faultOfPlace(place, "scroll to") { return fault }
    guard var window = viewport else { return nil }
    window.first = sections[..<Int(place.section)].reduce(Int(place.row)) { $0 + $1.count }
    window.clamp(to: sections.reduce(0) { $0 + $1.count })
    viewport = window
    return nil
  }

  mutating func faultOfLane(_ lane: ListViewLane) -> ListViewFault? {
    if lane == .main { return nil }
    return refuse(
      "attempt to call the \(profile.words.view) from the \(lane) lane; only the main lane may")
  }

  private mutating func faultOfPlace(_ place: Place, _ what: String) -> ListViewFault? {
    let counts = sections.map(\.count)
    guard counts.indices.contains(Int(place.section)) else {
      return refuse("attempt to \(what) \(place.path), but there are only \(counts.count) sections")
    }
    let count = counts[Int(place.section)]
    if (0..<count).contains(Int(place.row)) { return nil }
    return refuse(
      """
      attempt to \(what) \(place.path), but there are only \(count) \(profile.words.row)s in section \
      \(place.section)
      """)
  }

  /// Counts a call that ends the app, and says so.
  mutating func refuse(_ reason: String) -> ListViewFault {
    tally.faults += 1
    let counts = sections.map(\.count)
    return ListViewFault(
      breaches: [.init(rule: .callOutOfPlace, reason: reason)], countsBefore: counts,
      countsAfter: counts, updates: BatchUpdates(), profile: profile)
  }
}
