extension Mutant {
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
    PageNotLive.mutant, PageHole.mutant, PageWedges.mutant, ScalarHidesPage.mutant,
  ]
}
