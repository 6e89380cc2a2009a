// SPDX-License-Identifier: GPL-3.0-or-later
import WeirTrace

/// The checkers that read steps of each kind, all in one array.
///
/// A step goes to ten of them or so, and to count for each that it is held while it reads costs as much as some of them take.
/// So it keeps a hold of all for as long as it lives, and lends them.
struct StepReaders: Sendable {
  /// A checker, and the kinds of steps that it reads.
  typealias Reader = (box: CheckerBox, kinds: KindSet)

  /// A checker that is lent: ``StepReaders/boxes`` holds it.
  @safe
  private struct Lent: @unchecked Sendable {
    let box: Unmanaged<CheckerBox>
  }

  private let boxes: [CheckerBox]
  /// By the kind of a step: where its readers begin; and where the last ones end.
  private var starts: [Int] = []
  private var readers: [Lent] = []

  /// Makes the lists of those who read each kind, in the order in which they are given.
  init(_ all: [Reader]) {
    boxes = all.map(\.box)
    for kind in Step.Kind.allCases {
      starts.append(readers.count)
      for reader in all where reader.kinds.contains(kind) {
        unsafe readers.append(Lent(box: .passUnretained(reader.box)))
      }
    }
    starts.append(readers.count)
  }

  /// Hands a step to all who read its kind.
  @inline(__always)
  func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    let kind = Int(step.kind.rawValue)
    for index in starts[kind]..<starts[kind + 1] {
      unsafe readers[index].box._withUnsafeGuaranteedRef { $0.observe(step, evidence, history) }
    }
  }
}
