public import WeirTree

/// Who may read and write what: a list of grants, each for a location and all that lies below it.
///
///     Permissions([Grant(.everybody, mayRead: Path("news")), Grant(.user("ann"), mayWrite: Path("news"))])
///
/// What no grant allows is forbidden, and what one allows no other can take back.
public struct Permissions: Sendable {
  /// Whom a grant is for.
  public enum Subject: Hashable, Sendable {
    /// Whoever it is.
    case everybody
    /// Whoever has said who they are.
    case anyUser
    /// One user.
    case user(String)
  }

  /// A location that somebody may read or write.
  public struct Grant: Sendable {
    var subject: Subject
    var path: Path
    var isForWriting: Bool

    /// Lets somebody read.
    public init(_ subject: Subject, mayRead path: Path) {
      (self.subject, self.path, isForWriting) = (subject, path, false)
    }

    /// Lets somebody write.
    public init(_ subject: Subject, mayWrite path: Path) {
      (self.subject, self.path, isForWriting) = (subject, path, true)
    }
  }

  private var grants: [Grant]

  /// Makes permissions of grants.
  public init(_ grants: [Grant]) { self.grants = grants }

  /// Whether somebody may listen at a path.
  public func allowsRead(at path: Path, auth: Message.Auth?) -> Bool {
    grants.contains { !$0.isForWriting && Self.concerns($0, path, auth) }
  }

  /// Whether somebody may write to all of the paths.
  public func allowsWrite(of paths: [Path], auth: Message.Auth?) -> Bool {
    paths.allSatisfy { path in
      grants.contains { $0.isForWriting && Self.concerns($0, path, auth) }
    }
  }

  private static func concerns(_ grant: Grant, _ path: Path, _ auth: Message.Auth?) -> Bool {
    guard path.leads(below: grant.path) else { return false }
    switch grant.subject {
    case .everybody: return true
    case .anyUser: return auth != nil
    case .user(let name): return auth.map { $0.uid.utf8.elementsEqual(name.utf8) } ?? false
    }
  }
}
