// SPDX-License-Identifier: Apache-2.0
import WeirCore
public import WeirTree

// Listeners.
extension ViewEngine {
  /// Begins a listen, whose listener hears at once what is known.
  /// - Returns: the number of the registration, counted from 0.
  @discardableResult
  public mutating func listen(
    to path: Path, _ query: Query, into wishes: inout [Wish]
  ) -> UInt32 {
    let registration = nextRegistration
    nextRegistration += 1
    if let view = existingView(path, query) {
      views[view].registrations.append(registration)
      holders.set(view, for: registration)
      views[view].tellAll(registration, into: &wishes)
      return registration
    }
    let view = makeView(path, query)
    views[view].registrations.append(registration)
    holders.set(view, for: registration)
    let place = places.add(view, at: path, showsEverything: query.showsEverything)
    views[view].tellAll(registration, into: &wishes)
    rewire(from: place, isDeep: query.showsEverything, into: &wishes)
    return registration
  }

  /// Ends a listen.
  /// - Returns: `true` if it was open.
  @discardableResult
  public mutating func unlisten(_ registration: UInt32, into wishes: inout [Wish]) -> Bool {
    guard let view = holders.remove(registration) else { return false }
    views[view].registrations.removeAll { $0 == registration }
    guard views[view].registrations.isEmpty,
      let place = places.place(of: views[view].path)
    else { return true }
    let tag = views[view].tag
    let isDeep = !views[view].isWindow
    removeView(view, from: place)
    rewire(from: place, isDeep: isDeep, into: &wishes)
    if tag != 0 {
      wires.remove(tag)
      wishes.append(.unlisten(tag: tag))
    }
    places.prune(place)
    return true
  }

  /// Records that the server no longer serves a listen: the listeners that it served hear so and
  /// are forgotten.
  /// - Returns: `true` if the tag has listeners.
  @discardableResult
  public mutating func cancel(tag: UInt32, into wishes: inout [Wish]) -> Bool {
    guard let wire = wires.remove(tag) else { return false }
    if wire.view == nil { places.setTag(0, at: wire.place) }
    for view in wire.view.map({ [$0] }) ?? places.views(at: wire.place) {
      for registration in views[view].registrations {
        holders.remove(registration)
        wishes.append(.cancelled(registration: registration))
      }
      removeView(view, from: wire.place)
    }
    rewire(from: wire.place, isDeep: wire.view == nil, into: &wishes)
    places.prune(wire.place)
    return true
  }

  private func existingView(_ path: Path, _ query: Query) -> Int? {
    guard let place = places.place(of: path) else { return nil }
    return places.views(at: place).first { views[$0].query == query }
  }

  private mutating func makeView(_ path: Path, _ query: Query) -> Int {
    var view = View(path: path, query: query, quirks: quirks)
    let (known, isComplete) = firstKnown(at: path)
    view.isComplete = isComplete
    for pending in writes where pending.isVisible {
      let data = IncomingData(pending.write)
      for part in 0..<data.count {
        guard let fragment = data.fragment(part, seenFrom: path),
          fragment.reach != .priority || !view.isWindow
        else { continue }
        view.layers.append(View.Layer(id: pending.id, fragment: fragment))
      }
    }
    view.rebuild(on: known, into: &changes)
    view.finish(into: &changes)
    changes.removeAll(keepingCapacity: false)
    if let place = freeViews.popLast() {
      views[place] = view
      return place
    }
    views.append(view)
    return views.count - 1
  }

  private mutating func removeView(_ view: Int, from place: Int) {
    let isDefault = !views[view].isWindow
    for tag in views[view].lateTags + views[view].deadTags { lateTags.remove(tag) }
    places.remove(view, from: place, showsEverything: isDefault)
    views[view] = View(path: .root, query: Query())
    freeViews.append(view)
  }

  /// Returns what a new view knows from the views that exist already.
  private func firstKnown(at path: Path) -> (PartialNode, isComplete: Bool) {
    let (lowest, depth) = places.lowestPlace(to: path)
    var (place, level) = (lowest, depth)
    while true {
      for view in places.views(at: place) where views[view].isComplete && !views[view].isWindow {
        return (PartialNode(whole: views[view].serverNode(at: path.keys[level...])), true)
      }
      guard let parent = places.parent(of: place) else { break }
      (place, level) = (parent, level - 1)
    }
    (place, level) = (lowest, depth)
    while true {
      if level < path.keys.count {
        for view in places.views(at: place) where views[view].isComplete {
          guard let child = views[view].knownChild(path.keys[level]), !child.isNull else {
            continue
          }
          return (PartialNode(whole: child[path.keys[(level + 1)...]]), true)
        }
      }
      guard let parent = places.parent(of: place) else { break }
      (place, level) = (parent, level - 1)
    }
    var partial = PartialNode()
    if depth == path.keys.count {
      for (key, child) in places.children(of: lowest) {
        let view = places.views(at: child).first { views[$0].isComplete && !views[$0].isWindow }
        guard let view else { continue }
        let node = views[view].serverPartial.node
        if !node.isNull || !quirks.contains(.doubtsNull) { partial.set(node, at: key) }
      }
    }
    return (partial, false)
  }

  /// Asks the server for what has come to be needed, and then gives up what is no longer needed, at
  /// a place and, if asked, below.
  private mutating func rewire(from top: Int, isDeep: Bool, into wishes: inout [Wish]) {
    var list: [Int] = []
    if isDeep { places.list(from: top, into: &list) } else { list.append(top) }
    var surplus: [UInt32] = []
    for place in list {
      let isCovered = places.isCovered(place)
      let hasDefault = places.hasDefault(at: place)
      let tag = places.tag(at: place)
      if hasDefault, !isCovered {
        if tag == 0 {
          let path = views[places.views(at: place)[0]].path
          places.setTag(ask(path, Query(), Wire(place: place, view: nil), into: &wishes), at: place)
        }
      } else if tag != 0 {
        surplus.append(tag)
        places.setTag(0, at: place)
      }
      for view in places.views(at: place) where views[view].isWindow {
        let tag = views[view].tag
        if isCovered || hasDefault {
          if tag != 0 {
            surplus.append(tag)
            views[view].lateTags.append(tag)
            views[view].retireLateTags()
            lateTags.set(view, for: tag)
          }
          views[view].tag = 0
        } else if tag == 0 {
          let wire = Wire(place: place, view: view)
          views[view].tag = ask(views[view].path, views[view].query, wire, into: &wishes)
        }
      }
    }
    for tag in surplus {
      wires.remove(tag)
      wishes.append(.unlisten(tag: tag))
    }
  }

  private mutating func ask(
    _ path: Path, _ query: Query, _ wire: Wire, into wishes: inout [Wish]
  ) -> UInt32 {
    let tag = nextTag
    nextTag += 1
    wires.set(wire, for: tag)
    wishes.append(.listen(tag: tag, path, query))
    return tag
  }
}
