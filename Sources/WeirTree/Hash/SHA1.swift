// SPDX-License-Identifier: Apache-2.0

/// The digest that servers and clients compare data by: SHA-1, as FIPS 180-4 defines it.
///
///     SHA1.digest(of: Array("abc".utf8)).prefix(2)  // [0xA9, 0x99]
///
/// It is here because the protocol says so; it keeps no secret.
public enum SHA1 {
  /// Returns the twenty bytes that stand for `bytes`.
  public static func digest(of bytes: [UInt8]) -> [UInt8] {
    var state: State = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    var schedule = Schedule(repeating: 0)
    let whole = bytes.count / 64 * 64
    for start in stride(from: 0, to: whole, by: 64) {
      mix(bytes, from: start, into: &state, &schedule)
    }
    let rest = padded(Array(bytes[whole...]), length: bytes.count)
    for start in stride(from: 0, to: rest.count, by: 64) {
      mix(rest, from: start, into: &state, &schedule)
    }
    var digest: [UInt8] = []
    for place in 0..<5 {
      for shift in [24, 16, 8, 0] as [UInt32] {
        digest.append(UInt8(truncatingIfNeeded: state[place] >> shift))
      }
    }
    return digest
  }

  private typealias State = [5 of UInt32]
  private typealias Schedule = [80 of UInt32]

  /// Returns the last bytes with a one behind them, zeros, and the length in bits, in whole blocks.
  private static func padded(_ rest: [UInt8], length: Int) -> [UInt8] {
    var rest = rest
    rest.append(0x80)
    while rest.count % 64 != 56 { rest.append(0) }
    let bits = UInt64(length) * 8
    for place in 0..<8 {
      rest.append(UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * place)))
    }
    return rest
  }

  private static func mix(
    _ bytes: [UInt8], from start: Int, into state: inout State, _ schedule: inout Schedule
  ) {
    fill(&schedule, from: bytes, start)
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for round in 0..<80 {
      let (choice, constant): (UInt32, UInt32) =
        switch round {
        case ..<20: (b & c | ~b & d, 0x5A82_7999)
        case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case ..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
      // The sum goes round at 2³² by definition.
      let sum = UInt64(turned(a, 5)) + UInt64(choice) + UInt64(e) + UInt64(constant)
      let next = UInt32(truncatingIfNeeded: sum + UInt64(schedule[round]))
      (a, b, c, d, e) = (next, a, turned(b, 30), c, d)
    }
    state[0] = sum(state[0], a)
    state[1] = sum(state[1], b)
    state[2] = sum(state[2], c)
    state[3] = sum(state[3], d)
    state[4] = sum(state[4], e)
  }

  private static func sum(_ x: UInt32, _ y: UInt32) -> UInt32 {
    UInt32(truncatingIfNeeded: UInt64(x) + UInt64(y))
  }

  private static func fill(_ schedule: inout Schedule, from bytes: [UInt8], _ start: Int) {
    for word in 0..<16 {
      let place = start + 4 * word
      schedule[word] =
        UInt32(bytes[place]) << 24 | UInt32(bytes[place + 1]) << 16
        | UInt32(bytes[place + 2]) << 8 | UInt32(bytes[place + 3])
    }
    for word in 16..<80 {
      schedule[word] = turned(
        schedule[word - 3] ^ schedule[word - 8] ^ schedule[word - 14] ^ schedule[word - 16], 1)
    }
  }

  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word << count | word >> (32 - count)
  }
}
