extension Mutant {
  /// The name of the mutant that every run of its scenario must catch: where it is missed, the machinery is off.
  public static let canary = "canary"

  /// Every mutant, the canary first; the control is not among them.
  public static let all: [Mutant] = [
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
  ]
}
