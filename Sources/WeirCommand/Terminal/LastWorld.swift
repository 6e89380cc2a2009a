// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirRun

/// The world of the last run of a process, which stays until the process ends.
///
/// A process that ends gives all of its memory back at once. To give that of a hundred thousand clients back piece by piece
/// takes a tenth of their run.
package final class LastWorld {
  private var world: World?

  package init() {}

  /// `true` if it has no world.
  package var isEmpty: Bool { world == nil }

  /// Keeps a world, unless more than memory must be given back at its end, such as a program that it started.
  package func keep(_ world: consuming World) {
    if world.isMemoryAlone { self.world = consume world }
  }
}
