// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirScenario
import WeirStatistics

extension Plan {
  /// Makes ready what the faults of machines draw from.
  mutating func planAnswerDelays() throws(Problems) {
    for fault in faults {
      guard case .lateAnswers(_, let by) = fault.effect else {
        answerDelays.append(nil)
        continue
      }
      let table = try QuantileTable(by)
      table.absorb(into: &tables)
      answerDelays.append(table)
    }
  }
}
