// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc
internal import Synchronization

/// Ctrl-C and its kin: the first asks the run to end, the second ends it at once.
///
/// A run that has not noticed the first one in time, because it is deep inside one step, is ended too, so that
/// everything can be stopped within two seconds. Results that are being written are not cut off.
///
///     Interruption.listen()
///     while let event = queue.next(), Interruption.code == nil { … }
///
/// The signal handlers do nothing but change atomic numbers, ask for an alarm and write to the standard error, so they are
/// safe at any moment, and asking costs one relaxed load.
public enum Interruption {
  /// The signals that ask for the end.
  private static let requests = [SIGINT, SIGTERM, SIGQUIT]

  /// Begins to listen for what asks for the end: Ctrl-C, Ctrl-\\, or that the process shall terminate.
  ///
  /// Before that they end the process as they always do, so a user whose program waits for the
  /// standard input need not ask twice.
  package static func listen() {
    _ = arrived.load(ordering: .relaxed)  // The global exists before any signal can come.
    var action = sigaction()
    _ = isNoticed.load(ordering: .relaxed)
    unsafe action.__sigaction_handler.sa_handler = { number in
      let before = arrived.exchange(number, ordering: .relaxed)
      if before != 0 { _exit(number == SIGINT ? 130 : 143) }
      if !isNoticed.load(ordering: .relaxed) { askForAlarm() }
    }
    var late = sigaction()
    unsafe late.__sigaction_handler.sa_handler = { _ in
      if isNoticed.load(ordering: .relaxed) { return }
      farewell.withUTF8Buffer { unsafe _ = write(2, $0.baseAddress, $0.count) }
      _exit(arrived.load(ordering: .relaxed) == SIGINT ? 130 : 143)
    }
    late.sa_flags = SA_RESTART
    unsafe sigaction(SIGALRM, &late, nil)
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

  /// The exit code of the run because of a signal, or nil if none has come.
  public static var code: ExitCode? {
    let number = arrived.load(ordering: .relaxed)
    if number == 0 { return nil }
    isNoticed.store(true, ordering: .relaxed)
    return number == SIGTERM || number == SIGQUIT ? .terminated : .interrupted
  }

  /// Says whether results are being written now, which only a second signal cuts off.
  static func conclude(_ isConcluding: Bool) {
    isNoticed.store(isConcluding || arrived.load(ordering: .relaxed) != 0, ordering: .relaxed)
  }

  /// `true` if the parent process wants this one not to hear a signal, as `nohup` and `&` do.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    unsafe sigaction(number, nil, &action)
    let ignored = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
    return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == ignored
  }
}

/// The number of microseconds that a signal may stay unnoticed.
private let patience = 1_700_000
/// The message about a run that did not notice.
private let farewell: StaticString =
  "weir: stopped inside of one long step; of this run nothing is written\n"
/// `true` if the command knows that it is to end, or is writing the last results.
private let isNoticed = Atomic<Bool>(false)
/// The signal that has come, or 0.
private let arrived = Atomic<Int32>(0)

/// Asks for an alarm when a signal has stayed unnoticed for too long; safe in a signal handler.
private func askForAlarm() {
  var timer = itimerval()
  timer.it_value.tv_sec = patience / 1_000_000
  timer.it_value.tv_usec = patience % 1_000_000
  unsafe setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
}
