// SPDX-License-Identifier: GPL-3.0-or-later

/// The files of a package with a stack of one's own, as `weir new` writes them.
///
/// A job for CI is among them if Weir has an address: what lies on this machine alone no other one can build.
///
/// The Swift files are those of a package that Weir's own tests build and run.
struct NewPackage {
  /// The name of the package and of its program.
  var name: String
  /// The dependency on Weir, as a manifest says it.
  var weir: String
  /// The name by which the package manager knows it.
  var identity = "weir"
  /// `true` if Weir lies on this machine, where a machine for CI does not see it.
  var isNear = false

  /// The last of its parts, in words.
  var lastParts: String { isNear ? " and a test" : ", a test and a job for CI" }

  /// The paths and texts of its files.
  var files: [(path: String, text: String)] {
    [
      ("Package.swift", manifest), ("Sources/Stacks/ChatList.swift", Self.stack),
      ("Sources/\(name)/Main.swift", Self.program), ("Scenarios/chat.yaml", Self.scenario),
      ("Tests/StacksTests/ChatListTests.swift", test),
      (".gitignore", ".build/\nReports/latest/\n"),
    ] + (isNear ? [] : [(".github/workflows/weir.yml", workflow)])
  }

  private var manifest: String {
    """
    // swift-tools-version: 6.3
    import PackageDescription

    let package = Package(
      name: "\(name)",
      dependencies: [\(weir)],
      targets: [
        // Your stacks; your app may use the same target.
        .target(name: "Stacks", dependencies: [.product(name: "WeirKit", package: "\(identity)")]),
        // Weir, which knows them.
        .executableTarget(
          name: "\(name)",
          dependencies: ["Stacks", .product(name: "WeirCommand", package: "\(identity)")]),
        .testTarget(
          name: "StacksTests",
          dependencies: ["Stacks", .product(name: "WeirTesting", package: "\(identity)")]),
      ]
    )

    """
  }

  private var workflow: String {
    """
    name: weir
    on: [push, pull_request]
    jobs:
      promises:
        runs-on: ubuntu-latest
        container: swift:6.3
        steps:
          - uses: actions/checkout@v4
          - run: apt-get update && apt-get install -y libgsl-dev libyaml-dev libsqlite3-dev
          - run: swift test --disable-xctest
          - run: swift run -c release \(name) run --format github Scenarios
          - run: swift run -c release \(name) sweep --seeds 1..200 Scenarios/chat.yaml

    """
  }

  private static let stack = #"""
    public import WeirKit

    /// The newest messages of a room, as an app keeps them: put your own list in its place.
    ///
    /// It is told what the database says and what people do, each with the moment at which that happens, and answers with
    /// wishes: listen here, show this. It looks at no clock and calls nobody, so that a seed gives the same run each time.
    struct ChatList: ClientStack {
      private let list: QueryBuilder
      private var heard: [Key: UInt64] = [:]
      private var shown: [Row] = []
      private var tag: UInt32 = 0
      private var isOpen = false
      private var isLoaded = false
      private var workspace = DiffWorkspace()

      /// Makes the list of a client whose app starts.
      init(_ context: StackContext) { list = context.screen.sources[0] }

      mutating func open(at now: Instant, into wishes: inout [StackWish]) {
        if isOpen { return }
        (isOpen, isLoaded, heard) = (true, false, [:])
        tag += 1
        wishes.append(.listen(tag: tag, list.path, list.query))
      }

      mutating func close(into wishes: inout [StackWish]) {
        if isOpen { wishes.append(.unlisten(tag: tag)) }
        isOpen = false
      }

      mutating func receive(
        _ event: DataEvent, from tag: UInt32, at now: Instant, into wishes: inout [StackWish]
      ) {
        switch event.kind {
        case .added, .changed, .moved: heard[event.key] = event.node.fingerprint
        case .removed: heard[event.key] = nil
        // A batch of events is complete.
        case .value: if !isLoaded || wanted != shown { wishes.append(.publish) }
        }
      }

      mutating func lose(
        _ tag: UInt32, _ refusal: Message.Refusal, at now: Instant, into wishes: inout [StackWish]
      ) {
        wishes.append(.tell(isLoaded ? .lost(refusal) : .loaded(refusal)))
        (isOpen, isLoaded) = (false, true)
      }

      mutating func publish(into update: inout StackUpdate) {
        let next = wanted
        diff(from: shown, to: next, into: &update.changes, workspace: &workspace)
        update.isFirst = !isLoaded
        if !isLoaded { update.news.append(.loaded(nil)) }
        isLoaded = true
        shown = next
      }

      /// The rows that are to be shown: the first so many of the list's order.
      private var wanted: [Row] {
        let rows = heard.map { Row(key: $0.key, stamp: $0.value) }
        let sorted = rows.sorted { list.isAscending ? $0.key < $1.key : $1.key < $0.key }
        return Array(sorted.prefix(list.limit ?? sorted.count))
      }

      mutating func perform(
        _ command: StackCommand, at now: Instant, into wishes: inout [StackWish]
      ) {}
      mutating func wake(at now: Instant, into wishes: inout [StackWish]) {}
      var sectionCount: Int { 1 }
      func rowCount(in section: Int) -> Int { shown.count }
      func row(at place: Place) -> Row { shown[Int(place.row)] }
    }

    extension Catalogue {
      /// All that comes with Weir, and the stacks of this package: `stack: chat` in a scenario.
      public static let own = Catalogue.complete
        .adding("chat", "The newest messages of a room.") { ChatList($0) }
    }

    """#

  private static let program = #"""
    import Stacks
    import WeirCommand

    /// Weir with the stacks of this package: run, sweep, shrink, follow, gate and all other verbs know them.
    @main
    enum Main {
      static func main() {
        Command.main(Array(CommandLine.arguments.dropFirst()), catalogue: .own)
      }
    }

    """#

  private var test: String {
    #"""
    import Stacks
    import Testing
    import WeirTesting

    struct ChatListTests {
      @Test func `the list keeps every promise`() throws {
        // A seed that fails runs again with `program`.
        try expectPromises(
          "Scenarios/chat.yaml", seeds: 1...20, catalogue: .own,
          program: "swift run -c release \#(name)")
      }
    }

    """#
  }

  private static let scenario = #"""
    # Three phones in a room over a bad network: people post, edit and remove, leave and come back, and apps are killed.
    weir: 1
    about: Phones with a list of ours show the room as it is, whatever the network does.
    settle: 30s
    server: { tree: { rooms: { lobby: {} } } }
    network: { delay: { log-normal: { median: 60ms, p99: 500ms }, at-least: 5ms }, loss: 1% }
    clients:
      - { name: phones, count: 3, list: rooms/lobby, newest: 20, stack: chat }
    workload:
      - { name: write, each: client, does: { post: 60%, edit: 30%, remove: 10% }, every: { exponential: 600ms }, for: 20s }
      - { name: live, each: client, does: { reopen: 60%, leave: 30%, restart: 10% }, away: { exponential: 1s }, every: { exponential: 4s }, for: 20s }
    faults:
      - { fault: disconnect, every: { exponential: 8s } }
    expect:
      converge: held
      lists: held

    """#
}
