// SPDX-License-Identifier: GPL-3.0-or-later
import ForeignLists
import WeirCommand

/// Weir with list adapters of other libraries: run, sweep, shrink, follow, gate and all other verbs know them.
@main
enum Main {
  static func main() {
    Command.main(Array(CommandLine.arguments.dropFirst()), catalogue: .foreign)
  }
}
