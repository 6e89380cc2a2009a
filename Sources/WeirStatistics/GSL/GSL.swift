// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGSL
package import WeirCore

/// The one door to the GNU Scientific Library: nothing behind it may abort the process or let a NaN out.
///
/// GSL's own handler aborts on the first error. Everything in this folder calls ``silence()`` first.
package enum GSL {
  /// Evaluated once in a process, by the first thread to get there.
  private static let silenced: Void = {
    unsafe _ = gsl_set_error_handler_off()
  }()

  /// Switches off GSL's aborting error handler, once.
  static func silence() { _ = silenced }

  /// Passes on a finite number; anything else becomes a problem.
  package static func finite(_ value: Double, _ what: @autoclosure () -> String) throws(Problems)
    -> Double
  {
    if value.isFinite { return value }
    throw Problems([
      Problem(
        message: "\(what()) cannot be computed: the result is \(value)",
        remedy: "choose parameters that are less extreme")
    ])
  }

  /// Turns a status other than success into a problem with GSL's words.
  package static func check(_ status: Int32, _ what: @autoclosure () -> String) throws(Problems) {
    if status == success { return }
    let words = unsafe String(cString: gsl_strerror(status))
    throw Problems([
      Problem(
        message: "\(what()) failed: \(words)",
        remedy: "check that the data are finite and that there are enough of them")
    ])
  }

  /// The version of the library that computes, such as `2.8`.
  package static var version: String { unsafe String(cString: weir_gsl_version()) }

  /// The status of a call that went well.
  static var success: Int32 { Int32(GSL_SUCCESS) }
}
