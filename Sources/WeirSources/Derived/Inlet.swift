// SPDX-License-Identifier: Apache-2.0
import WeirDiff

/// The side of a derived source on which it takes in what happens in the source below.
struct Inlet<Content: SourceContent> {
  /// The source below.
  let source: any DataSource<Content>
  private var cursor = SourceCursor<Content>()
  private let listener: SignalListener

  /// Makes an inlet that rings `signal` whenever the source below rings.
  init(_ source: any DataSource<Content>, ringing signal: ChangeSignal) {
    self.source = source
    source.refresh()
    listener = source.signal.listen { [weak signal] in signal?.ring() }
  }

  /// The content of the source below that was taken in last.
  var content: Content { cursor.content }

  /// Has the source below take in what has happened, once, before its events are taken.
  func refresh() { source.refresh() }

  /// Returns the next event, or `nil` if all was taken in.
  mutating func next() -> SourceEvent<Content>? { cursor.next(in: source.journal) }
}

/// Returns the state that an event tells of, or `nil` if it tells of content.
func stateTold<Content>(by event: SourceEvent<Content>) -> SourceState? {
  switch event {
  case .failed(let failure): .failed(failure)
  case .recovered: .live
  case .initial, .changed, .restarted: nil
  }
}
