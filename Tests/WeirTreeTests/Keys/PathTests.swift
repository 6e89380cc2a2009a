import Testing
import WeirTree

@Suite struct PathTests {
  @Test func `a path is written with slashes, and empty parts do not count`() {
    #expect(Path("rooms/lobby").description == "/rooms/lobby")
    #expect(Path("//rooms///lobby/").keys == [Key("rooms"), Key("lobby")])
    #expect(Path("").keys.isEmpty)
    #expect(Path("/") == .root)
    #expect(Path.root.description == "/")
    #expect(Path("rooms/lobby").appending(Key("a")) == Path("rooms/lobby/a"))
  }

  @Test func `a path leads below itself and what is above it, and nothing else`() {
    let path = Path("rooms/lobby")
    #expect(path.leads(below: path))
    #expect(path.leads(below: .root))
    #expect(path.leads(below: Path("rooms")))
    #expect(!path.leads(below: Path("rooms/lobby/a")))
    #expect(!path.leads(below: Path("room")))
    #expect(!Path("rooms/lobby2").leads(below: path))
  }
}
