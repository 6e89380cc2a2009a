// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
public import WeirCore
import WeirMetrics
public import WeirScenario

extension Schema {
  /// The format with the promises that every run is held to, the metrics that it reports, and the stacks that come
  /// with the program.
  public static let weir = Catalogue.standard.schema
}

extension Scenario {
  /// Reads and checks the scenario in a file in the format of every run, or says everything that is wrong with it.
  ///
  ///     let scenario = try Scenario(reading: "chat.yaml", loader: .files)
  public init(
    reading file: String, loader: FileLoader, environment: [String: String] = [:],
    overrides: [String] = []
  ) throws(Problems) {
    try self.init(
      reading: file, in: .weir, loader: loader, environment: environment, overrides: overrides)
  }

  /// Checks the scenario in a text in the format of every run, or says everything that is wrong with it.
  public init(
    text: [UInt8], named file: String, loader: FileLoader = .none,
    environment: [String: String] = [:], overrides: [String] = []
  ) throws(Problems) {
    try self.init(
      text: text, named: file, in: .weir, loader: loader, environment: environment,
      overrides: overrides)
  }
}

extension Draft {
  /// Reads the file in `text` and all that it extends, as a scenario in the format of every run may be written.
  package init(
    text: [UInt8], named file: String, loader: FileLoader = .none,
    environment: [String: String] = [:], overrides: [String] = []
  ) throws(Problems) {
    try self.init(
      text: text, named: file, in: .weir, loader: loader, environment: environment,
      overrides: overrides)
  }
}
