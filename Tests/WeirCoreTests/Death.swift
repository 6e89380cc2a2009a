// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

/// `true` if a process that was to die said `words` on its standard error stream.
func died(_ death: ExitTest.Result?, saying words: String) -> Bool {
  guard let death else { return false }
  return String(decoding: death.standardErrorContent, as: UTF8.self).contains(words)
}
