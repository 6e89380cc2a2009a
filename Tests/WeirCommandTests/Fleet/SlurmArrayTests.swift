// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCommand

struct SlurmArrayTests {
  @Test func `shards that follow each other are one range`() {
    #expect(Slurm.arrays([0, 1, 2, 3, 7]) == ["0-3,7"])
    #expect(Slurm.arrays([]) == [])
  }

  @Test func `what is too long for a command line becomes several arrays, and no shard is lost`() {
    let odd = (0..<200_000).filter { $0 % 2 == 1 }
    let arrays = Slurm.arrays(odd)
    #expect(arrays.count > 1)
    #expect(arrays.allSatisfy { $0.utf8.count <= 100_000 })
    let named = arrays.joined(separator: ",").split(separator: ",").compactMap { Int($0) }
    #expect(named == odd)
    #expect(Slurm.arrays([1, 3, 5, 70], mostBytes: 4) == ["1,3", "5,70"])
  }
}
