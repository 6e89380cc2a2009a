// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTree

/// The backend's memory of a client.
struct Session: Sendable {
  /// The session's number; those before it are over.
  var number: UInt32 = 0
  var isOpen = false
  /// `true` if nobody has the client's number.
  var isVacant = false
  /// The number of the last push.
  var sequence: UInt32 = 0
  /// The request that is admitted next: those ahead of it wait to be sent again.
  var expected: UInt32 = 1
  /// The request that takes effect next: those of one session take effect in order, each once.
  var applied: UInt32 = 1
  /// Requests that were served before an earlier one was.
  var parked: [Message] = []
  /// Requests that were not carried out, rising, so that a repeated one gets the same answer.
  private var failures: [Failure] = []
  /// Tags that the client wants no more, rising, so that a late listen is not believed.
  private var closedTags: [UInt32] = []
  /// Tags of listens that wait to be told everything, rising.
  private var askedTags: [UInt32] = []
  /// The numbers of its last questions, so that one which arrives twice is answered once.
  private var questions: [UInt32] = []
  /// The writes to be made when the client is gone, in the order in which it asked.
  var hooks: [Write] = []
  /// The user of the client.
  var auth: Message.Auth?
  /// The moment at which the client was heard of last.
  var heard = Instant.zero
  /// The moment of the next check that the client has not been silent for too long.
  var inspection = Instant.never
  /// The moment at which all its requests would be through at the rate that it may keep.
  var spent = Instant.zero
  /// The number of bytes that it has written.
  var written = 0
  /// The part of that which counts against a ration, in writes and in bytes.
  var rationedWrites = 0
  var rationedBytes = 0

  private struct Failure {
    var id: UInt32
    var answer: Message.Answer
  }

  /// Notes a question; returns false if it has arrived before.
  mutating func note(question id: UInt32) -> Bool {
    if questions.contains(id) { return false }
    if questions.count == Self.mostQuestions { questions.removeFirst() }
    questions.append(id)
    return true
  }

  /// The number of questions within which one may arrive again.
  private static let mostQuestions = 64

  /// Returns the answer to a request that was not carried out.
  func failure(of id: UInt32) -> Message.Answer? {
    let place = lowerBound(of: failures.count) { failures[$0].id < id }
    return place < failures.count && failures[place].id == id ? failures[place].answer : nil
  }

  /// Remembers the answer to a request that is not carried out.
  mutating func fail(_ id: UInt32, _ answer: Message.Answer) {
    let place = lowerBound(of: failures.count) { failures[$0].id < id }
    failures.insert(Failure(id: id, answer: answer), at: place)
  }

  /// `true` if a listen of the tag that wants to be told everything waits already.
  func isAsking(_ tag: UInt32) -> Bool {
    let place = lowerBound(of: askedTags.count) { askedTags[$0] < tag }
    return place < askedTags.count && askedTags[place] == tag
  }

  /// Lets a listen of the tag wait to be told everything.
  mutating func ask(_ tag: UInt32) {
    askedTags.insert(tag, at: lowerBound(of: askedTags.count) { askedTags[$0] < tag })
  }

  /// Ends the wait of the listen of the tag.
  mutating func answer(_ tag: UInt32) {
    let place = lowerBound(of: askedTags.count) { askedTags[$0] < tag }
    if place < askedTags.count, askedTags[place] == tag { askedTags.remove(at: place) }
  }

  /// `true` if the client has said that it wants no more under the tag.
  func hasClosed(_ tag: UInt32) -> Bool {
    let place = lowerBound(of: closedTags.count) { closedTags[$0] < tag }
    return place < closedTags.count && closedTags[place] == tag
  }

  /// Remembers that the client wants no more under the tag.
  mutating func close(_ tag: UInt32) {
    let place = lowerBound(of: closedTags.count) { closedTags[$0] < tag }
    if place == closedTags.count || closedTags[place] != tag { closedTags.insert(tag, at: place) }
  }
}

/// Returns the first of `count` indices for which `isBefore` is false, given that those for which
/// it is true come first.
func lowerBound(of count: Int, _ isBefore: (Int) -> Bool) -> Int {
  var (low, high) = (0, count)
  while low < high {
    let middle = (low + high) / 2
    if isBefore(middle) { low = middle + 1 } else { high = middle }
  }
  return low
}
