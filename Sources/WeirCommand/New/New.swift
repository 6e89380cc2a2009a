// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirReport
internal import WeirScenario

/// `weir new`: a package with a stack of one's own, a scenario, a test and a job for CI.
enum New {
  /// Writes the package into a folder in which there is nothing yet.
  static func perform(_ options: NewOptions, in environment: CommandEnvironment) -> ExitCode {
    let package: NewPackage
    do throws(Problem) {
      package = try self.package(options, in: environment)
    } catch {
      environment.report(error)
      return .usage
    }
    for file in package.files {
      let path = "\(options.folder)/\(file.path)"
      if case .success = environment.files.read(path) {
        environment.report(
          Problem(
            message: "'\(path)' is there already, and nothing is written over it",
            remedy: "name a folder that is not there, or remove the file"))
        return .cannotCreate
      }
    }
    do throws(FileFailure) {
      for file in package.files {
        try WholeFile.write(file.text, to: "\(options.folder)/\(file.path)")
      }
    } catch {
      environment.report(error.problem)
      return ExitCode(error)
    }
    environment.show(
      """
      \(CleanText.line(options.folder)) has a stack, a scenario\(package.lastParts). Now:
        cd \(Report.quoted(options.folder))
        swift run -c release \(options.name) run Scenarios/chat.yaml
        swift test --disable-xctest

      """)
    return .pass
  }

  /// The package, which depends on the Weir that was named, or on the one out of which this program was built.
  private static func package(
    _ options: NewOptions, in environment: CommandEnvironment
  ) throws(Problem) -> NewPackage {
    guard let place = options.weir ?? ownPackage(environment) else {
      throw Problem(
        message: "it is not known where Weir is", remedy: "say it: --weir PATH, or --weir URL")
    }
    if place.contains("://") || place.hasSuffix(".git") {
      let last = place.split(separator: "/").last ?? "weir"
      return NewPackage(
        name: options.name, weir: ".package(url: \(CleanText.quoted(place)), branch: \"main\")",
        identity: String(last.hasSuffix(".git") ? last.dropLast(4) : last))
    }
    guard case .success = environment.files.read("\(place)/Package.swift") else {
      throw Problem(
        message: "there is no package in '\(place)'",
        remedy: "name the folder of Weir, in which Package.swift lies, or its address")
    }
    // A path is typed as seen from here, and stands in the manifest as seen from the package.
    let isNear = !place.hasPrefix("/") && !options.folder.hasPrefix("/")
    let way =
      isNear ? options.folder.split(separator: "/").map { $0 == "." ? "" : "../" }.joined() : ""
    let path = CleanText.quoted(way + place)
    return NewPackage(
      name: options.name, weir: ".package(name: \"weir\", path: \(path))", isNear: true)
  }

  /// The package in whose `.build` this program lies.
  private static func ownPackage(_ environment: CommandEnvironment) -> String? {
    let program = Machine.file(of: environment.program)
    let parts = program.split(separator: "/", omittingEmptySubsequences: false)
    guard let build = parts.lastIndex(of: ".build"), build > 0 else { return nil }
    return parts[..<build].joined(separator: "/")
  }
}

/// The words of a `weir new`.
struct NewOptions: Hashable {
  var folder: String
  /// The name of the package: the last part of the folder.
  var name: String
  /// The path or the address of Weir; nil: where this program was built.
  var weir: String?

  /// Takes the options from a command line that the table has checked.
  init(_ invocation: Invocation) throws(Problems) {
    var folder = invocation.operands[0]
    while folder.utf8.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    self.folder = folder
    name = folder.split(separator: "/").last.map(String.init) ?? ""
    let first = name.utf8.first ?? 0
    // A target of this name would stand beside one of ours, or of the toolchain.
    let isTaken =
      ["stacks", "stackstests", "weir", "swift", "testing", "foundation"].contains(
        name.lowercased())
      || name.hasPrefix("Weir")
    let isName = name.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
        || byte == 45 || byte == 95
    }
    guard isName, (65...90).contains(first) || (97...122).contains(first), !isTaken else {
      throw Problems([
        Problem(
          message: isTaken
            ? "'\(name)' is the name of something that the package depends on"
            : "a package cannot be called '\(name)'",
          remedy: isTaken
            ? "call it otherwise: weir new my-weir"
            : "begin with a letter, and use letters, digits, hyphens and underscores: weir new my-weir"
        )
      ])
    }
    weir = invocation.value("weir")
  }
}
