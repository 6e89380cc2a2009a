// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirClient

/// A bug of a client: it stands between the client and its phone, and alters what the client wishes before
/// that is carried out.
///
/// The client itself stays right.
package protocol ClientTamper: Sendable {
  /// Makes a tamper for a client that starts.
  init()

  /// Alters what the client wishes, all that came of one event from `first` on.
  mutating func tamper(_ wishes: inout [Client.Wish], from first: Int)
}
