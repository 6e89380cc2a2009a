// SPDX-License-Identifier: Apache-2.0
public import WeirClient
import WeirDiff
import WeirTree

/// Tells a delegate what a stream publishes.
///
///     let adapter = DelegateAdapter(telling: listController, held: .weakly)
///     case .publish: stream.publish(into: &update); adapter.tell(update)
///     case .tell(let news): adapter.tell(news)
///
/// By default the adapter holds its delegate strongly: a delegate that is held nowhere else would
/// be gone at once, and silently hear nothing. A delegate that comes after the stream has loaded is
/// told so when it is attached with ``attach(_:held:to:)``.
public struct DelegateAdapter {
  /// The owner that keeps the delegate alive.
  public enum Holding: Hashable, Sendable {
    /// The adapter does.
    case strongly
    /// Some other object does; once the delegate is gone, no calls are made any more.
    case weakly
  }

  private var held: (any StreamDelegate)?
  private weak var known: (any StreamDelegate)?

  /// Tells `delegate` from now on.
  public init(telling delegate: any StreamDelegate, held holding: Holding = .strongly) {
    known = delegate
    if holding == .strongly { held = delegate }
  }

  /// The delegate that is told, if it is still there.
  public var delegate: (any StreamDelegate)? { known }

  /// Tells another delegate from now on; if the stream has loaded already, or never will, it is told so at once.
  public mutating func attach(
    _ delegate: any StreamDelegate, held holding: Holding = .strongly,
    to stream: borrowing some StreamSource
  ) {
    self = DelegateAdapter(telling: delegate, held: holding)
    if stream.isLoaded {
      delegate.streamDidFinishInitialLoad(nil)
    } else if let refusal = stream.refusal {
      delegate.streamDidFinishInitialLoad(refusal)
    }
  }

  /// Tells a publication.
  public func tell(_ update: StackUpdate) {
    guard let delegate = known else { return }
    // What moves is deleted and added; what changes where it stands is told afterwards.
    let moved = Set(update.changes.moves.map(\.from))
    let stays = update.changes.updates.filter { !moved.contains($0.old) }
    var changes = update.changes
    changes.updates = []
    if !changes.sections.isEmpty { changes.sections.updates = [] }
    changes = changes.asDeletesAndInserts
    if !changes.isEmpty { Self.tell(changes, to: delegate) }
    // A section that moves goes and comes with all its rows, changed or not.
    let renewed = Set(changes.sections.inserts)
    let changed = stays.map(\.new).filter { !renewed.contains($0.section) }.sorted()
    if !changed.isEmpty { delegate.streamItemsChanged(at: changed) }
    for news in update.news { tell(news) }
  }

  /// Tells what came without a publication.
  public func tell(_ news: StackNews) {
    switch news {
    case .loaded(let refusal): known?.streamDidFinishInitialLoad(refusal)
    case .lost(let refusal): known?.streamDidLose(refusal)
    case .paged, .pageFailed: break
    }
  }

  private static func tell(_ changes: ChangeSet, to delegate: any StreamDelegate) {
    delegate.streamWillChange()
    if !changes.sections.deletes.isEmpty {
      delegate.streamSectionsDeleted(changes.sections.deletes.map(Int.init))
    }
    if !changes.deletes.isEmpty { delegate.streamItemsDeleted(at: changes.deletes) }
    if !changes.sections.inserts.isEmpty {
      delegate.streamSectionsAdded(changes.sections.inserts.map(Int.init))
    }
    if !changes.inserts.isEmpty { delegate.streamItemsAdded(at: changes.inserts) }
    delegate.streamDidChange()
  }
}
