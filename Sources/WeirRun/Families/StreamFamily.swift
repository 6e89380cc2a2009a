// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirScenario
import WeirStreams

/// List streams, after StreamBaseKit: live queries, unions, sections, pages, drafts and resources.
enum StreamFamily: StackFamily {
  static let name = "streams"
  static let about = "Live lists, alone, as one or in sections, after StreamBaseKit."
  static let actions: [Scenario.Work.Action] = [
    .draft, .send, .page, .filter, .create, .update, .destroy, .toggle,
  ]

  static func makeStack(_ options: NoStackOptions, _ context: StackContext) -> any ClientStack {
    AnyStream(context.screen, batching: context.batching, endsWithOwnItems: context.keepsDrafts)
      .asStack
  }
}
