// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirCore
import WeirTree

// Loading more.
extension PlainStack {
  /// Every source that has more and loads nothing else begins a page; the call ends with the last of them.
  mutating func loadPage(
    _ call: UInt32, _ rows: Int, at now: Instant, into wishes: inout [StackWish]
  ) {
    guard isLoadTold, sources.contains(where: \.isLoaded) else {
      return tell(.pageFailed(call: call, .notLoaded), into: &wishes)
    }
    if turning != nil { return tell(.pageFailed(call: call, .busy), into: &wishes) }
    let live = sources.indices.filter { sources[$0].isLoaded && sources[$0].refusal == nil }
    if live.isEmpty {
      let refusal = sources.compactMap(\.refusal).first ?? .forbidden
      return tell(.pageFailed(call: call, .refused(refusal)), into: &wishes)
    }
    let more = live.filter { sources[$0].sentinel != nil }
    if more.isEmpty {
      return tell(.paged(call: call, new: 0, hasMore: false), into: &wishes)
    }
    turning = Turning(call: call, open: more.count)
    for number in more { stopPage(of: number, but: nil, into: &wishes) }
    for number in more { beginPage(call, max(1, min(rows, 1 << 30)), of: number, into: &wishes) }
  }

  /// Loads what a source wants to have from the start, where rows of earlier pages have gone and the window at
  /// the far end is shorter than that.
  mutating func refill(_ number: Int, into wishes: inout [StackWish]) {
    let source = sources[number]
    guard let limit = source.builder.limit, notes.hasPublished, source.isLoaded,
      source.page == nil, source.refusal == nil, source.mayRefill, source.sentinel != nil
    else { return }
    let missing = limit - (source.held.count - 1)
    if missing > 0 { beginPage(nil, missing, of: number, into: &wishes) }
  }

  private mutating func beginPage(
    _ call: UInt32?, _ rows: Int, of number: Int, into wishes: inout [StackWish]
  ) {
    let queries = Habits.page(rows, of: sources[number])
    let path = sources[number].builder.path
    let kept = Habits.pageReplacesWindow ? queries.anchored : nil
    let anchored = kept.map { sources[number].listen($0) }
    let beyond = sources[number].listen(queries.beyond)
    sources[number].page = PlainPage(call: call, rows: rows, anchored: anchored, beyond: beyond)
    if let anchored { wishes.append(.listen(tag: anchored.tag, path, anchored.query)) }
    wishes.append(.listen(tag: beyond.tag, path, beyond.query))
  }

  /// Puts the page that has come in the place of the window.
  mutating func turnPage(of number: Int, at now: Instant, into wishes: inout [StackWish]) {
    guard let page = sources[number].page else { return }
    if !Habits.goesOn(page, of: sources[number]) {
      stopPage(of: number, but: nil, into: &wishes)
      return beginPage(page.call, page.rows, of: number, into: &wishes)
    }
    let before = Set(Habits.loaded(sources[number]).map(\.key))
    sources[number].page = nil
    sources[number].pages += 1
    if Habits.pageReplacesWindow, let window = sources[number].listens.popLast() {
      wishes.append(.unlisten(tag: window.tag))
      if let anchored = page.anchored { sources[number].listens.append(anchored) }
    }
    sources[number].listens.append(page.beyond)
    if !Habits.pagesAreLive {
      sources[number].listens[sources[number].listens.count - 1].isOpen = false
      wishes.append(.unlisten(tag: page.beyond.tag))
    }
    notes.gathered += page.beyond.held.map { (.added, $0.key) }
    let new = Set(Habits.loaded(sources[number]).map(\.key)).subtracting(before).count
    // What brings nothing is not asked for again and again.
    sources[number].mayRefill = page.call != nil || new > 0
    if page.call == nil { return arm(at: now, into: &wishes) }
    turning?.new += new
    if sources[number].sentinel != nil { turning?.hasMore = true }
    endPart(into: &wishes)
    arm(at: now, into: &wishes)
  }

  /// Gives up the page of a source; `lost` is the listen that is gone already.
  mutating func dropPage(
    of number: Int, but lost: UInt32, _ refusal: Message.Refusal, into wishes: inout [StackWish]
  ) {
    guard let page = sources[number].page else { return }
    stopPage(of: number, but: lost, into: &wishes)
    if page.call == nil { sources[number].mayRefill = false }
    guard page.call != nil, Habits.refusalEndsPage else { return }
    turning?.refusal = refusal
    endPart(into: &wishes)
  }

  /// Listens no longer for a page; `lost` is the listen that is gone already.
  mutating func stopPage(
    of number: Int, but lost: UInt32?, into wishes: inout [StackWish]
  ) {
    guard let page = sources[number].page else { return }
    sources[number].page = nil
    for tag in [page.anchored?.tag, page.beyond.tag].compactMap(\.self) where tag != lost {
      wishes.append(.unlisten(tag: tag))
    }
  }

  /// One source has done its part of the call; with the last one the app is told, of rows when they are shown.
  private mutating func endPart(into wishes: inout [StackWish]) {
    turning?.open -= 1
    guard let call = turning, call.open == 0 else { return }
    turning = nil
    if let refusal = call.refusal {
      tell(.pageFailed(call: call.call, .refused(refusal)), into: &wishes)
    } else {
      let hasMore = Habits.hasMore(call.hasMore, new: call.new)
      tellLater(.paged(call: call.call, new: Habits.told(call.new), hasMore: hasMore))
    }
  }
}
