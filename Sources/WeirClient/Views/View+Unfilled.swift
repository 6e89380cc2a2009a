// SPDX-License-Identifier: Apache-2.0
import WeirCore
import WeirTree

/// The subject of an operation, for a view that is not refilled.
struct Touch: Sendable {
  var keys: [Key] = []
  var isEverything = false
  /// `true` if the view is to be looked at though the operation is about no child.
  var isWide = false

  var isNothing: Bool { keys.isEmpty && !isEverything && !isWide }

  mutating func note(_ fragment: WriteFragment) {
    switch fragment.reach {
    case .covers: isEverything = true
    case .child, .deeper: keys.append(fragment.key)
    case .priority: break
    }
  }
}

// A view with a limit that has had no answer yet: the child that would fill a free place is not known.
extension View {
  /// `true` if a child that goes is not replaced by another one.
  ///
  /// Such a view keeps what the server said in ``known``, and is seen to hold what it shows.
  var isUnfilled: Bool { query.limit != .none && !isComplete }

  /// Lets the window be seen of what it showed and of what the operation was about.
  mutating func retake(into changes: inout [Change]) {
    defer { touch = Touch() }
    if touch.isNothing { return }
    let before = sight
    var partial = known
    for layer in layers { partial.apply(layer.fragment) }
    if !partial.isWhole, !touch.isEverything {
      var candidates = PartialNode()
      before.forEach { key, _ in candidates.set(partial.child(key), at: key) }
      for key in touch.keys { candidates.set(partial.child(key), at: key) }
      partial = candidates
    }
    seen = partial
    arrangeAll()
    if !partial.isWhole { dropHidden() }
    noteDifference(from: before, into: &changes)
  }
}
