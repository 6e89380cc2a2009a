// SPDX-License-Identifier: GPL-3.0-or-later
internal import Foundation
internal import PackagePlugin

/// `swift package gate`: builds `weir` and lets it hold every scenario of the package against its baseline.
///
///     swift package gate                          // weir gate Scenarios
///     swift package gate --against main Scenarios/first-steps.yaml
///
/// It works in Weir's own package and in every package that depends on it: scenarios and baselines are those of the
/// package in whose folder it is called.
///
/// It is a thin wrapper. The package manager turns every verdict into 0 or 1, so that a script that wants to know
/// which one it was calls `weir gate` itself.
///
/// The plugin asks for the program when it is called, and the manifest names no dependency of it: with one, every
/// build of the package would compile all rooms a second time, as tools of the plugin.
@main
struct GatePlugin: CommandPlugin {
  /// Carries out `weir gate` in the package's folder.
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let build = try packageManager.build(
      .product("weir"), parameters: .init(configuration: .release, logging: .concise))
    guard build.succeeded,
      // A package may have programs of its own, which the package manager names as well.
      let program = build.builtArtifacts.first(where: {
        $0.kind == .executable && $0.url.lastPathComponent == "weir"
      })
    else {
      Diagnostics.error("weir was not built:\n\(build.logText)")
      return
    }
    let process = Process()
    process.executableURL = program.url
    process.currentDirectoryURL = context.package.directoryURL
    process.arguments = ["gate"] + (arguments.isEmpty ? ["Scenarios"] : arguments)
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 {
      Diagnostics.error("weir gate ended with \(process.terminationStatus)")
    }
  }
}
