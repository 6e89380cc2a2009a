/// Finds old rows by their ids: open addressing over places, so that no row and no id is ever copied.
///
/// Rows of one id form a queue in the order of the list. Nothing ever walks over the table itself, so that
/// the hash of an id can influence how long a search takes and nothing else.
@usableFromInline
struct RowTable: Sendable {
  @usableFromInline
  struct Slot: Sendable {
    /// The upper bits of the hash, looked at before the id.
    @usableFromInline var tag: UInt32
    /// Some row of the slot's id, or −1 in a free slot.
    @usableFromInline var row: Int32
    /// The first row of the queue, or −1 when all were taken.
    @usableFromInline var head: Int32

    @inlinable
    init(tag: UInt32, row: Int32, head: Int32) {
      self.tag = tag
      self.row = row
      self.head = head
    }
  }

  @usableFromInline var slots: [Slot] = []
  /// For each row, the next one of the same id, or −1.
  @usableFromInline var next: [Int32] = []

  @inlinable
  init() {}

  /// Empties the table and makes room for `count` of the rows of a list of `listCount`.
  @inlinable
  mutating func clear(for count: Int, of listCount: Int) {
    var capacity = 8
    while capacity < 2 * count { capacity *= 2 }
    slots.removeAll(keepingCapacity: true)
    slots.append(contentsOf: repeatElement(Slot(tag: 0, row: -1, head: -1), count: capacity))
    if next.count < listCount {
      next.append(contentsOf: repeatElement(-1, count: listCount - next.count))
    }
  }

  /// The slot of the id of which `isSame` knows the rows, or the free one where it belongs.
  @inlinable
  func slot(of hash: UInt64, _ isSame: (Int) -> Bool) -> Int {
    let tag = UInt32(truncatingIfNeeded: hash &>> 32)
    let mask = slots.count &- 1
    var place = Int(truncatingIfNeeded: hash) & mask
    while true {
      let slot = slots[place]
      if slot.row < 0 || (slot.tag == tag && isSame(Int(slot.row))) { return place }
      place = (place &+ 1) & mask
    }
  }

  /// Puts `row` at the head of the queue of its id.
  @inlinable
  mutating func push(_ row: Int, hash: UInt64, _ isSame: (Int) -> Bool) {
    let place = slot(of: hash, isSame)
    let row = Int32(truncatingIfNeeded: row)
    next[Int(row)] = slots[place].head
    slots[place] = Slot(tag: UInt32(truncatingIfNeeded: hash &>> 32), row: row, head: row)
  }

  /// Takes the first row of the queue of an id, or −1 if none is left.
  @inlinable
  mutating func pop(hash: UInt64, _ isSame: (Int) -> Bool) -> Int {
    let place = slot(of: hash, isSame)
    let head = slots[place].head
    if head >= 0 { slots[place].head = next[Int(head)] }
    return Int(head)
  }
}
