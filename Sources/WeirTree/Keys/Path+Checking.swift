// SPDX-License-Identifier: Apache-2.0
public import WeirCore

extension Path {
  /// The most keys that a path may have, and the most between the root and a leaf.
  public static let greatestDepth = 1000

  /// Makes a path of a text from outside, or says everything that is wrong with it.
  ///
  /// Empty parts are skipped. The last part may be `.priority` if `mayEndInPriority` is true. The
  /// first part may be `.info`, under which a client shows what it knows about itself.
  public init(
    checking text: String, mayEndInPriority: Bool = false, at mark: Mark? = nil
  ) throws(Problems) {
    let parts = text.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    var problems: [Problem] = []
    for (place, part) in parts.enumerated() {
      let isFirst = place == 0 && part.utf8.elementsEqual(".info".utf8)
      let isLast = place == parts.count - 1 && part.utf8.elementsEqual(".priority".utf8)
      if isFirst || mayEndInPriority && isLast { continue }
      if let fault = Key.fault(in: part) { problems.append(fault) }
    }
    if parts.count > Path.greatestDepth { problems.append(Path.tooDeep(parts.count)) }
    if !problems.isEmpty {
      throw Problems(
        problems.map { Problem(mark: mark, message: $0.message, remedy: $0.remedy) })
    }
    self.init(parts.map { Key($0) })
  }

  static func tooDeep(_ depth: Int) -> Problem {
    Problem(
      message: "a path of \(depth) keys",
      remedy: "at most \(greatestDepth) keys lead from the root to a leaf")
  }
}
