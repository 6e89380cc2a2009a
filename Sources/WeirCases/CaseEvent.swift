// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirTree

/// An event that one listener hears, in the words of a case file.
///
///     ["top", "child_added", "b", {"score": 2}, "a"]
package struct CaseEvent: Sendable {
  /// The kinds, under the names that the service's own clients use.
  package enum Kind: String, Sendable, CaseIterable {
    /// A child came into the query.
    case added = "child_added"
    /// A child left the query.
    case removed = "child_removed"
    /// A child has moved.
    case moved = "child_moved"
    /// A child's content changed.
    case changed = "child_changed"
    /// The batch is over and the view complete.
    case value
    /// The server ended the listen.
    case cancel

    /// `true` if the event is about a child.
    var isOfChild: Bool { self != .value && self != .cancel }
    /// `true` if the event says where the child is.
    var hasPlace: Bool { isOfChild && self != .removed }
  }

  /// The listener that hears it.
  package var listener: String
  /// The kind of event.
  package var kind: Kind
  /// The child that it is about, if it is about one.
  package var key: Key?
  /// The child's content, or with `value` all that is shown, nil where the writer does not care.
  package var node: Node?
  /// The child before it, nil for the first.
  package var previous: Key?

  /// `true` if this, which a person wrote, allows what was heard.
  func allows(_ heard: CaseEvent) -> Bool {
    listener.utf8.elementsEqual(heard.listener.utf8) && kind == heard.kind && key == heard.key
      && previous == heard.previous && (node == heard.node || node == nil && kind == .value)
  }

  /// The event as a case file has it.
  var json: JSON {
    var parts = [JSON(.text(listener)), JSON(.text(kind.rawValue))]
    if let key { parts.append(JSON(.text(key.description))) }
    if let node { parts.append(JSON(asWritten: node)) }
    if let previous { parts.append(JSON(.text(previous.description))) }
    return JSON(.array(parts))
  }
}
