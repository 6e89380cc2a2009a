// SPDX-License-Identifier: Apache-2.0
import WeirDiff

/// Rule 24: a cell has one animation.
extension BatchValidator {
  /// Looks for rows that one block reloads and another pushes aside.
  ///
  /// Within one block a view knows both and animates the cell once; what nested blocks do to each
  /// other's cells it learns too late. Cells that are not visible have no animation at all.
  mutating func lookForTwoAnimations() {
    guard profile.animatesCellsOnce, context.blocks.count > 1 else { return }
    for block in context.blocks where !block.reloads.isEmpty {
      let alone = ReloadDestinations(block)
      for place in Sorted(block.reloads).distinct where isVisible(place) {
        let landing = operations.destinations.row(place)
        if landing == alone.row(place) { continue }
        note(
          .twoAnimations,
          """
          Attempt to create two animations for cell: \(words.row) \(place.path) is reloaded in one block \
          and comes to lie at \(landing.path) by another
          """)
      }
    }
  }

  private func isVisible(_ place: Place) -> Bool {
    guard isIn(before, place) else { return false }
    guard let visible = context.visible else { return true }
    return visible.contains(before[..<Int(place.section)].reduce(0, +) + Int(place.row))
  }
}
