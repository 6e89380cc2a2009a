/// Bytes as text, six bits a character, after RFC 4648.
public enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Returns the text of `bytes`, filled up with `=` to a multiple of four characters.
  public static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits: UInt32 = 0
      for place in 0..<3 {
        bits = bits << 8 | UInt32(place < group.count ? group[start + place] : 0)
      }
      for place in 0..<4 {
        let isFilled = place > group.count
        let digit = Int(bits >> UInt32(18 - 6 * place)) & 63
        text.append(isFilled ? UInt8(ascii: "=") : alphabet[digit])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
