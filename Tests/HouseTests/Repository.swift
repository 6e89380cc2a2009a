// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// The files of this repository, as they lie on the disk.
enum Repository {
  /// The top folder.
  static let top = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// Every Swift file below `folder`, by its path from the top, in order.
  static func swiftFiles(in folder: String) -> [String] {
    let all = FileManager.default.enumerator(atPath: "\(top)/\(folder)")
    return (all?.compactMap { $0 as? String } ?? [])
      .filter { $0.hasSuffix(".swift") }.map { "\(folder)/\($0)" }.sorted()
  }

  /// The text of a file.
  static func text(of path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: "\(top)/\(path)")), as: UTF8.self)
  }

  /// The rooms and what each may import, as Package.swift has them.
  static func rooms() throws -> [String: [String]] {
    let manifest = try text(of: "Package.swift")
    let table = manifest.components(separatedBy: "let rooms").dropFirst().first ?? ""
    let body = table.components(separatedBy: "\n]\n").first ?? ""
    var rooms: [String: [String]] = [:]
    for entry in body.matches(of: /"(\w+)":\s*\[([^\]]*)\]/) {
      rooms[String(entry.1)] = entry.2.matches(of: /"(\w+)"/).map { String($0.1) }
    }
    return rooms
  }

  /// The rooms that apps may link, as Package.swift has them.
  static func roomsForApps() throws -> Set<String> {
    let manifest = try text(of: "Package.swift")
    let table = manifest.components(separatedBy: "let roomsForApps").dropFirst().first ?? ""
    let body = table.components(separatedBy: "\n]\n").first ?? ""
    return Set(body.matches(of: /"(\w+)"/).map { String($0.1) })
  }
}
