// SPDX-License-Identifier: GPL-3.0-or-later
import CFloors
import WeirBenchmarks

/// The list diff in C, with memory for two lists.
///
///     let rows = DiffInC.rows(EditPattern.append1.edit(1_000))
///     DiffInC(rows)?.count(rows)  // 10: that many rows are new, gone, changed or elsewhere
@safe
struct DiffInC: ~Copyable {
  /// Two lists of rows with an integer for an id.
  typealias Rows = (old: [weir_floor_row], new: [weir_floor_row])

  private let memory: OpaquePointer

  /// Takes the memory that lists of this length need.
  init?(_ rows: Rows) {
    let made = unsafe weir_floor_diff_make(UInt32(rows.old.count), UInt32(rows.new.count))
    guard let made = unsafe made else { return nil }
    unsafe memory = made
  }

  deinit { unsafe weir_floor_diff_end(memory) }

  /// Returns both lists of an edit as rows.
  static func rows(_ edit: ListEdit) -> Rows {
    edit.rows { weir_floor_row(id: Int64($0), stamp: $1) }
  }

  /// Compares two lists, and returns how many changes there are.
  @inline(never)
  func count(_ rows: Rows) -> Int {
    unsafe rows.old.withUnsafeBufferPointer { old in
      unsafe rows.new.withUnsafeBufferPointer { new in
        let changes = unsafe weir_floor_diff_compare(
          memory, old.baseAddress, UInt32(old.count), new.baseAddress, UInt32(new.count))
        let lone = unsafe Int(changes.delete_count) + Int(changes.insert_count)
        return unsafe lone + Int(changes.update_count) + Int(changes.move_count)
      }
    }
  }
}
