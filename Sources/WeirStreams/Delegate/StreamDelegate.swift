// SPDX-License-Identifier: Apache-2.0
public import WeirDiff
public import WeirTree

/// A delegate that is told how a stream changes, call by call, in the style of Objective-C apps.
///
/// For each publication the calls are, in this order and only those that have something to say:
///
///     streamWillChange()
///     streamSectionsDeleted([1])   // sections of the old list
///     streamItemsDeleted(at: [3])  // places in the old list
///     streamSectionsAdded([0])     // sections of the new list
///     streamItemsAdded(at: [0])    // places in the new list
///     streamDidChange()
///     streamItemsChanged(at: [5])  // places in the list as it is now
///     streamDidFinishInitialLoad(nil)
///
/// Will and did come in pairs around at least one delete or add. A row that moves is deleted and added. A row in
/// a section that goes or comes is not named. The list has changed already when the first call comes.
public protocol StreamDelegate: AnyObject {
  /// Tells that rows will be deleted or added.
  func streamWillChange()
  /// Tells that these rows of the old list are gone, or elsewhere.
  func streamItemsDeleted(at places: [Place])
  /// Tells that these rows of the new list are new, or were elsewhere.
  func streamItemsAdded(at places: [Place])
  /// Tells that these rows look different, and are where they were among the others.
  func streamItemsChanged(at places: [Place])
  /// Tells that rows were deleted or added.
  func streamDidChange()
  /// Tells that all rows of the first value have been told, or will never come because of this;
  /// told once each time that the stream is opened.
  func streamDidFinishInitialLoad(_ refusal: Message.Refusal?)
  /// Tells that the rows are no longer kept up to date, because of this.
  func streamDidLose(_ refusal: Message.Refusal)
  /// Tells that these sections of the old list are gone; streams with fixed sections never say so.
  func streamSectionsDeleted(_ sections: [Int])
  /// Tells that these sections of the new list are new; streams with fixed sections never say so.
  func streamSectionsAdded(_ sections: [Int])
}

extension StreamDelegate {
  /// Does nothing.
  public func streamDidLose(_ refusal: Message.Refusal) {}
  /// Does nothing.
  public func streamSectionsDeleted(_ sections: [Int]) {}
  /// Does nothing.
  public func streamSectionsAdded(_ sections: [Int]) {}
}
