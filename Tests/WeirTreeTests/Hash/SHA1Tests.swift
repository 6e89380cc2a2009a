// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirTree

@Suite struct SHA1Tests {
  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  @Test(arguments: [
    ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
        + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "a49b2446a02c645bf419f995b67091253a04a259"
    ),
    (String(repeating: "a", count: 1_000_000), "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
  ])
  func `gives the digests of the standard`(text: String, digest: String) {
    #expect(hex(SHA1.digest(of: Array(text.utf8))) == digest)
  }

  @Test(arguments: [
    (1, "bf8b4530d8d246dd74ac53a13471bba17941dff7"),
    (55, "63ac9708fb581dd150d3647549f9e0cb51dcf1df"),
    (56, "5a0c4d0eb2f15e05bbbff6b8dada9ae767fc03f0"),
    (63, "d94ff3ad53f9b9327704b812ee9c1f3abbba3d48"),
    (64, "5f55a35e13f1865e7ffc22dca1275b1a49b0ff56"),
    (65, "d7f8931010f8342a97383e1410a58c47d057708b"),
    (119, "774001b5ad1f46b40c48e1b94cb092c593ead25b"),
    (120, "6ebf3111dc761f11b13f29df0484848785385973"),
    (128, "0a44ac02432f6ead67d86fcb70a4d8ce589e50ec"),
    (1000, "7461968a9edb9b418224f1acb305d2feeaa10ba5"),
  ])
  func `any length around the end of a block is padded rightly`(count: Int, digest: String) {
    let bytes = (0..<count).map { UInt8(($0 * 7 + count) % 256) }
    #expect(hex(SHA1.digest(of: bytes)) == digest)
  }

  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("\u{7FF}\u{7FF}", "37/fvw=="),
  ])
  func `bytes are written six bits a character`(bytes: String, text: String) {
    #expect(Base64.text(of: Array(bytes.utf8)) == text)
    #expect(Base64.bytes(of: text) == Array(bytes.utf8))
  }

  @Test func `all bytes come back from their text`() {
    for count in 0..<70 {
      let bytes = (0..<count).map { UInt8(($0 * 37 + count * 11) % 256) }
      #expect(Base64.bytes(of: Base64.text(of: bytes)) == bytes)
    }
  }

  @Test(arguments: [
    "Zg", "Zg=", "Zh==", "Zm9=", "Z===", "====", "Zg==Zg==", "Zm 9", "Zm9v=", "Zm=v", "Zé==",
  ])
  func `another text stands for no bytes`(text: String) {
    #expect(Base64.bytes(of: text) == nil)
  }
}
