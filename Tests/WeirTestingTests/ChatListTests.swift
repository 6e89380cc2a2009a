import Stacks
import Testing
import WeirTesting

struct ChatListTests {
  @Test func `the list keeps every promise`() throws {
    try expectPromises("Tests/OwnWeir/Scenarios/chat.yaml", seeds: 1...20, catalogue: .own)
  }
}
