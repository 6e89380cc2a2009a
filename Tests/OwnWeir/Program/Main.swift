import Stacks
import WeirCommand

/// Weir with the stacks of this package: run, sweep, shrink, follow, gate and all other verbs know them.
@main
enum Main {
  static func main() {
    Command.main(Array(CommandLine.arguments.dropFirst()), catalogue: .own)
  }
}
