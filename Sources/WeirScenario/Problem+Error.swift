internal import WeirCore

/// A single problem can be thrown, and be the failure of a `Result`.
extension Problem: Error {}
