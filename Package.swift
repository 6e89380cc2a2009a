// swift-tools-version: 6.3
// SPDX-License-Identifier: GPL-3.0-or-later
import PackageDescription

/// Every target of the house obeys these.
let house: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .strictMemorySafety(),
  ] + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])

/// Rooms whose fast code is compiled into those that call it, and whose tests play long enough to want it fast.
let inlined: Set = ["WeirLists"]

/// Nobody imports tests, and so nothing is gained by a job of its own that makes their interface first.
let alone = SwiftSetting.unsafeFlags(
  ["-no-emit-module-separately-wmo"], .when(configuration: .release))

/// Other tests are compiled as they stand, in release, too: it is the rooms that are to be tested as
/// users get them, and to optimise the tests would take longer than to run them.
let plain = house + [alone, .unsafeFlags(["-Onone"], .when(configuration: .release))]

/// What the tests of a room need beside the room and those that it may name: what a stack publishes
/// pleases a list view, rules are read as people write them, and what makes a failing run small is
/// tried on something that fails.
let witnesses = [
  "WeirStreams": ["WeirLists"], "WeirPaging": ["WeirLists"], "WeirSources": ["WeirLists"],
  "WeirObjects": ["WeirLists"], "WeirBackend": ["WeirScenario"], "WeirRun": ["WeirMutants"],
  "WeirTesting": ["Stacks", "ForeignLists", "WeirKit"],
]

/// The rooms, lowest first: a room may name only rooms above it in this list.
let rooms: KeyValuePairs<String, [String]> = [
  // Materials: pure values. Nothing here knows of time passing.
  "WeirCore": [],
  "WeirDiff": ["WeirCore"],
  "WeirTree": ["WeirCore", "WeirDiff"],
  "WeirTrace": ["WeirCore", "WeirTree", "WeirDiff"],
  "WeirStatistics": ["WeirCore", "CGSL"],
  "WeirRules": ["WeirCore"],
  "WeirScenario": ["WeirCore", "WeirTree", "WeirRules", "CYAML"],
  // Machines: state that moves when told to. Time comes in as an argument,
  // wishes go out as values; nothing here calls anybody back.
  "WeirKernel": ["WeirCore"],
  "WeirNetwork": ["WeirCore", "WeirTree"],
  "WeirBackend": ["WeirCore", "WeirTree", "WeirRules"],
  "WeirClient": ["WeirCore", "WeirTree", "WeirDiff"],
  "WeirCases": ["WeirCore", "WeirTree", "WeirClient"],
  "WeirStreams": ["WeirCore", "WeirTree", "WeirDiff", "WeirClient"],
  "WeirPaging": ["WeirCore", "WeirTree", "WeirDiff", "WeirClient"],
  "WeirSources": ["WeirCore", "WeirDiff"],
  "WeirModels": ["WeirCore", "WeirDiff"],
  "WeirObjects": ["WeirCore", "WeirTree", "WeirDiff"],
  "WeirSQLite": [
    "WeirCore", "WeirTree", "WeirDiff", "WeirPaging", "WeirSources", "WeirModels", "WeirObjects",
    "CSQLite",
  ],
  "WeirLists": ["WeirCore", "WeirDiff"],
  "WeirWorkload": ["WeirCore", "WeirTree", "WeirClient", "WeirScenario"],
  "WeirCheck": ["WeirCore", "WeirTree", "WeirDiff", "WeirTrace"],
  "WeirMetrics": ["WeirCore", "WeirTree", "WeirDiff", "WeirTrace", "WeirStatistics", "WeirCheck"],
  // Workshop: the one loop, the files, the words people read.
  "WeirRun": [
    "WeirCore", "WeirTree", "WeirDiff", "WeirTrace", "WeirStatistics", "WeirScenario", "WeirKernel",
    "WeirNetwork", "WeirBackend", "WeirClient", "WeirStreams", "WeirPaging", "WeirSources",
    "WeirModels", "WeirObjects", "WeirSQLite", "WeirLists", "WeirWorkload", "WeirCheck",
    "WeirMetrics", "CCores",
  ],
  // May see every stack, for it holds what is wrong with each on purpose.
  "WeirMutants": [
    "WeirCore", "WeirTree", "WeirDiff", "WeirTrace", "WeirScenario", "WeirClient", "WeirStreams",
    "WeirCheck", "WeirRun",
  ],
  "WeirSweep": [
    "WeirCore", "WeirTree", "WeirTrace", "WeirStatistics", "WeirScenario", "WeirCheck",
    "WeirMetrics", "WeirRun",
  ],
  "WeirReport": [
    "WeirCore", "WeirTree", "WeirTrace", "WeirStatistics", "WeirScenario", "WeirCheck",
    "WeirMetrics", "WeirRun", "WeirSweep",
  ],
  "WeirGate": [
    "WeirCore", "WeirTrace", "WeirStatistics", "WeirScenario", "WeirCheck", "WeirMetrics",
    "WeirRun", "WeirSweep", "WeirReport",
  ],
  // For async code of somebody else.
  "WeirAsync": [
    "WeirCore", "WeirTree", "WeirDiff", "WeirTrace", "WeirScenario", "WeirClient", "WeirCheck",
    "WeirRun", "CVirtualTime",
  ],
  // For the tests of somebody else.
  "WeirTesting": ["WeirCore", "WeirScenario", "WeirCheck", "WeirRun", "WeirReport", "WeirAsync"],
  "WeirBenchmarks": ["WeirCore", "WeirDiff", "WeirStatistics"],
  "WeirCommand": [
    "WeirCore", "WeirTrace", "WeirScenario", "WeirCases", "WeirMutants", "WeirCheck", "WeirMetrics",
    "WeirRun", "WeirSweep", "WeirReport", "WeirGate", "WeirBenchmarks", "CAllocations",
  ],
  "WeirKit": [
    "WeirCore", "WeirTree", "WeirDiff", "WeirTrace", "WeirStatistics", "WeirRules",
    "WeirScenario", "WeirKernel", "WeirNetwork", "WeirBackend", "WeirClient", "WeirCases",
    "WeirStreams", "WeirPaging", "WeirSources", "WeirModels", "WeirObjects", "WeirSQLite",
    "WeirLists", "WeirWorkload", "WeirCheck", "WeirMetrics", "WeirRun", "WeirMutants", "WeirSweep",
    "WeirReport", "WeirGate",
  ],
]

