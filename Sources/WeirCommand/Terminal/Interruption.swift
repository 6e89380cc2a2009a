internal import Glibc
internal import Synchronization

/// Ctrl-C and its kin: the first asks the run to end, the second ends it at once.
///
///     Interruption.listen()
///     while let event = queue.next(), Interruption.code == nil { … }
///
/// The signal handler does nothing but change one atomic number, so it is safe at any moment, and
/// asking costs one relaxed load.
public enum Interruption {
  /// The signals by which somebody asks for the end.
  private static let requests = [SIGINT, SIGTERM, SIGQUIT]

  /// Begins to listen for what asks for the end: Ctrl-C, Ctrl-\\, or that the process shall terminate.
  ///
  /// Until then they end the process as they always do, so somebody who waits for the standard
  /// input need not ask twice.
  package static func listen() {
    _ = arrived.load(ordering: .relaxed)  // The global exists before any signal can come.
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = { number in
      let before = arrived.exchange(number, ordering: .relaxed)
      if before != 0 { _exit(number == SIGINT ? 130 : 143) }
    }
    action.sa_flags = SA_RESTART
    for number in requests where !isIgnored(number) {
      unsafe sigaction(number, &action, nil)
    }
  }

  /// Lets writing to a closed pipe, or beyond the size that files may have, fail with an error instead of killing the
  /// process.
  package static func letWritesFail() {
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
  }

  /// Leaves signals to the process that started this one and ends it when the time has come.
  static func leaveToStarter() {
    for number in requests { signal(number, SIG_IGN) }
  }

  /// How the run must end because of a signal, or nil if none has come.
  public static var code: ExitCode? {
    switch arrived.load(ordering: .relaxed) {
    case 0: nil
    case SIGTERM, SIGQUIT: .terminated
    default: .interrupted
    }
  }

  /// Whether whoever started the process wants it not to hear a signal, as `nohup` and `&` do.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    unsafe sigaction(number, nil, &action)
    let ignored = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
    return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == ignored
  }
}

/// The signal that has come, or 0.
private let arrived = Atomic<Int32>(0)
