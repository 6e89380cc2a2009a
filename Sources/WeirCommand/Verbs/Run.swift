/// `weir run`.
enum Run {
  /// Runs scenarios and judges them.
  static func perform(_ options: RunOptions, in surroundings: Surroundings) -> ExitCode {
    .nothingMeasured
  }
}
