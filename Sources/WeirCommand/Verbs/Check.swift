enum Check {
  static func perform(_ options: CheckOptions, in surroundings: Surroundings) -> ExitCode {
    .nothingMeasured
  }
}
enum Explain {
  static func perform(_ invocation: Invocation, in surroundings: Surroundings) -> ExitCode {
    .nothingMeasured
  }
}
enum List {
  static func perform(_ options: ListOptions, in surroundings: Surroundings) -> ExitCode {
    .nothingMeasured
  }
}
