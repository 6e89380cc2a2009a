// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCommand
import WeirRun

/// A program of somebody else: all that `weir` can do, with a family of stacks that Weir's sources know nothing of.
@main
enum ToyWeir {
  static func main() {
    Command.main(
      Array(CommandLine.arguments.dropFirst()), catalogue: .standard.adding(NudgerFamily.self))
  }
}
