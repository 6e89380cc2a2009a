// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTree

extension StepFormat {
  /// All formats, in the order of the kinds.
  package static let all: [StepFormat] = general + requests + lists + operations + troubles

  private static let answers = Message.Answer.allCases.map { "\($0)" }
}

// The formats stand in the order of the kinds, which never changes: a kind is a number in the digest of a run.
extension StepFormat {
  private static let general: [StepFormat] = [
    StepFormat(
      .began, 14, .run, "The run began.",
      [.hex("scenario", .x), .number("seed", .y)]),
    StepFormat(
      .opened, 11, .stack, "A client opened a list: so many rows of one end of it, 0 for all.",
      [.number("window", Step.Opened.rows), .flag("newest", Step.Opened.isNewest)],
      says: { "opens \($0.names.list($0.step.list))" }, captioned: { _ in "opens its list" }),
    StepFormat(
      .meant, 3, .people, "A person meant to do something, in a stage of the load.",
      [.number("action", .x), .number("stage", .y)],
      says: { "means to \($0.names.action($0.step.x))" }),
    StepFormat(
      .skipped, 3, .people,
      "What a person meant could not be done, for want of something to act on.",
      [.number("action", .x)],
      says: { "finds nothing to \($0.names.action($0.step.x))" },
      captioned: { _ in "has nothing to act on" }),
    StepFormat(
      .wrote, 4, .stack, "A client wrote a row and shows it; the stamp is 0 if it is gone.",
      [
        .hex("stamp", .x), .number("write", Step.Wrote.write), .flag("edit", Step.Wrote.isEdit),
      ],
      says: { $0.step.x == 0 ? "removes\($0.key)" : "writes\($0.key), which it shows at once" },
      captioned: { ($0.step.x == 0 ? "removes " : "writes ") + $0.shortKey }),
    StepFormat(
      .sent, 6, .network, "A message was handed to the network.",
      [
        .time("arrives", .x), .number("lost", Step.Sent.lost), .flag("held", Step.Sent.isHeld),
        .flag("doubled", Step.Sent.isDoubled),
        StepField("in_line", Step.Sent.inLine, .microseconds),
      ],
      row: { Row($0.isFromBackend ? 9 : 6, .network) }, says: sent,
      captioned: { $0.step.x == .max ? "a message is lost" : nil }),
    StepFormat(
      .arrived, 7, .kernel, "A message arrived.",
      [.time("sent", .x), .word("to", .y, ["backend", "client"])],
      row: { Row($0.step.y == 0 ? 7 : 9, .kernel) },
      says: {
        let took = $0.step.at - Instant(nanoseconds: Int64(bitPattern: $0.step.x))
        return "\($0.step.y == 0 ? "reaches the backend" : "is reached") after \(took.rounded)"
      }),
  ]

