// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirGate
import WeirReport
import WeirRun

import WeirCommand

@Suite struct AllocationsTests {
  /// Returns the memory that `body` asks the allocator for.
  private static func memory(of body: () -> Void) throws -> Baseline.Memory {
    // Nothing but the body stands between the two looks.
    let before = Allocations.soFar
    body()
    let after = Allocations.soFar
    return try #require(after).memory(since: #require(before))
  }

  @Test func `every request of the thread is counted, with its size`() throws {
    // The first array of a type, and the first look at how much room there is, ask for more.
    var kept: [[UInt8]] = []
    kept.reserveCapacity(1)
    let room = try Self.memory { kept.reserveCapacity(64) }
    #expect(room.allocations == 1 && room.bytes >= 64 * 8)
    let memory = try Self.memory {
      for number in 1...20 { kept.append([UInt8](repeating: 1, count: 100 * number)) }
    }
    // An array asks for its elements and a few words before them.
    #expect(memory.allocations == 20)
    #expect((21_000...22_000).contains(memory.bytes), "\(memory.bytes)")
    #expect(memory.allocator.hasPrefix("glibc 2."))
    #expect(kept.count == 20)
  }

  @Test func `a large block is counted once, and is there from end to end`() throws {
    let count = 8_388_608
    var numbers: [Int] = []
    let memory = try Self.memory { numbers = [Int](repeating: 7, count: count) }
    #expect(memory.allocations == 1 && memory.bytes >= UInt64(count * 8))
    numbers[count - 1] = 8
    #expect(numbers.first == 7 && numbers[count / 2] == 7 && numbers.last == 8)
  }

  @Test func `what must lie on a page is counted, too`() throws {
    var addresses: [UInt] = []
    addresses.reserveCapacity(3)
    let memory = try Self.memory {
      for _ in 0..<3 {
        let page = UnsafeMutableRawPointer.allocate(byteCount: 5_000, alignment: 4_096)
        addresses.append(UInt(bitPattern: page))
        unsafe page.deallocate()
      }
    }
    #expect(addresses.allSatisfy { $0.isMultiple(of: 4_096) })
    #expect(memory.allocations == 3 && memory.bytes >= 15_000)
  }

  @Test
  func
    `where a gate counts, the room of an array depends on its size alone, and not on what lay free`()
    async
  {
    // What begins alike stays so: a process of its own does.
    await #expect(processExitsWith: .success) {
      Allocations.beginAlike()
      var stream = RandomStream(seed: 1, "holes")
      var capacities: [Int: Set<Int>] = [:]
      var kept = [[UInt8]](repeating: [], count: 500)
      for _ in 0..<50_000 {
        // Blocks of all sizes come and go, so that what is asked for next falls into holes of all sizes.
        let size = 1 + stream.index(below: 400)
        var array: [UInt8] = []
        array.reserveCapacity(size)
        capacities[size, default: []].insert(array.capacity)
        kept[stream.index(below: kept.count)] = array
      }
      #expect(capacities.count == 400)
      #expect(capacities.allSatisfy { $0.value.count == 1 && $0.value.allSatisfy { $0 > 0 } })
      #expect(capacities.allSatisfy { size, rooms in rooms.allSatisfy { $0 >= size } })
    }
  }

  @Test func `using memory asks for none`() throws {
    var numbers = [Int](repeating: 0, count: 1_000)
    let memory = try Self.memory {
      for place in numbers.indices { numbers[place] = place ^ 5 }
      numbers.sort(by: >)
    }
    #expect(numbers[0] > numbers[999])
    // Sorting may want room for half of them, a few times.
    #expect(memory.allocations < 20)
  }

  @Test func `bringing a program and its children to a core asks for none`() throws {
    // Which core a thread is on is up to the machine, and a gate compares what is asked for.
    var program = try PipedProgram(
      "sleep 60 & (sleep 60 & sleep 60) & while read -r line; do echo $$; done",
      silence: .seconds(10))
    let answer = String(decoding: try program.ask(Array("who?\n".utf8)), as: UTF8.self)
    let number = try #require(Int32(answer))
    let memory = try Self.memory {
      for _ in 0..<20 { SharedCore.bring(number, to: 0) }
    }
    #expect(memory.allocations == 0)
  }
}
