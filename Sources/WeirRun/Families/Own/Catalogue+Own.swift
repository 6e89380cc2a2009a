// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCheck
public import WeirClient
public import WeirMetrics
public import WeirScenario
public import WeirTrace

extension Catalogue {
  /// The catalogue with a stack of your own, for which scenarios ask by its name: `stack: chat`.
  ///
  ///     let catalogue = Catalogue.complete.adding("chat", "The newest messages of a room.") { ChatList($0) }
  ///     Command.main(words, catalogue: catalogue)  // every verb knows it: run, sweep, shrink, follow, gate …
  ///
  /// Every promise that is made of lists is held against it. A name that something else has ends the program.
  ///
  /// - Parameters:
  ///   - name: The name, of letters, digits, hyphens and underscores.
  ///   - about: What it is, in a sentence, for `weir list` and `weir explain`.
  ///   - loadsPages: `true` if it does ``WeirClient/StackCommand/loadPage(call:rows:)``, so that people may `page`.
  ///   - makeStack: Makes the stack of a client whose app starts.
  public func adding(
    _ name: String, _ about: String, loadsPages: Bool = false,
    makeStack: @escaping @Sendable (StackContext) -> any ClientStack
  ) -> Catalogue {
    adding(
      name, about, loadsPages: loadsPages, notes: [], checkers: [], makeStack: makeStack)
  }

  /// The catalogue with a stack of your own that has options, and knows what no other stack does.
  ///
  ///     Catalogue.complete.adding(
  ///       "hearts", "Messages that people put hearts on.", options: HeartOptions.self,
  ///       actions: [ChatHearts.heart], notes: [ChatHearts.put], promises: [OneHeart.self],
  ///       metrics: [.count("hearts-put", "Hearts that were put.", of: ChatHearts.put)], mutants: [.manyHearts]
  ///     ) { options, context in ChatHearts(options, context) }
  ///
  /// Scenarios write `stack: { hearts: { most: 3 } }` and `does: { heart: 20% }`; `weir explain`, `weir list` and the reports
  /// know all of it.
  ///
  /// - Parameters:
  ///   - name: The name, of letters, digits, hyphens and underscores.
  ///   - about: What it is, in a sentence, for `weir list` and `weir explain`.
  ///   - options: The options below its name in a scenario.
  ///   - loadsPages: `true` if it does ``WeirClient/StackCommand/loadPage(call:rows:)``, so that people may `page`.
  ///   - actions: What people can do with it; it is told by ``WeirClient/StackCommand/act(_:)``, with the place in this list.
  ///   - notes: What its stacks say in the history, with ``WeirTrace/StepNote/said(x:y:of:on:)``.
  ///   - promises: What its stacks promise beside what every list does.
  ///   - metrics: What is counted of what its stacks say.
  ///   - mutants: Bugs of it, each with the promise that must catch it: `stack: { mutant: many-hearts }`.
  ///   - makeStack: Makes the stack of a client whose app starts.
  public func adding<Options: StackOptions>(
    _ name: String, _ about: String, options: Options.Type, loadsPages: Bool = false,
    actions: [Scenario.Work.Action] = [], notes: [StepNote] = [],
    promises: [any OwnPromise.Type] = [], metrics: [StepMetric] = [], mutants: [Mutant] = [],
    makeStack: @escaping @Sendable (Options, StackContext) -> any ClientStack
  ) -> Catalogue {
    var catalogue = adding(
      Entry(
        format: StackFormat(
          name, about, options: options, actions: actions + (loadsPages ? [.page] : []),
          isDrawn: false),
        notes: notes, checkers: promises.map { $0.checker }, metrics: metrics,
        complaints: { Options($0).complaints }
      ) { given in
        let options = Options(given)
        return { makeStack(options, $0) }
      })
    catalogue.add(mutants, to: name)
    return catalogue
  }

  /// The catalogue with a stack that has no options, and notes and promises of its own.
  package func adding(
    _ name: String, _ about: String, loadsPages: Bool, notes: [StepNote],
    checkers: [any Checker.Type], makeStack: @escaping @Sendable (StackContext) -> any ClientStack
  ) -> Catalogue {
    adding(
      Entry(
        format: StackFormat(
          name, about, options: NoStackOptions.self, actions: loadsPages ? [.page] : [],
          isDrawn: false),
        notes: notes, checkers: checkers, complaints: { _ in [] }
      ) { _ in makeStack })
  }
}

extension OwnPromise {
  /// The checker that holds runs against it.
  fileprivate static var checker: any Checker.Type { OwnChecker<Self>.self }
}

extension Catalogue.Entry {
  /// A family without surfaces and manners of its own.
  init(
    format: StackFormat, notes: [StepNote], checkers: [any Checker.Type],
    metrics: [StepMetric] = [],
    complaints:
      @escaping @Sendable ([Scenario.ClientGroup.Stack.Option]) -> [(
        key: String, message: String, remedy: String
      )],
    maker: @escaping @Sendable ([Scenario.ClientGroup.Stack.Option]) -> Catalogue.StackMaker
  ) {
    self.init(
      format: format, notes: notes, checkers: checkers, metrics: metrics, complaints: complaints,
      surfaces: { _, _ in [] },
      services: { _ in Catalogue.Services(store: .init(), files: .init(), fetches: .init()) },
      pace: { _ in .live }, publishesInBatches: false, refusal: { _ in nil },
      maker: maker)
  }
}
