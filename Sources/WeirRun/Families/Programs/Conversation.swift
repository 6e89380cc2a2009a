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
  let command: String
  private let silence: Interval
  private let seed: UInt64
  private let group: String
  private let talk: ProgramTalk?
  private let core: SharedCore
  private let state = Mutex(State())

  private struct State: ~Copyable {
    var program: PipedProgram?
    var line = LineWriter()
    var isOver = false
    /// The number of lines that were said.
    var asked = 0
  }

  /// Makes a conversation in which nothing was said yet.
  package convenience init(_ command: String, silence: Interval, seed: UInt64) {
    self.init(command, silence: silence, seed: seed, group: "", talk: nil)
  }

  /// Makes a conversation of a group, whose lines `talk` keeps if it is to.
  init(
    _ command: String, silence: Interval, seed: UInt64, group: String, talk: ProgramTalk?
  ) {
    (self.command, self.silence, self.seed) = (command, silence, seed)
    (self.group, self.talk) = (group, talk)
    core = talk?.core ?? SharedCore()
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

  /// Starts the program and says hello, and returns what it does beside showing a list.
  package func greet() throws(ProgramFault) -> Set<String> {
    let answer = state.withLock { state -> Result<Set<String>, ProgramFault> in
      do throws(ProgramFault) { return .success(try start(&state)) } catch {
        return .failure(error)
      }
    }
    return try answer.get()
  }

  @discardableResult
  private func start(_ state: inout State) throws(ProgramFault) -> Set<String> {
    state.program = try PipedProgram(command, silence: silence, on: core)
    state.line.beginHello(seed: seed)
    state.line.end()
    let json = try json(of: &state)
    do throws(Problem) {
      let fields = try AnswerFields(json, such: "{\"weir-stack\":1}, which answers the first line")
      try fields.allow(["weir-stack", "name", "does"])
      guard try fields.integer("weir-stack", in: 1...Int64(Int32.max)) == 1 else {
        throw AnswerFields.problem(
          json, "this Weir speaks weir-stack/1 alone", "answer {\"weir-stack\":1}")
      }
      if fields.has("name") { _ = try fields.text("name") }
      return try fields.words("does", among: Self.deeds)
    } catch {
      throw fault(error, .notAgreed, state.asked)
    }
  }

  /// The things that a program may do beside showing a list, by the word of the line that asks for it.
  package static let deeds = ["page", "act"]

  private func wishes(of state: inout State) throws(ProgramFault) -> [ProgramWish] {
    let json = try json(of: &state)
    do throws(Problem) {
      var wishes: [ProgramWish] = []
      for item in try AnswerFields.items(json, "an answer") { wishes.append(try ProgramWish(item)) }
      return wishes
    } catch {
      throw fault(error, .notAgreed, state.asked)
    }
  }

  /// Says the line that is written, and reads the answer.
  private func json(of state: inout State) throws(ProgramFault) -> JSON {
    state.asked += 1
    var answer: [UInt8] = []
    defer {
      if let talk, talk.isKept {
        talk.keep(
          ProgramLine(
            group: group, number: state.asked, at: state.line.instant,
            said: Array(state.line.bytes.dropLast()), answer: answer))
      }
    }
    answer = try state.program?.ask(state.line.bytes) ?? []
    // Most lines ask for nothing.
    if answer == [UInt8(ascii: "["), UInt8(ascii: "]")] { return .array([]) }
    do throws(Problems) {
      return try JSON(reading: answer, file: place(of: state.asked))
    } catch {
      throw fault(error.all[0], .notJSON, state.asked)
    }
  }

  private func fault(
    _ problem: Problem, _ kind: ProgramFault.Kind, _ number: Int
  ) -> ProgramFault {
    let place =
      problem.mark.map { "\($0.file), column \($0.column): " } ?? "\(place(of: number)): "
    return ProgramFault(kind, "\(place)\(problem.message); \(problem.remedy)")
  }

  /// The place of an answer, for what there is to say of it.
  private func place(of number: Int) -> String { "answer \(number) of '\(command)'" }

  /// A fault in what the last answer says.
  func fault(_ words: String) -> ProgramFault {
    ProgramFault(.notAgreed, "\(place(of: lineCount)): \(words)")
  }
}
