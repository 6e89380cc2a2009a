// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import WeirDiff
import WeirLists
import WeirStreams
import WeirTree

// An app that links the products for apps beside Foundation: each name means one thing.

final class Screen: ListStreamDelegate {
  let price = Decimal(string: "1.25")
  var changes = 0

  func streamWillChange() {}
  func streamItemsDeleted(at places: [Place]) {}
  func streamItemsAdded(at places: [Place]) {}
  func streamItemsChanged(at places: [Place]) {}
  func streamDidChange() { changes += 1 }
  func streamDidFinishInitialLoad(_ refusal: Message.Refusal?) {}
}

// Foundation's own.
func close(_ delegate: any StreamDelegate, _ stream: Stream) {
  delegate.stream(stream, handle: .endEncountered)
}
