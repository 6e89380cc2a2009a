internal import Foundation
internal import PackagePlugin

/// `swift package gate`: builds `weir` and lets it hold every scenario of the package against its baseline.
///
///     swift package gate                       weir gate Scenarios
///     swift package gate --against main Scenarios/first-steps.yaml
///
/// It is a thin wrapper. The package manager turns every verdict into 0 or 1, so that a script that wants to know
/// which one it was calls `weir gate` itself.
@main
struct GatePlugin: CommandPlugin {
  /// Carries out `weir gate` in the package's folder.
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let process = Process()
    process.executableURL = try context.tool(named: "weir").url
    process.currentDirectoryURL = context.package.directoryURL
    process.arguments = ["gate"] + (arguments.isEmpty ? ["Scenarios"] : arguments)
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 {
      Diagnostics.error("weir gate ended with \(process.terminationStatus)")
    }
  }
}
