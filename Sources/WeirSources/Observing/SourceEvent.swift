// SPDX-License-Identifier: Apache-2.0
public import WeirDiff

/// The steps that a reader of a source takes.
///
/// The first is always the only ``initial(_:)``; it is a case of its own, so that no change can be mistaken for it.
public enum SourceEvent<Content: SourceContent> {
  /// The content when reading began.
  case initial(Content)
  /// A change that leads from the content that the reader had to this one.
  case changed(ChangeSet, Content)
  /// Another content, to be shown without telling how it differs; only a container that
  /// ``SwapPolicy/restart``s sends it.
  case restarted(Content)
  /// The source failed; its content stays.
  case failed(SourceFailure)
  /// The source follows the truth again.
  case recovered
}

extension SourceEvent {
  /// The content after the step, if it says so.
  public var content: Content? {
    switch self {
    case .initial(let content), .changed(_, let content), .restarted(let content): content
    case .failed, .recovered: nil
    }
  }

  /// The change, if it is one.
  public var changes: ChangeSet? {
    if case .changed(let changes, _) = self { return changes }
    return nil
  }
}
