// SPDX-License-Identifier: GPL-3.0-or-later

/// The rules of the house that a machine can see.
let rules: [Rule] =
  [
    .never("Date", "(", instead: "time comes in as an `Instant` of virtual time"),
    .never("UUID", "(", instead: "names come from a `RandomStream` or from a counter"),
    .never("DispatchQueue", instead: "a run is one thread; return a wish instead of calling later"),
    .never(
      "Task", "{", instead: "a run is one thread; return a wish instead of starting a task",
      where: Rule.outsideFace),
    .never("Task", ".", instead: "a run is one thread; schedule an event with the kernel"),
    .never("Thread", "(", instead: "a run is one thread"),
    .never(
      "ContinuousClock", instead: "time comes in as an `Instant` of virtual time",
      where: Rule.outsideFace),
    .never("SuspendingClock", instead: "time comes in as an `Instant` of virtual time"),
    .never(
      "clock_gettime",
      instead:
        "time comes in as an `Instant`; the wall clock is for progress and for patience alone",
      where: Rule.inVirtualTime),
    .never("SystemRandomNumberGenerator", instead: "draw from a named `RandomStream`"),
    .never("random", "(", "in", instead: "draw from a named `RandomStream`"),
    .never("randomElement", "(", instead: "draw an index from a named `RandomStream`"),
    .never("shuffled", "(", instead: "use `RandomStream.shuffle`"),
    .never(".", "shuffle", "(", ")", instead: "use `RandomStream.shuffle`"),
    .never("hashValue", instead: "it differs in every process; use `nameHash` or `Digest`"),
    .never(
      "Hasher", "(", instead: "it differs in every process; use `nameHash` or `Digest`",
      where: Rule.outsideRowHash),
    .never("ObjectIdentifier", "(", instead: "addresses differ in every process; use a counter"),
    .never("import", "Foundation", instead: "our own small pieces do, and start up faster"),
    .never("import", "FoundationEssentials", instead: "our own small pieces do"),
    .never("import", "Dispatch", instead: "a run is one thread"),
    .never(
      "print", "(", instead: "return what is to be said; the command prints it through its `Output`"
    ),
    .never(
      "@inlinable", instead: "the workshop is not hot; what is lives below it, with a benchmark",
      where: Rule.inWorkshop),
    .never(
      "&", "+", instead: "say what happens on overflow, or move fast code to Fast/",
      where: Rule.whereNumbersEnd),
    .never(
      "&", "-", instead: "say what happens on overflow, or move fast code to Fast/",
      where: Rule.whereNumbersEnd),
    .never(
      "&", "*", instead: "say what happens on overflow, or move fast code to Fast/",
      where: Rule.whereNumbersEnd),
    .never(
      "unsafe", instead: "unsafe code lives in Fast/, GSL/, YAML/, SQLite/, Files/ and Terminal/",
      where: Rule.outsideUnsafe),
    .never(
      "fields", ")", "?", "?",
      instead:
        "a key's default stands once, as the initial value of the property that its `FormatKey` names"
    ),
    unorderedIteration,
  ]
  + ["x", "y"].flatMap { word in
    [[">", ">"], ["<", "<"]].map { sign in
      Rule.never(
        ["step", ".", word] + sign, instead: "ask by the name of the bits: `step[Step.Sent.lost]`")
    }
  }

/// Walking through a Dictionary or Set that the same file declares.
///
/// The scanner knows no types, so it watches names: one that is declared with `[K: V]`,
/// `Dictionary` or `Set` may be looked up in, but walked through only behind `sorted`.
let unorderedIteration = Rule(
  name: "the order of a Dictionary or Set",
  instead: "it differs in every process; walk through `.sorted…`, or use a `SortedMap`",
  applies: { Rule.inHouse($0) && !$0.hasPrefix("Sources/WeirCore/") }
) { code in
  let tokens = code.tokens
  let texts = tokens.map(\.text)
  let names = unorderedNames(in: texts)
  let walks: Set = [
    "map", "flatMap", "compactMap", "forEach", "filter", "reduce", "first", "keys", "values",
    "enumerated", "popFirst", "randomElement", "joined", "mapValues", "min", "max", "prefix",
  ]
  return texts.indices.filter { index in
    guard names.contains(texts[index]), index > 0 else { return false }
    let isLooped = texts[index - 1] == "in" || isSelfLoop(texts, index)
    let next = index + 1 < texts.count ? texts[index + 1] : ""
    if next == "{" { return isLooped }
    guard next == ".", index + 2 < texts.count, walks.contains(texts[index + 2]) else {
      return isLooped && next == "where"
    }
    // An element of `values` at the place that a key was found at has no order.
    let isPlace = texts[index + 2] == "values" && index + 3 < texts.count && texts[index + 3] == "["
    if isPlace { return false }
    // `.sorted` anywhere in the same chain puts it right; so do what does not depend on order.
    let harmless: Set = ["sorted", "count", "isEmpty", "contains", "allSatisfy"]
    return !chain(texts, tokens, from: index + 2).contains(where: harmless.contains)
  }.map { tokens[$0].line }
}

/// `true` if the word at `index` ends `for … in self.name`.
private func isSelfLoop(_ texts: [String], _ index: Int) -> Bool {
  index >= 3 && texts[index - 1] == "." && texts[index - 2] == "self" && texts[index - 3] == "in"
}

/// The words of a chain of calls, down to the end of the statement.
private func chain(
  _ texts: [String], _ tokens: [SourceCode.Token], from start: Int
) -> [String] {
  var words: [String] = []
  var depth = 0
  var index = start
  while index < texts.count {
    switch texts[index] {
    case "(", "[", "{": depth += 1
    case ")", "]", "}": depth -= 1
    default: if depth == 0 { words.append(texts[index]) }
    }
    if depth < 0 { break }
    let next = index + 1
    if depth == 0, next < texts.count, tokens[next].line > tokens[index].line, texts[next] != "." {
      break
    }
    index = next
  }
  return words
}

/// The names that a file declares as dictionaries or sets.
private func unorderedNames(in texts: [String]) -> Set<String> {
  var names: Set<String> = []
  for index in texts.indices where index + 3 < texts.count {
    let (name, sign) = (texts[index], texts[index + 1])
    guard sign == ":" || sign == "=" else { continue }
    let type = texts[index + 2]
    if type == "Set" || type == "Dictionary" {
      names.insert(name)
    } else if type == "[", isDictionaryType(texts, from: index + 2, isValue: sign == "=") {
      names.insert(name)
    }
  }
  return names
}

/// `true` if a bracket opens `[K: V]`; behind `=` only `[K: V](` is surely a type.
private func isDictionaryType(_ texts: [String], from start: Int, isValue: Bool) -> Bool {
  var depth = 0
  var hasColon = false
  for index in start..<min(texts.count, start + 60) {
    switch texts[index] {
    case "[", "(", "<", "{": depth += 1
    case "]", ")", ">", "}":
      depth -= 1
      if depth == 0 {
        let next = index + 1 < texts.count ? texts[index + 1] : ""
        return hasColon && (!isValue || next == "(")
      }
    case ":": if depth == 1 { hasColon = true }
    default: continue
    }
  }
  return false
}
