// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCommand

/// The command `weir`; everything it does is in WeirCommand.
@main
enum Weir {
  static func main() {
    Command.main(Array(CommandLine.arguments.dropFirst()))
  }
}
