// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc
package import WeirCore
internal import WeirRun

/// A destination of text: the standard output, the standard error, or a memory that a test reads.
///
/// Writing is buffered and never fails on the spot. A reader who has left (`weir list metrics |
/// head -1`) is not an error: the rest is dropped. Any other failure is kept in ``failure``, so
/// that a full disk cannot pass for success.
package final class Output {
  /// The result of earlier writing.
  private enum State {
    case open
    case unread
    case failed(Int32)
  }

  private let descriptor: Int32?
  private let name: String
  /// The name of the program in lines that people can type.
  let program: String
  private var buffer: [UInt8] = []
  private var state = State.open

  /// Writes to a file descriptor, or with nil into ``kept``.
  package init(_ descriptor: Int32?, called name: String, of program: String = "weir") {
    self.descriptor = descriptor
    self.name = name
    self.program = program
  }

  /// All text written so far, if there is no descriptor.
  package var kept: String { String(decoding: buffer, as: UTF8.self) }

  /// `true` if anybody still takes what is written.
  package var isTaken: Bool {
    if case .open = state { return true }
    return false
  }

  /// The problem, if writing failed.
  package var failure: Problem? {
    guard case .failed(let number) = state else { return nil }
    return Problem(
      message: "cannot write to the \(name): \(systemWords(number))",
      remedy: "see that the disk is not full and the output is open")
  }

  /// Writes a text for people, cleaned by `CleanText`, in which this program is called by its own name.
  package func write(_ text: String) {
    let text = ProgramName.saying(program, in: CleanText.page(text), before: OptionTable.verbWords)
    write(text.utf8)
  }

  /// Writes a text for people in a tone.
  func write(_ text: String, _ tone: Ink.Tone) {
    write(verbatim: tone.begin)
    write(text)
    write(verbatim: tone.end)
  }

  /// Writes a text as it is: for programs that this one talks to, and for what it composed itself.
  package func write(verbatim text: String) { write(text.utf8) }

  /// Writes bytes.
  package func write(_ bytes: some Sequence<UInt8>) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= 1 << 16 { flush() }
  }

  /// Hands over what is buffered.
  package func flush() {
    guard let descriptor else { return }
    var done = 0
    while done < buffer.count, isTaken {
      let count = unsafe buffer.withUnsafeBytes { bytes in
        unsafe Glibc.write(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
      }
      if count >= 0 {
        done += count
      } else {
        pause(on: descriptor, after: errno)
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Waits for a full pipe that must not block, and notes every other error.
  private func pause(on descriptor: Int32, after number: Int32) {
    switch number {
    case EINTR: return
    case EAGAIN:
      var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = unsafe poll(&wait, 1, 1000)
    case EPIPE: state = .unread
    default: state = .failed(number)
    }
  }
}

/// Returns the system's words for an error number.
func systemWords(_ number: Int32) -> String {
  guard let text = unsafe strerror(number) else { return "error \(number)" }
  return unsafe String(cString: text)
}