/// The rooms that apps may link: they need nothing but each other and Swift, and are licensed for it.
let roomsForApps = [
  "WeirCore", "WeirDiff", "WeirTree", "WeirLists", "WeirClient", "WeirStreams", "WeirPaging",
  "WeirSources", "WeirModels", "WeirObjects",
]

let package = Package(
  name: "weir",
  products: [
    .executable(name: "weir", targets: ["weir"]),
    .library(name: "WeirKit", targets: ["WeirKit"]),
    // For apps. They need nothing but Swift.
    .library(name: "WeirLists", targets: ["WeirCore", "WeirDiff", "WeirLists"]),
    .library(name: "WeirStacks", targets: roomsForApps),
    // For a program of one's own, with stacks of one's own, and for one's tests.
    .library(name: "WeirCommand", targets: ["WeirCommand"]),
    .library(name: "WeirTesting", targets: ["WeirTesting"]),
    .library(name: "WeirAsync", targets: ["WeirAsync"]),
    // Without this `swift package gate` is there in Weir's own package alone.
    .plugin(name: "GatePlugin", targets: ["GatePlugin"]),
  ],
  targets: [
    .systemLibrary(name: "CGSL", pkgConfig: "gsl", providers: [.apt(["libgsl-dev"])]),
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    // Stands in for the allocator, and so is no part of what others link: of the command alone.
    .target(name: "CAllocations"),
    // Stands in for the clocks, and so is no part of what others link: of async code in virtual time alone.
    .target(name: "CVirtualTime"),
    // Tells on which cores a thread may be: the C library's GNU side, which Swift does not see.
    .target(name: "CCores"),
    // The event queue and the list diff once more, for the benchmarks alone: what they are measured by.
    .target(name: "CFloors"),
    .executableTarget(name: "weir", dependencies: ["WeirCommand"], swiftSettings: house),
    .executableTarget(
      name: "WeirBench",
      dependencies: [
        "WeirCore", "WeirTree", "WeirDiff", "WeirStatistics", "WeirKernel", "WeirBackend",
        "WeirClient", "WeirStreams", "WeirPaging", "WeirLists", "WeirScenario", "WeirTrace",
        "WeirCheck", "WeirRun", "WeirBenchmarks", "WeirSources", "WeirModels", "WeirObjects",
        "WeirSQLite", "CFloors",
      ],
      swiftSettings: house),
    .testTarget(
      name: "WeirBenchTests",
      dependencies: [
        "WeirCore", "WeirDiff", "WeirBenchmarks", "WeirBench", "WeirTestSupport",
        "CFloors",
      ],
      swiftSettings: plain),
    .plugin(
      name: "GatePlugin",
      capability: .command(
        intent: .custom(verb: "gate", description: "Hold every scenario against its baseline"),
        permissions: [
          .writeToPackageDirectory(reason: "weir gate --accept writes baselines, --out tables")
        ]),
      path: "Sources/GatePlugin"),
    .target(
      name: "WeirTestSupport", dependencies: ["WeirCore"], path: "Tests/WeirTestSupport",
      swiftSettings: house),
    .testTarget(name: "HouseTests", dependencies: ["WeirTestSupport"], swiftSettings: plain),
    .testTarget(
      name: "WeirKitTests", dependencies: ["WeirKit", "WeirTestSupport", "ToyWeir"],
      swiftSettings: plain),
    // A program of somebody else, with a stack that no room knows of.
    .executableTarget(
      name: "ToyWeir",
      dependencies: [
        "WeirCore", "WeirTree", "WeirDiff", "WeirTrace", "WeirScenario", "WeirClient",
        "WeirStreams", "WeirCheck", "WeirMetrics", "WeirRun", "WeirCommand",
      ], path: "Tests/ToyWeir", swiftSettings: house),
    // The package that `weir new` writes: what people begin with.
    .target(
      name: "Stacks", dependencies: ["WeirKit"], path: "Tests/OwnWeir/Stacks", swiftSettings: house),
    .executableTarget(
      name: "OwnWeir", dependencies: ["Stacks", "WeirCommand"], path: "Tests/OwnWeir/Program",
      swiftSettings: house),
    // List adapters of other libraries, with a bug of each, and a program that knows them.
    .target(
      name: "ForeignLists", dependencies: ["WeirKit"], path: "Tests/ForeignLists/Stacks",
      swiftSettings: house),
    .executableTarget(
      name: "ForeignWeir", dependencies: ["ForeignLists", "WeirCommand"],
      path: "Tests/ForeignLists/Program", swiftSettings: house),
    .testTarget(
      name: "ScenarioTests",
      dependencies: [
        "WeirCore", "WeirScenario", "WeirCases", "WeirMutants", "WeirCheck", "WeirMetrics",
        "WeirRun", "WeirSweep", "WeirReport", "WeirGate", "WeirTestSupport",
      ],
      swiftSettings: plain),
  ]
    + rooms.map { name, lower in
      .target(
        name: name, dependencies: lower.map { .init(stringLiteral: $0) }, swiftSettings: house)
    }
    + rooms.dropLast().map { name, lower in
      .testTarget(
        name: "\(name)Tests",
        dependencies: ([name] + lower.filter { !$0.hasPrefix("C") } + ["WeirTestSupport"]
          + witnesses[name, default: []]).map { .init(stringLiteral: $0) },
        swiftSettings: inlined.contains(name) ? house + [alone] : plain)
    },
  swiftLanguageModes: [.v6]
)
