// SPDX-License-Identifier: Apache-2.0
import WeirCore
import WeirTree

// The consistency of all that is kept.
extension View {
  /// Stops the run unless what is seen is what is known with the pending writes over it, in order.
  func checkInvariants() {
    children.checkInvariants()
    order.checkInvariants()
    if !isKeyOrdered {
      invariant(
        order.count == children.count, "\(order.count) places of \(children.count) children")
      for (key, node) in children {
        invariant(order[query.rank(of: key, node)] != nil, "\(key) has another place")
      }
    }
    if isFiltered {
      invariant(serverPartial.node == cut(serverPartial).node, "more is known than the window")
      invariant(serverPartial.absent.isEmpty, "a window knows what is not in it")
    }
    invariant(
      isComplete == serverPartial.isWhole, "complete and not known whole, or known and not complete"
    )
    invariant(
      isUnfilled ? mode == .whole : layers.isEmpty == (mode == .clear),
      "\(layers.count) layers are kept as \(mode)")
    invariant(mode == .whole || (known.node.isNull && !known.isWhole), "something is known twice")
    invariant(touch.isNothing, "an operation is not finished")
    for layer in layers where layer.isKept && isWindow {
      invariant(!shown(layer.fragment.key).isNull, "\(layer.fragment.key) is kept and not shown")
    }
    for (key, _) in beneath {
      invariant(layers.contains { $0.fragment.key == key }, "\(key) is kept for no write")
    }
    checkOverlay()
  }

  private func checkOverlay() {
    if mode == .children {
      invariant(seen.isPlain && serverPartial.isPlain, "a leaf or a priority among children")
      for layer in layers {
        invariant(
          beneath[layer.fragment.key] != nil, "nothing is kept beneath \(layer.fragment.key)")
      }
    }
    var partial = serverPartial
    for layer in layers { partial.apply(layer.fragment) }
    if isUnfilled, !partial.isWhole {
      for (key, node) in children {
        invariant(partial.child(key) == node, "\(key) is shown otherwise")
      }
      invariant(slice.count == count, "more is seen than shown")
      return
    }
    invariant(partial.isWhole == seen.isWhole, "whole or not")
    invariant(
      partial.node == seen.node, "what is seen of \(path) is not what is known with writes over it")
    invariant(partial.isWindow == seen.isWindow, "a window or not")
    invariant(
      partial.holdsEverything || partial.absent.map(\.key) == seen.absent.map(\.key),
      "absent children")
  }
}

extension ViewEngine {
  /// Stops the run unless all that is kept fits together.
  public func checkInvariants() {
    invariant(changes.isEmpty, "changes are left over")
    for (registration, view) in holders {
      invariant(
        views[view].registrations.contains(registration), "registration \(registration) is lost")
      views[view].checkInvariants()
    }
    for (tag, wire) in wires {
      let kept = wire.view.map { views[$0].tag } ?? places.tag(at: wire.place)
      invariant(kept == tag, "tag \(tag) is known as \(kept)")
    }
  }
}
