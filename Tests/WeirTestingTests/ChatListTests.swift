import Stacks
import Testing
import WeirTesting

struct ChatListTests {
  @Test func `the list keeps every promise`() throws {
    // A seed that fails runs again with `program`.
    try expectPromises(
      "Tests/OwnWeir/Scenarios/chat.yaml", seeds: 1...20, catalogue: .own,
      program: "swift run -c release my-weir")
  }
}