  private static let requests: [StepFormat] = [
    StepFormat(
      .taken, 8, .backend, "The backend took a request up, while others wait.",
      [.time("waited", .x), .number("waiting", .y)], isServers: true,
      says: {
        "taken up after \(Interval(nanoseconds: Int64($0.step.x)).rounded), \($0.step.y) wait"
      }),
    StepFormat(
      .refused, 8, .backend, "The backend turned a request away.", isServers: true,
      says: { _ in "turned away: too much to do" }),
    StepFormat(
      .served, 8, .backend, "The backend has served a request.",
      [.time("stayed", .x), .time("service", .y)], isServers: true,
      says: { "served in \(Interval(nanoseconds: Int64($0.step.x)).rounded)" }),
    StepFormat(
      .committed, 8, .backend, "A row was committed; the stamp is 0 if it is gone.",
      [.hex("stamp", .x), .number("version", .y)], isServers: true,
      says: {
        ($0.step.x == 0 ? "removes\($0.key)" : "commits\($0.key)") + ", version \($0.step.y)"
      }),
    StepFormat(
      .heard, 10, .client, "A client heard of a row; the stamp is 0 if it is gone.",
      [.hex("stamp", .x), .number("event", Step.Heard.event), .number("tag", Step.Heard.tag)],
      says: { "hears \(heard($0.step))\($0.key)" },
      captioned: { ($0.step.x == 0 ? "loses " : "hears ") + $0.shortKey }),
    StepFormat(
      .answered, 10, .client, "A client has its answer.",
      [.word("answer", .x, answers), .number("write", .y)],
      says: {
        let answer = $0.step.x < UInt64(answers.count) ? answers[Int($0.step.x)] : "answered"
        return "hears that write \($0.step.y) is \(answer)"
      }, captioned: { $0.step.x == 0 ? "has its answer" : "is refused" }),
    StepFormat(
      .resent, 5, .client, "A client sent a request again.", says: { _ in "sends it again" },
      captioned: { _ in "asks again" }),
    StepFormat(
      .resynced, 5, .client, "A client missed something and asked for its list anew.",
      says: { _ in "asks for its list anew" }, captioned: { _ in "asks anew" }),
    StepFormat(
      .published, 12, .stack,
      "A client's list was published: a digest of the rows, and the changes.",
      [
        .hex("rows", .x), .flag("first", Step.Published.isFirst),
        .number("deletes", Step.Published.deletes), .number("inserts", Step.Published.inserts),
        .number("moves", Step.Published.moves), .number("updates", Step.Published.updates),
      ],
      says: { "shows \(changes($0.step))" }, captioned: { _ in "shows its list" }),
    StepFormat(
      .faulted, 13, .view, "A list view faulted.", [StepField("rule", .x, .rule)],
      says: { "FAULTS by rule LV-\($0.step.x)" }, captioned: { "LV-\($0.step.x) crash" }),
    StepFormat(
      .rested, 14, .run, "Nothing more will happen; so many messages are under way or in work.",
      [.number("open", .x)]),
    StepFormat(
      .linked, 5, .client, "A client's connection changed.", [StepField("connected", .x, .isOne)],
      says: { $0.step.x == 1 ? "is connected" : "is cut off" },
      captioned: { $0.step.x == 1 ? "is connected" : "is cut off" }),
    StepFormat(
      .cancelled, 10, .client, "A client may not read its list, or no longer.",
      [.number("tag", .x)],
      says: { _ in "may not read its list" }, captioned: { _ in "is forbidden" }),
    StepFormat(
      .touched, 4, .stack,
      "A client changes a row in a way that promises nothing about what it shows next.",
      says: { "changes\($0.key), and promises nothing" },
      captioned: { "changes " + $0.shortKey }),
    StepFormat(
      .ended, 10, .client, "A transaction ended: 0 for done, else why not.",
      [StepField("committed", .x, .isZero), .number("end", .x), .number("runs", .y)],
      says: {
        $0.step.x == 0
          ? "transaction is done, run \($0.step.y) times" : "transaction failed (\($0.step.x))"
      }, captioned: { $0.step.x == 0 ? "transaction done" : "transaction fails" }),
    StepFormat(
      .counted, 8, .backend, "The backend added to a count.",
      [.number("now", .x), .number("was", .y)], isServers: true,
      says: { "counts\($0.key) from \($0.step.y) to \($0.step.x)" }),
    StepFormat(
      .joined, 8, .backend, "A session began at the backend.", [.number("session", .x)],
      says: { "session \($0.step.x) begins" }),
    StepFormat(
      .parted, 8, .backend, "A session ended at the backend.", [.number("session", .x)],
      says: { "session \($0.step.x) ends" }),
    StepFormat(
      .armed, 8, .backend, "The backend will write to a row when the client is gone.",
      [.number("session", .x)]),
    StepFormat(
      .fired, 8, .backend, "The backend wrote to a row because the client was gone.",
      [.number("session", .x), StepField("allowed", .y, .isOne)]),
    StepFormat(
      .killed, 14, .run, "The app of a client is no more; so many unanswered writes were saved.",
      [.number("saved", .x)],
      says: { "app is killed, \($0.step.x) writes saved" }, captioned: { _ in "app is killed" }),
    StepFormat(
      .crashed, 8, .backend, "The backend crashed, or is up again.",
      [StepField("up", .x, .isOne)], isServers: true,
      says: { $0.step.x == 1 ? "is up again" : "crashes" },
      captioned: { $0.step.x == 0 ? "goes down" : "is up" }),
  ]

