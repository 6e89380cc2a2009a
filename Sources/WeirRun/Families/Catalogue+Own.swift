// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
public import WeirClient
import WeirScenario

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
      Entry(
        format: StackFormat(
          name, about, options: NoStackOptions.self, actions: loadsPages ? [.page] : [],
          isDrawn: false),
        makeStack))
  }
}

extension Catalogue.Entry {
  /// A family without options, notes, promises, surfaces and manners of its own.
  init(
    format: StackFormat, _ makeStack: @escaping @Sendable (StackContext) -> any ClientStack
  ) {
    self.init(
      format: format, notes: [], checkers: [], metrics: [], complaints: { _ in [] },
      surfaces: { _, _ in [] },
      services: { _ in Catalogue.Services(store: .init(), files: .init(), fetches: .init()) },
      pace: { _ in .live }, publishesInBatches: false, refusal: { _ in nil },
      maker: { _ in makeStack })
  }
}
