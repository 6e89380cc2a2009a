// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization
package import WeirCore
import WeirTree

/// The talk of the phones of one group with their program: a line goes there, and a line comes back.
///
///     conversation.ask { $0.begin("wake", client: 3, at: now) }  // the wishes of the answer
///
/// The program is started by the first line, and ends with the conversation. After a fault nothing more is said.
package final class Conversation: Sendable {
  private let command: String
  private let silence: Interval
  private let seed: UInt64
  private let state = Mutex(State())

  private struct State: ~Copyable {
    var program: PipedProgram?
    var line = LineWriter()
    var isOver = false
    /// The number of lines that were said.
    var asked = 0
  }

  /// Makes a conversation in which nothing was said yet.
  package init(_ command: String, silence: Interval, seed: UInt64) {
    (self.command, self.silence, self.seed) = (command, silence, seed)
  }

  /// The number of lines that were said.
  var lineCount: Int { state.withLock { $0.asked } }

  /// Wakes a phone, and takes no notice of what it wishes; false: there was a fault.
  package func wake(_ client: Int, at now: Instant) -> Bool {
    do throws(ProgramFault) {
      _ = try ask { $0.begin("wake", client: client, at: now) }
      return true
    } catch {
      return false
    }
  }

  /// Says a line, and returns the wishes of the answer; none once there was a fault.
  func ask(_ write: (inout LineWriter) -> Void) throws(ProgramFault) -> [ProgramWish] {
    let answer = state.withLock { state -> Result<[ProgramWish], ProgramFault> in
      if state.isOver { return .success([]) }
      do throws(ProgramFault) {
        if state.program == nil { try start(&state) }
        write(&state.line)
        state.line.end()
        return .success(try wishes(of: &state))
      } catch {
        state.isOver = true
        state.program = nil
        return .failure(error)
      }
    }
    return try answer.get()
  }

  private func start(_ state: inout State) throws(ProgramFault) {
    state.program = try PipedProgram(command, silence: silence)
    state.line.beginHello(seed: seed)
    state.line.end()
    let json = try json(of: &state)
    do throws(Problem) {
      let fields = try AnswerFields(json)
      try fields.allow(["weir-stack", "name"])
      guard try fields.integer("weir-stack", in: 1...Int64(Int32.max)) == 1 else {
        throw AnswerFields.problem(
          json, "this Weir speaks weir-stack/1 alone", "answer {\"weir-stack\":1}")
      }
      if fields.has("name") { _ = try fields.text("name") }
    } catch {
      throw Self.fault(error, .notAgreed)
    }
  }

  private func wishes(of state: inout State) throws(ProgramFault) -> [ProgramWish] {
    let json = try json(of: &state)
    do throws(Problem) {
      var wishes: [ProgramWish] = []
      for item in try AnswerFields.items(json, "an answer") { wishes.append(try ProgramWish(item)) }
      return wishes
    } catch {
      throw Self.fault(error, .notAgreed)
    }
  }

  /// Says the line that is written, and reads the answer.
  private func json(of state: inout State) throws(ProgramFault) -> JSON {
    state.asked += 1
    let answer = try state.program?.ask(state.line.bytes) ?? []
    // Most lines ask for nothing.
    if answer == [UInt8(ascii: "["), UInt8(ascii: "]")] { return .array([]) }
    do throws(Problems) {
      return try JSON(reading: answer, file: "answer \(state.asked) of '\(command)'")
    } catch {
      throw Self.fault(error.all[0], .notJSON)
    }
  }

  private static func fault(_ problem: Problem, _ kind: ProgramFault.Kind) -> ProgramFault {
    let place = problem.mark.map { "\($0.file), column \($0.column): " } ?? ""
    return ProgramFault(kind, "\(place)\(problem.message); \(problem.remedy)")
  }
}
