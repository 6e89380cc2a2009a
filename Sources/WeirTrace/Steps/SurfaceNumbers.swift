// SPDX-License-Identifier: GPL-3.0-or-later

/// The surfaces of apps that show more than one, by the numbers that steps use.
///
/// A client's own number is that of its main list. Every other surface of its app has a number of its own, beyond those
/// of all clients, so that one number in a step says whose list it is about.
///
///     var numbers = SurfaceNumbers(clients: 3)
///     numbers.add("badge", of: 2)  // 3
///     numbers.home(of: 3)          // 2
///     numbers.words(for: 3)        // "client 2's badge"
///     numbers.words(for: 1)        // "client 1"
package struct SurfaceNumbers: Hashable, Sendable {
  private struct Surface: Hashable, Sendable {
    var client: UInt32
    var name: String
  }

  /// The number of clients.
  package let clients: Int
  private var surfaces: [Surface] = []
  /// By client: the place of its first surface, or of the next client's.
  private var starts: [Int] = []

  /// Makes the numbers of so many clients, none of which has a surface beside its list.
  package init(clients: Int) { self.clients = clients }

  /// Makes numbers that are all of clients.
  package init() { self.init(clients: .max) }

  /// Gives a surface of a client the next number; clients come in order.
  @discardableResult
  package mutating func add(_ name: String, of client: UInt32) -> UInt32 {
    while starts.count <= Int(client) { starts.append(surfaces.count) }
    surfaces.append(Surface(client: client, name: name))
    return UInt32(clients + surfaces.count - 1)
  }

  /// `true` if no app has a surface beside its list.
  package var isEmpty: Bool { surfaces.isEmpty }

  /// The numbers of all surfaces.
  package var range: Range<UInt32> {
    isEmpty ? 0..<0 : UInt32(clients)..<UInt32(clients + surfaces.count)
  }

  /// `true` if a number is that of a surface beside a list.
  package func isSurface(_ number: UInt32) -> Bool { range.contains(number) }

  /// The client whose app shows the surface of a number; a client's own number is its own.
  package func home(of number: UInt32) -> UInt32 {
    isSurface(number) ? surfaces[Int(number) - clients].client : number
  }

  /// The name of a surface beside a list; nil: the number is a client's.
  package func name(of number: UInt32) -> String? {
    isSurface(number) ? surfaces[Int(number) - clients].name : nil
  }

  /// The numbers of the surfaces that a client's app shows beside its list.
  package func beside(_ client: UInt32) -> Range<UInt32> {
    guard Int(client) < starts.count else { return 0..<0 }
    let end = Int(client) + 1 < starts.count ? starts[Int(client) + 1] : surfaces.count
    return UInt32(clients + starts[Int(client)])..<UInt32(clients + end)
  }

  /// A surface or a client, as sentences call it.
  package func words(for number: UInt32) -> String {
    guard let name = name(of: number) else { return "client \(number)" }
    return "client \(home(of: number))'s \(name)"
  }
}
