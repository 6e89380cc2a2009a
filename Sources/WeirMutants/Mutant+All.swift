// SPDX-License-Identifier: GPL-3.0-or-later

// The room of what is wrong on purpose. Each real bug that list libraries, their clients and their servers have had
// is a small file here, and the harness must catch every one; nothing else may depend on them but the command.

package import WeirClient
import WeirCore
public import WeirRun
import WeirStreams
package import WeirTree

extension Catalogue {
  /// All that comes with the program, and all that is wrong with it on purpose.
  public static let complete: Catalogue = {
    var catalogue = Catalogue.standard
    catalogue.add([.control] + Mutant.lists, to: "streams")
    catalogue.add([.plainPager] + Mutant.pagers, to: "pager")
    catalogue.add([.plainSources] + Mutant.sources, to: "sources")
    catalogue.add([.plainModels] + Mutant.models, to: "models")
    catalogue.add([.plainForms] + Mutant.objects, to: "objects")
    return catalogue
  }()
}

extension Mutant {
  /// The name of the mutant that every run of its scenario must catch: where it is missed, the machinery is off.
  package static let canary = "canary"

  /// The stack of which all mutants of lists are made, without a bug.
  package static let control = Mutant(
    "plain", of: "the control", caughtBy: nil, about: "Does everything right, slowly.",
    RightHabits.self)

  /// The mutant of that name, or the control.
  package static func named(_ name: String) -> Mutant? {
    ([control, plainPager, plainSources, plainModels, plainForms] + all).first { $0.name == name }
  }

  /// Makes a mutant of a plain stack with a wrong habit.
  init<Habits: StackHabits>(
    _ name: String, of provenance: String, caughtBy checker: String?, about: String,
    _ habits: Habits.Type
  ) {
    self.init(name, of: provenance, caughtBy: checker, about: about) {
      PlainStack<Habits>($0.screen, batching: $0.batching)
    }
  }

  /// A list stack that has heard nothing: the wrong one, or a right one where the bug lies elsewhere.
  package func makeStack(screen: Screen, batching: Batching) -> any ClientStack {
    makeStack(StackContext(screen: screen, batching: batching)) {
      AnyStream($0.screen, batching: $0.batching).asStack
    }
  }

  /// Every mutant, the canary first; the controls are not among them.
  package static let all = lists + pagers + sources + models + objects

  /// The bugs of live lists, of their clients and of the server.
  static let lists: [Mutant] = [
    Canary.mutant, OrderByText.mutant, MixedByKey.mutant, OrderByFloat.mutant, ReversedTies.mutant,
    MovedNotObserved.mutant, RemovedNotObserved.mutant, InsertAfterUnknown.mutant,
    FrontStays.mutant, RejectedForgotten.mutant, LimitNotRefilled.mutant, PredicateEmpties.mutant,
    SentinelShown.mutant, LastSourceWins.mutant, UnionCountsZero.mutant,
    PartitionMultiDelete.mutant, PartitionLate.mutant, SectionStays.mutant, DiffByKeys.mutant,
    ReaddedUnseen.mutant, UnionSwapUnseen.mutant, AdapterFreed.mutant, DeleteAndMove.mutant,
    DeleteAndReload.mutant, ReloadAndMove.mutant, IndexesNotReversed.mutant,
    DebounceUnbounded.mutant, FinishTwice.mutant, FinishLost.mutant, UnionFinishDies.mutant,
    UnionFinishEarly.mutant, PageAccumulates.mutant, PageByKey.mutant, PageForgetsRange.mutant,
    RowsOutlive.mutant, AlarmOutlives.mutant, RefusalOutlives.mutant, LossUntold.mutant,
    PageNotLive.mutant, PageHole.mutant, PageWedges.mutant, ScalarHidesPage.mutant,
    KeyDrawnTwice.mutant, NilKeyStrays.mutant, DidBeforeWrite.mutant, OwnerArbitrary.mutant,
    LogUnfiltered.mutant,
    CounterApart.mutant, DestroyUnseen.mutant, HookForgotten.mutant, GuardIgnored.mutant,
    LoginForgotten.mutant, LoginMixedUp.mutant,
    WriteLost.mutant, WriteDoubled.mutant, PushLate.mutant, PushGoesBack.mutant,
    WritesSwapped.mutant, ValueFirst.mutant, ListenKept.mutant, SendStorm.mutant,
    DeletesDescending.mutant, NumbersRounded.mutant, AuthorLate.mutant, DirtyRead.mutant,
    WriteReplayed.mutant, BatchIgnored.mutant, MovesAll.mutant, PageMiscounts.mutant,
    KnockStorm.mutant, MovesTorn.mutant,
    PageLosesRow.mutant,
  ]
}
