// SPDX-License-Identifier: GPL-3.0-or-later
public import WeirCore

extension Scenario {
  /// Reads and checks the scenario in a file, or says everything that is wrong with it.
  ///
  ///     let scenario = try Scenario(reading: "chat.yaml", in: schema, loader: .files)
  ///
  /// Two runs over the same files, environment and overrides give the same scenario or the same
  /// problems, in the same order.
  ///
  /// - Parameters:
  ///   - file: The file, or `-` for standard input.
  ///   - schema: What a scenario may contain.
  ///   - loader: Where the file, what it extends and what was measured come from.
  ///   - environment: What `${NAME}` may ask for.
  ///   - overrides: Values that count instead of the file's: `clients.0.count=500`.
  public init(
    reading file: String, in schema: Schema, loader: FileLoader,
    environment: [String: String] = [:],
    overrides: [String] = []
  ) throws(Problems) {
    try self.init(
      text: loader.text(of: file), named: file, in: schema, loader: loader,
      environment: environment, overrides: overrides)
  }

  /// Checks the scenario in a text, or says everything that is wrong with it.
  ///
  /// - Parameters:
  ///   - text: The bytes of the file.
  ///   - file: What to call the file; what it names is looked for in its folder.
  ///   - schema: What a scenario may contain.
  ///   - loader: Where what it extends and what was measured come from.
  ///   - environment: What `${NAME}` may ask for.
  ///   - overrides: Values that count instead of the file's: `clients.0.count=500`.
  public init(
    text: [UInt8], named file: String, in schema: Schema, loader: FileLoader = .none,
    environment: [String: String] = [:], overrides: [String] = []
  ) throws(Problems) {
    let loader = loader.serving(file)
    var assembly = Assembly(loader: loader, environment: environment)
    let node = assembly.assemble(text, named: file, overrides: overrides)
    var decoder = Decoder(schema, loader: loader)
    decoder.problems = assembly.problems
    let scenario = node.flatMap { decoder.scenario($0, named: Self.name(of: file)) }
    guard decoder.problems.isEmpty, var scenario else {
      throw decoder.problems.shown(files: assembly.files, concealing: loader.isOutside)
    }
    scenario.fingerprint = Canonical.fingerprint(decoder.values)
    scenario.provenance = Provenance(
      files: assembly.files, environment: assembly.variables, overrides: overrides,
      values: decoder.values)
    self = scenario
  }

  /// The file's name without folder and ending, or `stdin`.
  static func name(of file: String) -> String {
    if file == "-" { return "stdin" }
    let last = file.split(separator: "/").last.map(String.init) ?? file
    guard let dot = last.utf8.lastIndex(of: UInt8(ascii: ".")), dot > last.startIndex else {
      return last
    }
    return String(last[..<dot])
  }

  /// Every value that counts, one a line, with its origin.
  ///
  ///     network.delay = { exponential: 40ms, at-least: 5ms }  # chat.yaml:6:21
  ///     network.loss = 0%  # default
  public var canonicalText: String {
    var text = ""
    for value in provenance.values {
      var words = value.words
      if words.utf8.count > 400 {
        words = String(words.unicodeScalars.prefix(200)) + "… (\(words.utf8.count) bytes)"
      }
      text += "\(value.path) = \(words)  # \(value.mark.map(\.description) ?? "default")\n"
    }
    return text
  }
}

extension Draft {
  /// Reads the scenario in a file, or says what is wrong with its text.
  ///
  /// - Parameters:
  ///   - file: The file, or `-` for standard input.
  ///   - schema: What a scenario may contain.
  ///   - loader: Where the file, what it extends and what was measured come from.
  ///   - environment: What `${NAME}` may ask for.
  ///   - overrides: Values that count instead of the file's: `clients.0.count=500`.
  package init(
    reading file: String, in schema: Schema, loader: FileLoader,
    environment: [String: String] = [:], overrides: [String] = []
  ) throws(Problems) {
    try self.init(
      text: loader.text(of: file), named: file, in: schema, loader: loader,
      environment: environment, overrides: overrides)
  }
}
