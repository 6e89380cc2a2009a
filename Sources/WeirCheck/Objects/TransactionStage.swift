// SPDX-License-Identifier: GPL-3.0-or-later

/// A stage of a transaction over several rows.
package enum TransactionStage: UInt64, CaseIterable, Sendable {
  /// It was begun.
  case begun
  /// The app has asked to commit it.
  case committing
  /// It was written.
  case done
  /// It came to nothing.
  case refused
  /// The app has given it up before it was committed.
  case reverted
  /// It became a part of another one.
  case merged
  /// It was taken a second time, which never may be.
  case committedAgain

  /// The word for it.
  package var word: String {
    switch self {
    case .begun: "begun"
    case .committing: "committing"
    case .done: "done"
    case .refused: "refused"
    case .reverted: "reverted"
    case .merged: "merged"
    case .committedAgain: "committed again"
    }
  }

  /// `true` if a transaction at this stage, nil: one that is not begun, may come to another one next.
  static func leads(from stage: TransactionStage?, to next: TransactionStage) -> Bool {
    switch (stage, next) {
    case (nil, .begun): true
    case (.begun, .committing), (.begun, .reverted), (.begun, .merged): true
    case (.committing, .done), (.committing, .refused): true
    default: false
    }
  }
}