  private static let lists: [StepFormat] = [
    StepFormat(
      .listened, 11, .stack, "A stack began to listen.", [.number("tag", .x), .hex("query", .y)],
      captioned: { _ in "listens" }),
    StepFormat(
      .unlistened, 11, .stack, "A stack listens no longer.", [.number("tag", .x)],
      captioned: { _ in "listens no more" }),
    StepFormat(
      .completed, 10, .client, "A listen has told all that it shows at first.",
      [.number("tag", .x)], captioned: { _ in "has all at first" }),
    StepFormat(
      .loaded, 11, .stack, "A stack said that its list has loaded: 0, or 1 more than a refusal.",
      [.number("refusal", .x)],
      says: { $0.step.x == 0 ? "says that its list is loaded" : "says that it may not load" },
      captioned: { _ in "says: loaded" }),
    StepFormat(
      .asked, 4, .stack, "A person wants more rows.", [.number("call", .x), .number("wanted", .y)],
      says: { "wants \($0.step.y) rows more" }, captioned: { _ in "wants a page" }),
    StepFormat(
      .paged, 11, .stack, "A page is there.",
      [.number("call", .x), .number("new", Step.Paged.new), .flag("more", Step.Paged.hasMore)],
      says: { "gets \($0.step[Step.Paged.new]) rows more" }, captioned: { _ in "has its page" }),
    StepFormat(
      .pageFailed, 11, .stack,
      "A page did not come: 1 busy, 2 not loaded, 3 cancelled, else 4 more than a refusal.",
      [.number("call", .x), .number("reason", .y)],
      says: { _ in "gets no more rows" }, captioned: { _ in "gets no page" }),
    StepFormat(
      .filtered, 4, .stack, "A person took the filter away, put it back, or wants another one.",
      [StepField("on", .x, .isOne)],
      says: { $0.step.x == 1 ? "filters" : "takes the filter away" }),
    StepFormat(
      .jumped, 13, .view, "Rows were pushed away from under a person's eyes.",
      [.number("places", .x)], captioned: { _ in "rows jump" }),
  ]

  private static let operations: [StepFormat] = [
    StepFormat(
      .operated, 4, .stack, "An app operates on a resource, whose collection is the list.",
      [.number("operation", .x), .word("verb", .y, ["create", "update", "destroy"])],
      says: {
        let verb = ["create", "update", "destroy"][Int(min(2, $0.step.y))]
        return "begins to \(verb)\($0.key) (operation \($0.step.x))"
      }, captioned: { _ in "operates" }),
    StepFormat(
      .reported, 11, .stack, "The resources of a client say how an operation goes.",
      [
        .word("stage", Step.Reported.stage, ResourceStage.allCases.map { "\($0)" }),
        .number("operation", .x), .number("says", Step.Reported.says),
      ],
      otherwise: (
        { ResourceStage(of: $0) == .underWay },
        [
          .word("stage", Step.Reported.stage, ResourceStage.allCases.map { "\($0)" }),
          .number("count", .x), .number("says", Step.Reported.says),
        ]
      ),
      row: { Row(ResourceStage(of: $0.step)?.isOfApp == true ? 4 : 11, .stack) },
      says: {
        let stage = ResourceStage(of: $0.step)
        if stage == .underWay { return "has \($0.step.x) operations under way" }
        return "operation \($0.step.x) \(stage?.words ?? "goes on")"
      }),
    StepFormat(
      .tallied, 8, .backend, "A counter was written at the backend.",
      [.number("counter", Step.Tallied.place), StepField("now", .x, .signed)], isServers: true),
  ]

