// SPDX-License-Identifier: GPL-3.0-or-later
public import WeirClient

/// Something that is wrong on purpose: one real bug, and the checker that must catch it.
///
///     catalogue.mutant("order-by-text")  // shows 10 before 9; `converge` finds it
///
/// Stacks of your own have mutants, too: `weir mutants` then says that your promises would see such a bug, and in how many
/// seeds.
///
///     Mutant("many-hearts", of: "issue 12", caughtBy: "one-heart", about: "Puts a heart for each tap.") {
///       ChatHearts(HeartOptions(most: 9), $0)
///     }
///
/// A bug lies in a stack of another making, at the door of a right stack (`StackInterceptor`), in an app's resources
/// (`ResourceTamper`), in its client (`ClientTamper`), or at the server (`ServerTamper`). One without a checker has no
/// bug: it stands in the place of the others to compare, and what catches it is wrong itself.
public struct Mutant: Sendable {
  /// Its name, by which scenarios ask for it.
  package let name: String
  /// The library in which people met the bug, and where they wrote it down.
  package let provenance: String
  /// The checker that must catch it; nil for what has no bug, which none may.
  package let checker: String?
  /// A line that says what it does wrong.
  package let about: String
  /// The family of stacks whose bug it is; nil: it is the server's.
  package internal(set) var family: String?
  private let making: Making

  /// The way in which a mutant is made.
  private enum Making: Sendable {
    case stack(Catalogue.StackMaker)
    case door(@Sendable () -> any StackInterceptor)
    case resources(@Sendable (ResourceGround) -> any ResourceTamper)
    case client(@Sendable () -> any ClientTamper)
    case server(@Sendable () -> any ServerTamper)
  }

  /// Makes a stack of another making: one with the bug.
  ///
  /// - Parameters:
  ///   - name: Its name in scenarios.
  ///   - provenance: The place where people met the bug: a library, an issue.
  ///   - checker: The name of the promise that must catch it; nil for what has no bug, which none may.
  ///   - about: A line that says what it does wrong.
  ///   - make: Makes the stack with the bug.
  public init(
    _ name: String, of provenance: String, caughtBy checker: String?, about: String,
    stack make: @escaping @Sendable (StackContext) -> any ClientStack
  ) {
    self.init(name, provenance, checker, about, .stack(make))
  }

  /// Makes a bug at the door of a right stack.
  package init<Interceptor: StackInterceptor>(
    _ name: String, of provenance: String, caughtBy checker: String?, about: String,
    door: Interceptor.Type
  ) {
    self.init(name, provenance, checker, about, .door { Interceptor() })
  }

  /// Makes a mutant of an app whose list is right, and whose resources are not.
  package init<Tamper: ResourceTamper>(
    _ name: String, of provenance: String, caughtBy checker: String?, about: String,
    tamper: Tamper.Type
  ) {
    self.init(name, provenance, checker, about, .resources { Tamper($0) })
  }

  /// Makes a mutant of an app whose stack is right, and whose client is not.
  package init<Tamper: ClientTamper>(
    _ name: String, of provenance: String, caughtBy checker: String?, about: String,
    tamper: Tamper.Type
  ) {
    self.init(name, provenance, checker, about, .client { Tamper() })
  }

  /// Makes a mutant of a server.
  package init<Tamper: ServerTamper>(
    _ name: String, of provenance: String, caughtBy checker: String?, about: String,
    tamper: Tamper.Type
  ) {
    self.init(name, provenance, checker, about, .server { Tamper() })
  }

  private init(
    _ name: String, _ provenance: String, _ checker: String?, _ about: String, _ making: Making
  ) {
    self.name = name
    self.provenance = provenance
    self.checker = checker
    self.about = about
    self.making = making
  }

  /// `true` if the bug is the server's, and not an app's.
  package var isOfServer: Bool { if case .server = making { true } else { false } }

  /// `true` if the bug is in a list, or at its door.
  package var isOfList: Bool {
    switch making {
    case .stack, .door: true
    case .resources, .client, .server: false
    }
  }

  /// Makes the stack of a client, of which `right` would make one without the bug.
  package func makeStack(
    _ context: StackContext, right: (StackContext) -> any ClientStack
  ) -> any ClientStack {
    switch making {
    case .stack(let make): make(context)
    case .door(let make): InterceptedStack(right(context), by: make())
    case .resources, .client, .server: right(context)
    }
  }

  /// Makes the bug in the resources of an app; nil: there is none.
  package func makeResourceTamper(_ ground: ResourceGround) -> (any ResourceTamper)? {
    if case .resources(let make) = making { make(ground) } else { nil }
  }

  /// Makes the bug in the client of an app; nil: there is none.
  package func makeClientTamper() -> (any ClientTamper)? {
    if case .client(let make) = making { make() } else { nil }
  }

  /// Makes what is wrong with the server; nil: nothing.
  package func makeServerTamper() -> (any ServerTamper)? {
    if case .server(let make) = making { make() } else { nil }
  }
}
