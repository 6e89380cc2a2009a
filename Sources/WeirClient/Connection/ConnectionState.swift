// SPDX-License-Identifier: Apache-2.0

/// The states of a client's connection.
public enum ConnectionState: UInt8, Sendable {
  /// There is none, or it is over.
  case disconnected
  /// The server was asked to begin a session.
  case connecting
  /// The server was told who the user is.
  case authenticating
  /// Requests are sent as they come.
  case connected
}
