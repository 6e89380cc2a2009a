// SPDX-License-Identifier: GPL-3.0-or-later

// What stands where in the words of the kinds that pack several numbers into one.

extension Step {
  /// The words of ``Kind/opened``.
  public enum Opened {
    /// `true` for the last rows of the order.
    @inlinable public static var isNewest: StepBits { .x(0..<1) }
    /// The most rows of the window; 0: all.
    @inlinable public static var rows: StepBits { .x(1..<63) }
    /// `true` if the rows do not stand by their keys in one section, all of which the window shows.
    @inlinable public static var isArranged: StepBits { .x(63..<64) }
  }

  /// The words of ``Kind/wrote``, and of ``Kind/touched`` where a write has a number.
  public enum Wrote {
    /// The number of the write.
    @inlinable public static var write: StepBits { .y(0..<32) }
    /// `true` if a part of a row is written.
    @inlinable public static var isEdit: StepBits { .y(32..<33) }
  }

  /// The words of ``Kind/sent``.
  public enum Sent {
    /// The number of transmissions that were lost.
    @inlinable public static var lost: StepBits { .y(0..<32) }
    /// `true` if it was held back.
    @inlinable public static var isHeld: StepBits { .y(32..<33) }
    /// `true` if it arrives twice.
    @inlinable public static var isDoubled: StepBits { .y(33..<34) }
    /// The microseconds for which it waits behind what was sent before it on the same stream.
    @inlinable public static var inLine: StepBits { .y(34..<64) }
  }

  /// The words of ``Kind/heard``.
  public enum Heard {
    /// The kind of the data event, by its number.
    @inlinable public static var event: StepBits { .y(0..<8) }
    /// The tag of the listen.
    @inlinable public static var tag: StepBits { .y(8..<64) }
  }

  /// The words of ``Kind/published``, whose counts are cut at 32,767.
  public enum Published {
    /// The number of rows that are updated.
    @inlinable public static var updates: StepBits { .y(0..<15) }
    /// The number of rows that are moved.
    @inlinable public static var moves: StepBits { .y(15..<30) }
    /// The number of rows that are inserted.
    @inlinable public static var inserts: StepBits { .y(30..<45) }
    /// The number of rows that are deleted.
    @inlinable public static var deletes: StepBits { .y(45..<60) }
    /// `true` if it is said to be the first one.
    @inlinable public static var isFirst: StepBits { .y(60..<61) }
  }

  /// The words of ``Kind/paged``.
  public enum Paged {
    /// `true` if there are more rows.
    @inlinable public static var hasMore: StepBits { .y(0..<1) }
    /// The number of new rows.
    @inlinable public static var new: StepBits { .y(1..<64) }
  }

  /// The words of ``Kind/reported``.
  public enum Reported {
    /// The `ResourceStage`, by its number.
    @inlinable public static var stage: StepBits { .y(0..<8) }
    /// The number that the stage says beside.
    @inlinable public static var says: StepBits { .y(8..<64) }
  }

  /// The words of ``Kind/tallied``.
  public enum Tallied {
    /// The number of the counted place.
    @inlinable public static var place: StepBits { .y(0..<32) }
    /// `true` if no whole number stands there.
    @inlinable public static var isNoNumber: StepBits { .y(32..<33) }
  }

  /// The words of ``Kind/pending`` of a client, whose counts are cut at 65,535.
  public enum Pending {
    /// The number of listens without an answer.
    @inlinable public static var listens: StepBits { .y(0..<16) }
    /// The number of writes without an answer.
    @inlinable public static var writes: StepBits { .y(16..<32) }
    /// The number of unanswered wishes for when the client is gone.
    @inlinable public static var hooks: StepBits { .y(32..<48) }
    /// The number of transactions that have not ended.
    @inlinable public static var transactions: StepBits { .y(48..<64) }
  }

  /// The words of ``Kind/stored``; the stamp is `x`.
  public enum Stored {
    /// `true` if something was saved, or taken away, rather than loaded.
    @inlinable public static var isSave: StepBits { .y(0..<1) }
    /// `true` if the store could not do it.
    @inlinable public static var isFailure: StepBits { .y(1..<2) }
    /// The tag of the request.
    @inlinable public static var tag: StepBits { .y(2..<34) }
  }

  /// The words of ``Kind/transferred``; the bytes that have come over are `x`.
  public enum Transferred {
    /// 0 for an upload, 1 for a download, 2 for a file that is taken away.
    @inlinable public static var verb: StepBits { .y(0..<2) }
    /// 0 if it goes on, 1 if it is done, else 2 more than the number of the error.
    @inlinable public static var end: StepBits { .y(2..<8) }
    /// The tag of the request.
    @inlinable public static var tag: StepBits { .y(8..<40) }
  }

  /// The words of ``Kind/requested``; the number of rows to pass over is `x`.
  public enum Requested {
    /// 0 behind so many rows, 1 behind a row, 2 beyond a place, 3 behind all rows, 4 given up.
    @inlinable public static var start: StepBits { .y(0..<3) }
    /// `true` if it is to be before its place.
    @inlinable public static var isBackward: StepBits { .y(3..<4) }
    /// `true` if the list begins anew with it.
    @inlinable public static var isFresh: StepBits { .y(4..<5) }
    /// The most rows that are to come.
    @inlinable public static var count: StepBits { .y(5..<21) }
    /// The tag of the request.
    @inlinable public static var tag: StepBits { .y(21..<53) }
    /// `true` if it goes on with a list that has begun anew and is not shown before all of it has come.
    @inlinable public static var goesOn: StepBits { .y(53..<54) }
  }

  /// The words of ``Kind/fetched``; the number of rows before its first one is `x`.
  public enum Fetched {
    /// 0 for a page, else 1 more than the number of the failure.
    @inlinable public static var end: StepBits { .y(0..<4) }
    /// `true` if nothing follows.
    @inlinable public static var isLast: StepBits { .y(4..<5) }
    /// `true` if the list has more rows that way.
    @inlinable public static var hasMore: StepBits { .y(5..<6) }
    /// The number of rows that came.
    @inlinable public static var rows: StepBits { .y(6..<22) }
    /// The tag of the request.
    @inlinable public static var tag: StepBits { .y(22..<54) }
  }

  /// The words of ``Kind/noted``; all of `x` is the family's.
  public enum Noted {
    /// A number of the family's.
    @inlinable public static var detail: StepBits { .y(0..<48) }
    /// The number of the note.
    @inlinable public static var note: StepBits { .y(48..<64) }
  }
}
