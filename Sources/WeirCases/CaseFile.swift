// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirClient
package import WeirCore
package import WeirTree

/// Cases of the client's view engine that a person wrote: what happens, and what must be heard.
///
///     let file = try CaseFile(reading: bytes, file: "events.json")
///     for written in file.cases { CaseRunner.failure(of: written) }  // nil where all is as it must be
///
/// The format is explained in the article on case files. Reading is strict: everything in the file
/// that has no meaning is a problem, and all problems are reported at once.
package struct CaseFile: Sendable {
  /// The subject of the file, in a sentence; may be empty.
  package var about: String
  /// The cases, in written order.
  package var cases: [Case]

  /// A case: steps that are played one after the other by an engine that starts with nothing.
  package struct Case: Sendable {
    /// The point of the case, in a sentence; no other case of the file has the same.
    package var name: String
    /// The rules that it is about, such as `E4`, in free text; none, if the file says none.
    package var rules: [String]
    /// The client library that is imitated where they differ.
    package var dialect: Dialect
    /// The habits in which the views follow an official client.
    package var quirks: ViewQuirks
    /// The player of the case.
    package var part: Part
    /// The steps, in order.
    package var steps: [CaseStep]
    /// Its place in the file.
    package var mark: Mark
  }

  /// The players of cases.
  package enum Part: String, Sendable, CaseIterable {
    /// The views of a client, and the oracle beside them.
    case views
    /// A whole client, with its connection, its writes and its transactions.
    case client
  }
}

/// One thing that happens, and all that is heard of it.
package struct CaseStep: Sendable {
  /// Its place in the file.
  package var mark: Mark
  /// The action of the step.
  package var action: Action
  /// The events that are heard, in order, in groups whose events may come in any order; nil if any
  /// will do.
  package var events: [[CaseEvent]]?
  /// The requests to the server, in order; nil if any will do.
  package var wire: [CaseWire]?
  /// The answers that the app gets to its requests, in order; nil if any will do.
  package var answers: [CaseAnswer]?
  /// The views that listeners must have afterwards.
  package var snapshots: [CaseSnapshot]

  /// The actions of a step.
  package enum Action: Sendable {
    /// A listen begins, under a name of the writer's choice.
    case listen(Path, Query, name: String)
    /// A listener ends; without a path, at all its places.
    case unlisten(String, at: Path?)
    /// The server sends the node at a path.
    case overwrite(Path, Node, under: Tag?)
    /// The server sends the nodes at some places below a path.
    case merge(Path, [Write.Part], under: Tag?)
    /// The server says that a listen shows what is known already.
    case complete(Tag)
    /// The server ends a listen.
    case cancel(Tag)
    /// The user writes.
    case write(UInt32, Write, isVisible: Bool)
    /// The server has carried a write out.
    case acknowledge(UInt32)
    /// The server has refused a write.
    case revert(UInt32)

    // Of a whole client.

    /// The client connects, and the server says what its clock shows.
    case connect(milliseconds: Int64)
    /// The connection ends: it breaks, or the client ends it and stays away.
    case disconnect(isBreak: Bool)
    /// The user changes the node at a path, depending on its content.
    case transact(Path, TransactionUpdate, isVisible: Bool)
    /// The user promises a write for when the client is gone.
    case promise(Write)
    /// The user takes back what was promised at or below a path.
    case takeBack(Path)
    /// The server answers a request of the session.
    case answer(UInt32, Message.Answer)
  }

  /// The tag of the listen of the server that is meant.
  package enum Tag: Sendable {
    /// The one that serves, or last served, the listener of this name, of several places the one at the path.
    case listener(String, at: Path?)
    /// The one with this number.
    case number(UInt32)
  }
}

/// The view that a listener must have.
package struct CaseSnapshot: Sendable {
  /// Its place in the file.
  package var mark: Mark
  /// The listener whose view it is.
  package var listener: String
  /// The content; nil where it does not matter.
  package var node: Node?
  /// The keys in the query's order; nil where they do not matter.
  package var keys: [Key]?
  /// `true` if the view is complete; nil where it does not matter.
  package var isComplete: Bool?
}