  private static let troubles: [StepFormat] = [
    StepFormat(
      .disturbed, 14, .run, "A fault struck, for a client or for all.",
      [.number("fault", .x), .time("lasts", .y)], says: { "is hit by fault \($0.step.x)" }),
    StepFormat(
      .calmed, 14, .run, "A fault is over, for a client or for all.", [.number("fault", .x)],
      says: { "is rid of fault \($0.step.x)" }),
    StepFormat(
      .pending, 14, .run, "When the time was over, a client had something left to wait for.",
      [
        .flag("running", .x), StepField("connection", .x, .oneLess),
        .number("listens", Step.Pending.listens), .number("writes", Step.Pending.writes),
        .number("hooks", Step.Pending.hooks), .number("transactions", Step.Pending.transactions),
      ],
      otherwise: (
        { $0.client == Step.nobody }, [.number("messages", .x), .number("requests", .y)]
      )),
    StepFormat(
      .misbehaved, 14, .run, "A machine misbehaved, in a way that is allowed.",
      [StepField("point", .x, .point)]),
    StepFormat(
      .paused, 14, .run, "The app of a client goes to the background, or comes back.",
      [StepField("background", .x, .isOne)]),
    StepFormat(
      .strayed, 14, .run, "A client told something of a row to a listen that its stack has ended.",
      [.number("listen", .x)]),
    StepFormat(
      .closed, 11, .stack, "A client closed its list, which is shown no longer.",
      says: { _ in "closes its list" }, captioned: { _ in "closes its list" }),
    StepFormat(
      .lost, 11, .stack,
      "A stack said that its list is no longer kept up to date: 1 more than a refusal.",
      [.number("refusal", .x)],
      says: { _ in "says that its list is not kept up to date any more" },
      captioned: { _ in "says: lost" }),
    StepFormat(
      .noted, 11, .stack, "A stack says something that only its family knows.",
      [StepField("note", Step.Noted.note, .note)],
      says: { $0.names.note(of: $0.step)?.words($0) ?? "notes something\($0.key)" },
      captioned: { $0.names.note(of: $0.step)?.words($0) }),
    StepFormat(
      .stored, 10, .client, "The store of an app has answered; the stamp is 0 for nothing.",
      [
        .hex("stamp", .x), .flag("save", Step.Stored.isSave),
        .flag("failed", Step.Stored.isFailure), .number("tag", Step.Stored.tag),
      ],
      says: {
        let verb = $0.step.has(Step.Stored.isSave) ? "save" : "load"
        return $0.step.has(Step.Stored.isFailure)
          ? "cannot \(verb)\($0.key) in its store"
          : "\(verb == "save" ? "has saved" : "loads")\($0.key) in its store"
      }),
    StepFormat(
      .transferred, 10, .client, "A file of an app moves, is there, or did not come.",
      [
        .number("bytes", .x), .word("verb", Step.Transferred.verb, fileVerbs),
        .word("end", Step.Transferred.end, fileEnds), .number("tag", Step.Transferred.tag),
      ],
      says: {
        let verb = fileVerbs[Int(min(2, $0.step[Step.Transferred.verb]))]
        let end = fileEnds[Int(min(5, $0.step[Step.Transferred.end]))]
        return "\(verb)\($0.key), \($0.step.x) bytes: \(end)"
      }),
    StepFormat(
      .requested, 10, .client, "A stack asked for a page of a list, or gave one up.",
      [
        .number("offset", .x), .word("start", Step.Requested.start, pageStarts),
        .flag("backward", Step.Requested.isBackward), .flag("fresh", Step.Requested.isFresh),
        .flag("further", Step.Requested.goesOn),
        .number("count", Step.Requested.count), .number("tag", Step.Requested.tag),
      ],
      says: {
        let count = $0.step[Step.Requested.count]
        let side = $0.step.has(Step.Requested.isBackward) ? "before" : "behind"
        switch $0.step[Step.Requested.start] {
        case 0: return "asks for \(count) rows \(side) the first \($0.step.x)"
        case 3: return "asks for \(count) rows \(side) the last"
        case 4: return "gives up a page"
        default: return "asks for \(count) rows \(side)\($0.key)"
        }
      }),
    StepFormat(
      .fetched, 10, .client, "A page of a list came, or will not.",
      [
        .number("offset", .x), .word("end", Step.Fetched.end, pageEnds),
        .flag("last", Step.Fetched.isLast), .flag("more", Step.Fetched.hasMore),
        .number("rows", Step.Fetched.rows), .number("tag", Step.Fetched.tag),
      ],
      says: {
        let end = Int(min(UInt64(pageEnds.count - 1), $0.step[Step.Fetched.end]))
        return end == 0
          ? "has a page of \($0.step[Step.Fetched.rows]) rows behind the first \($0.step.x)"
          : "gets no page: \(pageEnds[end])"
      }),
    StepFormat(
      .committedBeside, 8, .backend, "Something that lies in no list was committed.",
      [.number("version", .y)], isServers: true,
      says: { "commits\($0.key), which lies in no list" }),
  ]

