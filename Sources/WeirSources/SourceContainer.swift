// SPDX-License-Identifier: Apache-2.0
import WeirDiff

/// A source whose source can be exchanged while it is observed.
///
///     let shown = SourceContainer(inbox)
///     let observer = shown.observe { event in show(event) }  // initial
///     shown.swap(to: archive)                                // changed: one difference
///     inbox.append(mail)                                     // nothing
///
/// Its readers get one initial event, and cannot tell an exchange from any other change. Rows that are in both
/// sources move or change; equal content tells nobody anything. The content of the new source and the version that is
/// followed from then on belong together, so nothing is lost in between.
///
/// A container is a source and may be the source of another container.
///
/// - Complexity: that of the diff for an exchange; nothing for a change that only passes through.
public final class SourceContainer<Content: SourceContent>: DataSource {
  /// The content, its version, and the last changes.
  public private(set) var journal: SourceJournal<Content>
  /// The bell that rings when the present source rings, and at an exchange.
  public let signal = ChangeSignal()
  /// The reaction to another source, or to one that begins again.
  public let policy: SwapPolicy
  /// The present source.
  public private(set) var source: any DataSource<Content>
  private var inlet: Inlet<Content>
  private var waiting: [any DataSource<Content>] = []
  private var isRefreshing = false

  /// Makes a container of a source.
  public init(_ source: any DataSource<Content>, onSwap policy: SwapPolicy = .difference) {
    self.policy = policy
    self.source = source
    journal = SourceJournal()
    inlet = Inlet(source, ringing: signal)
    if case .initial(let content)? = inlet.next() { journal = SourceJournal(content) }
    refresh()
  }

  /// Follows another source from now on, and tells how its content differs.
  ///
  /// An exchange that is asked for while the container takes a change in is done right after it, in
  /// the order of asking.
  public func swap(to source: any DataSource<Content>) {
    waiting.append(source)
    refresh()
    signal.ring()
  }

  /// Takes in what has happened in the present source, and exchanges it if that was asked for.
  public func refresh() {
    if isRefreshing { return }
    isRefreshing = true
    inlet.refresh()
    takeAll()
    while !waiting.isEmpty {
      source = waiting.removeFirst()
      inlet = Inlet(source, ringing: signal)
      takeAll()
    }
    isRefreshing = false
  }

  private func takeAll() {
    while let event = inlet.next() {
      switch event {
      case .changed(let changes, let content): journal.commit(changes, content)
      case .initial(let content), .restarted(let content): replace(content)
      case .failed, .recovered: stateTold(by: event).map { journal.setState($0) }
      }
    }
  }

  private func replace(_ content: Content) {
    let changes = content.difference(from: journal.content)
    if policy == .difference || changes.isEmpty {
      journal.commit(changes, content)
    } else {
      journal.restart(content)
    }
    journal.setState(source.journal.state)
  }
}

/// The reaction of a container to another source, or to one that begins again.
public enum SwapPolicy: Hashable, Sendable {
  /// Readers are told the difference, as for any change.
  case difference
  /// Readers are told to begin again with the new content; a container above may still turn that
  /// into a difference.
  case restart
}
