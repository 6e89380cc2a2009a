// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirStreams
import WeirTestSupport
import WeirTree

/// Filling in a template word by word, on plain texts.
private func naivePath(_ text: String, _ key: String?, _ names: [String: String]) -> String? {
  var words = text.split(separator: "/").map(String.init)
  for place in words.indices {
    if words[place] == "@" {
      guard let key else { return nil }
      words[place] = key
    } else if words[place].hasPrefix("$") {
      guard let key = names[String(words[place].dropFirst())] else { return nil }
      words[place] = key
    }
  }
  return words.map { "/" + $0 }.joined()
}

/// What is wrong with a template: a line for each problem.
private func faults(_ text: String) -> [String] {
  do throws(Problems) {
    _ = try PathTemplate(checking: text)
    return []
  } catch {
    return error.all.map { "\($0.mark?.column ?? 0): \($0.message)" }
  }
}

@Suite struct PathTemplateTests {
  private let kind: ResourceKind
  private let context: ResourceContext

  init() throws {
    var registry = ResourceRegistry()
    kind = try registry.register("thing", at: "/thing/@")
    context = ResourceContext([
      .init(Key("group"), Resource(kind, key: Key("g"))),
      .init(Key("new"), Resource(kind)),
    ])
  }

  @Test func `literals stay, names and the key are filled in`() throws {
    let template = try PathTemplate(checking: "/group_message/$group/@")
    #expect(try template.path(of: Key("m"), in: context) == Path("group_message/g/m"))
    #expect(try template.collection(in: context) == Path("group_message/g"))
    #expect(template.names == [Key("group")])
    #expect(template.hasKey && template.hasCollection)
  }

  @Test func `one slash at the front is left out`() throws {
    let with = try PathTemplate(checking: "/a/@")
    let without = try PathTemplate(checking: "a/@")
    #expect(with.parts == without.parts && with.parts == [.literal(Key("a")), .key])
    #expect(faults("//a") == ["2: two slashes with nothing between them"])
  }

  @Test func `several @ are one key`() throws {
    let template = try PathTemplate(checking: "/x/@/y/@")
    #expect(try template.path(of: Key("k"), in: context) == Path("x/k/y/k"))
  }

  @Test(arguments: ["/x/@/y", "/x/@/y/@", "/x/y"])
  func `no collection where @ does not come once and last`(text: String) throws {
    let template = try PathTemplate(checking: text)
    #expect(!template.hasCollection)
    #expect(throws: Problems.self) { try template.collection(in: context) }
  }

  @Test func `everything that is wrong is said at once, with its place`() {
    #expect(faults("") == ["1: an empty template"])
    #expect(faults("/") == ["2: an empty template"])
    #expect(faults("/a/") == ["4: the template ends with '/'"])
    #expect(faults("/$") == ["2: '$' without a name"])
    #expect(
      faults("/a//b.c/é/$/$x#/") == [
        "4: two slashes with nothing between them", "5: '.' in the key 'b.c'",
        "11: '$' without a name", "14: '#' in the key 'x#'", "17: the template ends with '/'",
      ])
    #expect(faults("/a/$b$c") == ["5: '$' in the key 'b$c'"])
    #expect(faults(String(repeating: "/a", count: 1001)).count == 1)
  }

  @Test func `the place counts from where the template stands in its file`() {
    let mark = Mark(file: "chat.yaml", line: 7, column: 12)
    let error = #expect(throws: Problems.self) { try PathTemplate(checking: "/a//b", at: mark) }
    #expect(error?.all.first?.mark == Mark(file: "chat.yaml", line: 7, column: 15))
  }

  @Test func `an unknown name says where it stands and which one was meant`() throws {
    let template = try PathTemplate(checking: "/m/$gruop/$new/@")
    let error = #expect(throws: Problems.self) { try template.path(of: nil, in: context) }
    #expect(
      error?.all.map { "\($0.mark?.column ?? 0): \($0.message); \($0.remedy)" } == [
        "5: the context calls nothing 'gruop'; did you mean '$group'? or push a level that names it",
        "12: what the context calls 'new' has no key; "
          + "create it before something that lies below it",
        "16: '@' asks for a key, and the instance has none; create the instance first",
      ])
  }

  @Test func `agrees with filling in words, on any template`() throws {
    var chance = RandomStream(seed: 5, "templates")
    let words = ["a", "bc", "@", "$group", "$peer", "$none", "é"]
    let names = ["group": "g", "peer": "p"]
    let context = ResourceContext([
      .init(Key("peer"), Resource(kind, key: Key("p"))),
      .init(Key("group"), Resource(kind, key: Key("g"))),
    ])
    for _ in 0..<2_000 {
      var text = ""
      for _ in 0...chance.index(below: 5) { text += "/" + words[chance.index(below: words.count)] }
      let key = chance.index(below: 4) == 0 ? nil : "k"
      let template = try PathTemplate(checking: text)
      let path = try? template.path(of: key.map { Key($0) }, in: context)
      #expect(path?.description == naivePath(text, key, names), "\(text)")
    }
  }
}