  private static let pageStarts = ["offset", "row", "place", "end", "given up"]
  private static let pageEnds = ["page"] + PageFailure.allCases.map { "\($0)" }
  private static let fileVerbs = ["upload", "download", "removal"]
  private static let fileEnds = [
    "under way", "done", "offline", "interrupted", "missing", "replaced",
  ]
}

// Words that need more than a line.
extension StepFormat {
  @Sendable
  private static func sent(_ telling: StepTelling) -> String {
    let step = telling.step
    let what = telling.isFromBackend ? "is sent it" : "sends it"
    guard step.x != .max else { return "\(what), and it is lost" }
    let takes = Instant(nanoseconds: Int64(bitPattern: step.x)) - step.at
    var words = "\(what); it takes \(takes.rounded)"
    let lost = step[Step.Sent.lost]
    if lost > 0 { words += ", lost \(lost) times" }
    let inLine = Interval(nanoseconds: Int64(step[Step.Sent.inLine]) * 1_000)
    if inLine > .zero { words += ", \(inLine.rounded) of it in line" }
    if step.has(Step.Sent.isHeld) { words += ", held back" }
    if step.has(Step.Sent.isDoubled) { words += ", and comes twice" }
    return words
  }

  private static func heard(_ step: Step) -> String {
    switch DataEvent.Kind(rawValue: UInt8(step[Step.Heard.event])) {
    case .removed: "that it is gone:"
    case .added: "of a new"
    case .changed: "of a changed"
    case .moved: "of a moved"
    default: "of"
    }
  }

  private static func changes(_ step: Step) -> String {
    let counts = [
      ("+", step[Step.Published.inserts]), ("-", step[Step.Published.deletes]),
      ("moved ", step[Step.Published.moves]), ("changed ", step[Step.Published.updates]),
    ]
    let words = counts.filter { $0.1 > 0 }.map { "\($0.0)\($0.1)" }.joined(separator: " ")
    return words.isEmpty ? "its list as it was" : "its list: \(words)"
  }
}

extension ResourceStage {
  /// `true` for what the app does or is asked, rather than told.
  fileprivate var isOfApp: Bool {
    switch self {
    case .asked, .vetoed, .allowed, .wrote, .did, .underWay, .uncounted, .recounted: true
    default: false
    }
  }

  /// The stage in words that follow an operation's number.
  fileprivate var words: String {
    switch self {
    case .asked: "asks the app whether it may go on"
    case .vetoed: "is forbidden by the app"
    case .allowed: "may go on"
    case .wrote: "writes"
    case .did: "tells the app that it shows"
    case .logged: "tells the app what was committed"
    case .persisted: "tells the app that it stands"
    case .undone: "tells the app that it does not stand"
    case .failed: "ends without a write"
    case .turnedAway: "was turned away by the server"
    case .lost: "has no answer"
    case .doubted: "leaves a counter in doubt"
    case .uncounted: "finds no counter to change"
    case .ignored: "hears an answer for which it does not wait"
    case .recounted: "writes a counter anew"
    case .underWay: "goes on"
    }
  }
}
