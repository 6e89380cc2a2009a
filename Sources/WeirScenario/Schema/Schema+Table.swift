import WeirCore
import WeirTree

extension Schema {
  /// Every mapping of the format, in the order of ``SectionName``.
  static func table(
    with promises: [Promise], _ metrics: [Metric], _ actions: [Scenario.Work.Action],
    _ stacks: [StackFormat]
  ) -> [Section] {
    sectionsUpToWork(actions, stacks) + faultSections + [expect(promises, metrics)]
      + sectionsAfterExpect + stacks.compactMap(\.section)
  }

  private static func sectionsUpToWork(
    _ actions: [Scenario.Work.Action], _ stacks: [StackFormat]
  ) -> [Section] {
    [
      Section(
        name: .scenario, path: "", about: "A scenario.",
        keys: [
          Key("weir", .version, .required, "The version of the format.", "1"),
          Key(
            "about", .text, .required, "One sentence for the person who reads the report.",
            "Two phones in one chat room see each other's messages."),
          Key(
            "extends", .file, .optional,
            "Another scenario in the folder of this one or below it, whose values count where this file is silent; "
              + "--allow-outside lets it lie elsewhere.",
            "base.yaml"),
          Key(
            "seed", .seed, .fallback("1"),
            "The seed that is used when the command line gives none.", "0x5EED"),
          Key(
            "warm-up", .duration(positive: false), .fallback("0s"),
            "What starts before this moment is not measured.", "10s"),
          Key(
            "settle", .duration(positive: false), .fallback("30s"),
            "How long after the last work the world may take to come to rest.", "1min"),
          Key(
            "oracle", .word(["off", "on"]), .fallback("off"),
            "Whether a slow model that recomputes everything runs beside every client and must agree.",
            "on"),
          Key(
            "server", .section(.server), .optional,
            "The backend: what it holds and how much it can do at once.",
            "{ tree: { rooms: { lobby: {} } }, servers: 4, service: 2ms }"),
          Key(
            "network", .section(.network), .optional,
            "The link between clients and the backend, for groups that name no other.",
            "{ delay: { exponential: 40ms, at-least: 5ms } }"),
          Key(
            "networks", .named(.network), .optional, "Further links, by name.",
            "{ mobile: { delay: 80ms, loss: 1% } }"),
          Key(
            "resources", .list(.resources), .optional,
            "The kinds of things that apps create, update, destroy and toggle, and what counts them.",
            "[ { kind: like, at: /likes/$post/@ }, { kind: post, at: /posts/@ } ]"),
          Key(
            "clients", .list(.clients), .required, "Who takes part, group by group.",
            "[ { count: 2, list: rooms/lobby } ]"),
          Key(
            "workload", .list(.workload), .required, "What people do, and when.",
            "[ { each: client, does: post, every: 2s, for: 60s } ]"),
          Key(
            "faults", .faults, .optional,
            "What goes wrong on purpose until the work is over, or swarm: each seed draws some of it.",
            "[ { fault: partition, every: { exponential: 20s }, for: 5s } ]"),
          Key(
            "schedule", .schedule, .optional,
            "Deliveries of one instant are permuted by random priorities; in order unless given.",
            "pct"),
          Key(
            "buggify", .share, .optional,
            "How likely a machine does at a point what it may do, but seldom does, until the work is over; never unless given.",
            "5%"),
          Key(
            "expect", .section(.expect), .optional, "What must be true at the end.",
            "{ converge: held, post-to-seen: { p99: { under: 250ms } } }"),
          Key(
            "gate", .section(.gate), .optional,
            "What `weir gate` allows; without it every number must equal its baseline.",
            "{ allow: [ { metric: messages, by: 2% } ], slow-down: 2% }"),
        ]),
      Section(
        name: .server, path: "server", about: "The backend.",
        keys: [
          Key(
            "tree", .tree, .fallback("{}"),
            "The data at the start: mappings become objects, lists become objects with keys 0, 1, 2.",
            "{ rooms: { lobby: {} } }"),
          Key(
            "servers", .count(1...most, orUnlimited: true), .fallback("unlimited"),
            "How many requests are served at once.", "4"),
          Key(
            "service", .distribution(positive: false), .fallback("0ms"),
            "How long one request takes a server.", "{ exponential: 2ms }"),
          Key(
            "queue", .count(0...most, orUnlimited: true), .fallback("unlimited"),
            "How many requests may wait before new ones are turned away.", "100"),
          Key(
            "answers", .word(Scenario.Server.Answers.allCases.map(\.rawValue)),
            .fallback("after-data"),
            "Whether a writer hears its answer after the data that its write changed, as it should.",
            "before-data"),
          Key(
            "session-timeout", .duration(positive: true), .fallback("60s"),
            "How long a client may be silent before the server ends its session; more than the 45s after which clients show that they are there (1s on a datagram).",
            "2min"),
          Key(
            "crashes", .list(.crash), .optional,
            "When the server goes down: what was committed stays, all else is lost.",
            "[ { at: 20s, for: 3s } ]"),
          Key(
            "rules", .rules, .optional,
            "Who may read and write what, place by place; everybody everything unless given.",
            "{ rooms: { $room: { .read: \"auth != null\", .write: \"auth.uid == $room\" } } }"),
          Key(
            "later-rules", .list(.laterRules), .optional,
            "Other rules, and when they come into force; who may read no longer loses the list.",
            "[ { at: 30s, rules: { rooms: { .read: false } } } ]"),
          Key(
            "pace", .rate(positive: true), .optional,
            "How many requests a session may make; those beyond a second's worth are turned away.",
            "20/s"),
          Key(
            "replicas", .count(1...most, orUnlimited: false), .fallback("1"),
            "How many copies of the tree clients read from, in turn; all but the first are behind.",
            "2"),
          Key(
            "lag", .duration(positive: false), .fallback("0s"),
            "How far the copies are behind.", "200ms"),
          Key(
            "mutant", .name, .optional,
            "What is wrong with the server on purpose; `weir list mutants` lists them all.",
            "write-lost"),
        ]),
      Section(
        name: .laterRules, path: "server.later-rules",
        about: "Rules that come into force in the middle of a run.",
        keys: [
          Key("at", .duration(positive: true), .required, "When.", "30s"),
          Key(
            "rules", .rules, .required, "Who may read and write what from then on.",
            "{ rooms: { .read: false } }"),
        ]),
      Section(
        name: .crash, path: "server.crashes", about: "When the server goes down, and for how long.",
        keys: [
          Key("at", .duration(positive: true), .required, "When.", "20s"),
          Key("for", .duration(positive: true), .required, "How long it is down.", "3s"),
        ]),
      Section(
        name: .rules, path: "server.rules", about: rulesAbout,
        keys: [
          Key(
            ".read", .rule, .optional,
            "Who may read here and everywhere below; a deeper place cannot take it back.",
            "\"auth != null\""),
          Key(
            ".write", .rule, .optional,
            "Who may write here and everywhere below; a deeper place cannot take it back.",
            "\"auth.uid == 'ann' || !data.exists()\""),
          Key(
            ".validate", .rule, .optional,
            "What must be true of the data here after a write, unless the write leaves none.",
            "\"newData.child('word').isString()\""),
          Key(
            ".indexOn", .indexes, .optional,
            "The children by which lists here are ordered; it forbids nothing.", "[score, name]"),
        ]),
      Section(
        name: .network, path: "network",
        about: "A link between a client and the backend; each direction draws on its own.",
        keys: [
          Key(
            "delay", .distribution(positive: false), .fallback("0ms"),
            "How long a message is under way, in one direction: half of a round trip.",
            "{ exponential: 40ms, at-least: 5ms }"),
          Key(
            "round-trip", .distribution(positive: false), .optional,
            "The delay there and back, instead of delay; each direction draws on its own and takes half.",
            "80ms"),
          Key(
            "steady", .duration(positive: false), .fallback("1s"),
            "How long the path of a stream keeps a delay before it draws another one; with 0s every message draws its own, and waits for all that were sent before it.",
            "0s"),
          Key(
            "transport", .word(Scenario.Network.Transport.allCases.map(\.rawValue)),
            .fallback("stream"),
            "What the link promises: a stream is reliable and ordered, datagrams are neither.",
            "datagram"),
          Key(
            "loss", .share, .fallback("0%"), "How likely a transmission is lost.", "1%"),
          Key(
            "retransmit", .duration(positive: true), .fallback("200ms"),
            "How long a stream waits before it sends a lost message again; it doubles each time.",
            "300ms"),
          Key(
            "duplicate", .share, .fallback("0%"), "How likely a datagram arrives twice.", "0.5%"),
          Key(
            "reorder", .share, .fallback("0%"),
            "How likely a datagram is held back so that later ones overtake it.", "2%"),
          Key(
            "reorder-by", .distribution(positive: false), .fallback("50ms"),
            "How long a datagram is held back then.", "{ uniform: [10ms, 80ms] }"),
          Key(
            "outage", .section(.outage), .optional,
            "When the link is down: a stream holds what is sent meanwhile, a datagram is lost.",
            "{ every: { exponential: 45s }, for: 3s }"),
        ]),
      Section(
        name: .outage, path: "network.outage", about: "When a link goes down, and for how long.",
        keys: [
          Key(
            "every", .distribution(positive: true), .required,
            "From the end of one outage to the start of the next.", "{ exponential: 45s }"),
          Key(
            "for", .distribution(positive: false), .required, "How long an outage lasts.",
            "{ uniform: [1s, 8s] }"),
        ]),
      Section(
        name: .clients, path: "clients", about: "Clients of one kind.",
        keys: [
          Key(
            "name", .name, .optional,
            "The group's name, for workloads and reports; `clients`, `clients-2` unless given.",
            "phones"),
          Key("count", .count(1...most, orUnlimited: false), .fallback("1"), "How many.", "200"),
          Key(
            "stack", .stack(stacks.map(\.name)), .fallback(stacks.first?.name ?? "streams"),
            "The stack that is under test, or one that is wrong on purpose.", "streams"),
          Key(
            "list", .lists, .required,
            "The path of the list that they open; {1..20} stands for twenty lists.",
            "rooms/{1..20}"),
          Key(
            "pick", .popularity, .fallback("in-turn"), "Which of the lists each client opens.",
            "{ zipf: 1.1 }"),
          Key(
            "newest", .count(1...most, orUnlimited: false), .optional,
            "Shows the last so many rows of the order, the last one first; all rows unless given.",
            "50"),
          Key(
            "oldest", .count(1...most, orUnlimited: false), .optional,
            "Shows the first so many rows of the order; all rows unless given.", "50"),
          Key(
            "order", .order, .fallback("key"),
            "What the list is ordered by; rows that are equal in it stand by their keys.",
            "{ child: score }"),
          Key(
            "descending", .word(["off", "on"]), .optional,
            "Whether the list starts with the last row of the order; on with newest, else off.",
            "on"),
          Key(
            "from", .leaf, .optional,
            "Where the list starts: a key, or a value of what it is ordered by.", "10"),
          Key(
            "to", .leaf, .optional,
            "Where the list ends: a key, or a value of what it is ordered by.", "20"),
          Key(
            "where", .section(.condition), .optional,
            "Which rows are shown; rows that are not shown are loaded all the same.",
            "{ field: done, is: false }"),
          Key(
            "show", .count(1...most, orUnlimited: false), .optional,
            "Shows at most so many of the rows that are loaded, and others when some of them go.",
            "10"),
          Key(
            "sections", .sections, .optional,
            "How the rows fall into sections: one for each value, or one for each condition.",
            "{ by: team }"),
          Key(
            "also", .paths, .optional,
            "Further lists shown as one with the first; of rows with one key the first list's counts.",
            "[rooms/drafts]"),
          Key(
            "flipped", .word(["off", "on"]), .optional,
            "Whether row 0 is drawn at the bottom, as chats have it; given, jumps of the view are counted.",
            "on"),
          Key(
            "batch", .batch, .fallback("100ms"),
            "How long nothing must have come before a stream publishes what it gathered.",
            "{ wait: 100ms, at-most: 500ms }"),
          Key(
            "network", .reference(to: "networks"), .fallback("default"),
            "The link they use, by its name under `networks:`.", "mobile"),
          Key(
            "auth", .text, .optional,
            "Who they are to the rules; {n} stands for the client's number in its group, from 0.",
            "ann-{n}"),
          Key(
            "arrive", .duration(positive: false), .fallback("0s"),
            "Over how long they open their apps, one after the other at even distances.", "60s"),
          Key(
            "clock-ahead", .duration(positive: false), .fallback("0s"),
            "How far their clocks are ahead of the server's.", "3s"),
          Key(
            "presence", .paths, .optional,
            "Lists in which each client keeps a row while it is connected, and which the server removes.",
            "rooms/people"),
          Key(
            "persistence", .word(["off", "on"]), .fallback("off"),
            "Whether unanswered writes survive when the app is killed.", "on"),
          Key(
            "quirks", .word(["none", "forgets-kept", "doubts-null", "all"]), .fallback("none"),
            "What the views of the client forget as those of an official client do.", "forgets-kept"
          ),
          Key(
            "context", .tree, .optional,
            "The things that the screen knows, by their kinds, for apps that keep resources; {n} as in auth.",
            "{ room: lobby }"),
        ]),
      stackSection(stacks),
      Section(
        name: .order, path: "clients.order", about: "An order by what stands below each row.",
        keys: [
          Key("child", .field, .required, "The field, or a path of fields.", "score")
        ]),
      Section(
        name: .condition, path: "clients.where",
        about: "Which rows are meant: field with is or below, or one of has, not, every and any.",
        keys: [
          Key(
            "field", .field, .optional, "The field that is looked at; goes with is and below.",
            "done"
          ),
          Key("is", .leaf, .optional, "What stands in the field.", "false"),
          Key(
            "below", .leaf, .optional,
            "What the field stands before in the order of all values, in which nothing comes first.",
            "10"),
          Key("has", .field, .optional, "Rows in which this field stands.", "author"),
          Key("not", .section(.condition), .optional, "All other rows.", "{ has: author }"),
          Key(
            "every", .list(.condition), .optional, "Rows that all of these mean.",
            "[ { has: author }, { field: done, is: false } ]"),
          Key(
            "any", .list(.condition), .optional, "Rows that one of these means.",
            "[ { has: author }, { field: done, is: false } ]"),
        ]),
      Section(
        name: .sections, path: "clients.sections",
        about: "A section for each value; it comes with its first row and goes with its last.",
        keys: [
          Key("by", .field, .required, "The field whose value is the row's section.", "team")
        ]),
      Section(
        name: .batch, path: "clients.batch", about: "How long changes are gathered.",
        keys: [
          Key(
            "wait", .duration(positive: false), .required,
            "How long nothing must have come before a stream publishes what it gathered.", "100ms"),
          Key(
            "at-most", .duration(positive: false), .optional,
            "When it publishes at the latest, after the first change; five times the wait unless given.",
            "500ms"),
        ]),
      Section(
        name: .popularity, path: "clients.pick", about: "How choices spread.",
        keys: [
          Key(
            "zipf", .number(above: 0, atMost: 10), .required,
            "The nth place is chosen in proportion to 1/n to this power.", "1.1")
        ]),
      Section(
        name: .resources, path: "resources", about: "A kind of thing that apps keep in the tree.",
        keys: [
          Key(
            "kind", .name, .required, "What it is called; contexts name a thing of it so.",
            "message"),
          Key(
            "at", .text, .required,
            "Where its things lie: $room is the key of the context's room, @ at the end the thing's own.",
            "/rooms/$room/messages/@"),
          Key(
            "counters", .list(.counter), .optional, "Numbers that say how many there are.",
            "[ { name: count, on: room } ]"),
        ]),
      Section(
        name: .counter, path: "resources.counters",
        about: "A number below another thing that says how many belong to it.",
        keys: [
          Key("name", .name, .required, "What the number is called.", "count"),
          Key(
            "on", .name, .required,
            "The kind of the thing below which it stands; the one that the context names.", "room"),
          Key(
            "by", .word(CounterUpdate.allCases.map(\.rawValue)),
            .fallback("increment"),
            "A server value in the write itself, or a transaction or a new count behind it.",
            "recount"),
          Key(
            "where", .section(.condition), .optional,
            "Which things count: has, or field with is; all unless given.", "{ has: word }"),
        ]),
      Section(
        name: .workload, path: "workload",
        about: "What simulated people do; exactly one of every, think and arrivals sets the pace.",
        keys: [
          Key(
            "name", .name, .optional, "Its name in reports; the action's name unless given.",
            "writers"),
          Key(
            "clients", .reference(to: "clients"), .optional,
            "The group that acts; the only group unless given.", "phones"),
          Key(
            "each", .word(["client"]), .optional,
            "Says aloud that every client acts at its own pace; goes with every and think.",
            "client"),
          Key(
            "does", .actions(actions.map(\.name)), .required,
            "What is done: an action, or shares that add up to 100%.",
            "{ post: 90%, edit: 8%, remove: 2% }"),
          Key(
            "every", .distribution(positive: true), .optional,
            "Each client acts again and again at these distances, answered or not.",
            "{ exponential: 2s }"),
          Key(
            "think", .distribution(positive: false), .optional,
            "Each client acts, waits for the answer, thinks so long, and acts again.",
            "{ log-normal: { median: 2s, p99: 20s } }"),
          Key(
            "arrivals", .section(.arrivals), .optional,
            "People arrive as they please, and a client is chosen for each.",
            "{ poisson: 200/s }"),
          Key(
            "who", .popularity, .fallback("uniform"),
            "Which client of the group acts; goes with arrivals.", "in-turn"),
          Key("from", .duration(positive: false), .fallback("0s"), "When it starts.", "10s"),
          Key(
            "for", .duration(positive: true), .optional,
            "How long it goes on; required, except with stages, whose sum it is.", "60s"),
          Key(
            "away", .distribution(positive: false), .fallback("5s"),
            "How long who leaves, closes the list or is killed stays away, but no longer than the work goes on.",
            "{ exponential: 8s }"),
          Key(
            "page", .count(1...most, orUnlimited: false), .fallback("20"),
            "How many rows more `page` loads.", "50"),
          Key(
            "field", .field, .fallback("score"),
            "The field that `assign` sets; rows that the same entry posts have it, too. With `values`, things that are "
              + "created, updated or toggled have it. `count` and `transact` always add to `likes`.",
            "team"),
          Key(
            "values", .leaves, .optional,
            "What `assign` sets it to, one of these at random; a number below 100 unless given.",
            "[red, blue]"),
          Key(
            "kind", .name, .optional, "The kind of what is created, updated, destroyed or toggled.",
            "message"),
          Key(
            "veto", .share, .optional,
            "How many of these the app's own hook forbids, so that nothing is written.", "5%"),
        ]),
      Section(
        name: .actions, path: "workload.does", about: "Shares of actions, 100% together.",
        keys: actions.map { action in
          Key(action.name, .share, .optional, action.verb.about, action.verb.example)
        }),
      Section(
        name: .arrivals, path: "workload.arrivals",
        about: "When people arrive: constant, poisson, stages or burst.",
        keys: [
          Key("constant", .rate(positive: true), .optional, "At even distances.", "200/s"),
          Key("poisson", .rate(positive: true), .optional, "At random, with this rate.", "200/s"),
          Key(
            "from", .rate(positive: false), .fallback("0/s"),
            "The rate at which the first stage starts; goes with stages.", "10/s"),
          Key(
            "stages", .list(.stage), .optional,
            "At random, with a rate that changes stage by stage.",
            "[ { to: 500/s, over: 30s }, { at: 500/s, for: 30s } ]"),
          Key(
            "burst", .count(1...most, orUnlimited: false), .optional,
            "So many at one instant, again and again; goes with every.", "50"),
          Key(
            "every", .distribution(positive: true), .optional,
            "From one burst to the next; goes with burst.", "1s"),
        ]),
      Section(
        name: .stage, path: "workload.arrivals.stages",
        about: "A piece of a load curve: either to and over, or at and for.",
        keys: [
          Key(
            "to", .rate(positive: false), .optional, "The rate slides here from the stage before.",
            "500/s"),
          Key(
            "over", .duration(positive: true), .optional, "How long the slide takes; goes with to.",
            "30s"),
          Key("at", .rate(positive: false), .optional, "The rate jumps here and holds.", "500/s"),
          Key(
            "for", .duration(positive: true), .optional, "How long the rate holds; goes with at.",
            "30s"),
        ]),
    ]
  }

  private static func expect(_ promises: [Promise], _ metrics: [Metric]) -> Section {
    Section(
      name: .expect, path: "expect", about: "What must be true at the end.",
      keys: promises.map(expectation) + metrics.map(expectation))
  }

  private static let sectionsAfterExpect: [Section] = [
    Section(
      name: .converge, path: "expect.converge", about: "How fast views agree again.",
      keys: [
        Key(
          "within", .duration(positive: true), .required,
          "Views equal the server's data again this long after the last write.", "1s")
      ]),
    Section(
      name: .statistics, path: "expect.METRIC",
      about: "Numbers that sum up a metric, each with what it is held against.",
      keys: [
        statistic("count", "How many samples; for a counter, its value."),
        statistic("mean", "The mean; for a gauge, its value."),
        statistic("sd", "The standard deviation."),
        statistic("min", "The smallest."),
        statistic("p50", "The median."),
        statistic("p90", "The value that 90 % stay below."),
        statistic("p95", "The value that 95 % stay below."),
        statistic("p99", "The value that 99 % stay below."),
        statistic("p999", "The value that 99.9 % stay below."),
        statistic("max", "The largest."),
        statistic("value", "The one number of a counter or a gauge."),
      ]),
    Section(
      name: .comparison, path: "expect.METRIC.STATISTIC",
      about: "What a number is held against; durations have a unit, rates are written as 200/s.",
      keys: [
        Key("under", .bound, .optional, "Strictly smaller.", "250ms"),
        Key("at-most", .bound, .optional, "Not larger.", "250ms"),
        Key("over", .bound, .optional, "Strictly larger.", "5ms"),
        Key("at-least", .bound, .optional, "Not smaller.", "5ms"),
        Key("between", .bounds, .optional, "Not outside.", "[5ms, 250ms]"),
        Key(
          "near", .bound, .optional, "Inside the 95 % interval of the mean; goes with mean.",
          "70ms"),
      ]),
    Section(
      name: .gate, path: "gate", about: "What `weir gate` allows, and what it sweeps.",
      keys: [
        Key(
          "allow", .list(.allowance), .optional, "Metrics that may be off their baseline.",
          "[ { metric: messages, by: 2% } ]"),
        Key(
          "slow-down", .share, .optional,
          "From which slow-down on another build must not pass, at least 0.5%.", "2%"),
        Key(
          "sweep", .count(1...1000, orUnlimited: false), .optional,
          "How many seeds, from 1 on, are swept as well and held against the baseline.", "20"),
      ]),
    Section(
      name: .allowance, path: "gate.allow", about: "How far a metric may be off its baseline.",
      keys: [
        Key("metric", .name, .required, "The metric.", "messages"),
        Key("by", .share, .required, "The share of what the baseline has.", "2%"),
      ]),
    Section(
      name: .distribution, path: "distribution",
      about: "A random length of time: a plain duration is constant, a mapping has one shape.",
      keys: [
        Key(
          "exponential", .duration(positive: true), .optional,
          "Memoryless, with this mean.", "40ms"),
        Key("uniform", .range, .optional, "Equally likely between two ends.", "[10ms, 20ms]"),
        Key(
          "normal", .duration(positive: true), .optional,
          "Bell-shaped around this mean, the part above zero; goes with sd.", "40ms"),
        Key(
          "sd", .duration(positive: true), .optional,
          "The standard deviation of a normal distribution.", "10ms"),
        Key(
          "log-normal", .section(.logNormal), .optional,
          "A bell on a logarithmic scale, as round trips often are.",
          "{ median: 80ms, p99: 900ms }"),
        Key("gamma", .duration(positive: true), .optional, "With this mean, and a shape.", "40ms"),
        Key(
          "weibull", .duration(positive: true), .optional, "With this scale, and a shape.", "40ms"),
        Key(
          "pareto", .duration(positive: true), .optional,
          "With this smallest value, and a shape, the tail index.", "10ms"),
        Key(
          "shape", .number(above: 0, atMost: 1000), .optional,
          "The shape of a gamma, weibull or pareto distribution.", "1.5"),
        Key(
          "mixture", .list(.part), .optional, "One of several, by weights that add up to 100%.",
          "[ { weight: 90%, of: 20ms }, { weight: 10%, of: { exponential: 200ms } } ]"),
        Key(
          "empirical", .file, .optional,
          "As it was measured: a column of a CSV file in the scenario's folder or below it.",
          "latencies.csv"),
        Key(
          "column", .text, .optional,
          "The column of an empirical distribution; the only column unless given.", "rtt"),
        Key(
          "unit", .word(Units.times.map(\.unit)), .optional,
          "The unit of an empirical distribution's numbers.", "ms"),
        Key(
          "at-least", .duration(positive: false), .optional,
          "Is added to each draw, so that nothing is shorter: 40ms, at least 5ms, has the mean 45ms.",
          "5ms"),
      ]),
    Section(
      name: .logNormal, path: "distribution.log-normal",
      about: "Either median and p99, or mu and sigma of the logarithm of seconds.",
      keys: [
        Key("median", .duration(positive: true), .optional, "Half are shorter.", "80ms"),
        Key("p99", .duration(positive: true), .optional, "99 % are shorter.", "900ms"),
        Key(
          "mu", .number(above: -100, atMost: 20), .optional,
          "The mean of the logarithm of seconds.", "-2.5"),
        Key(
          "sigma", .number(above: 0, atMost: 10), .optional,
          "The deviation of the logarithm of seconds.", "0.5"),
      ]),
    Section(
      name: .part, path: "distribution.mixture", about: "A part of a mixture.",
      keys: [
        Key("weight", .share, .required, "How often this part is drawn.", "90%"),
        Key(
          "of", .distribution(positive: false), .required, "What is drawn then.",
          "{ exponential: 20ms }"),
      ]),
  ]

  private static func expectation(_ promise: Promise) -> Key {
    // How fast lists agree again is the one limit that a promise can be given.
    promise.name == "converge"
      ? Key(promise.name, .convergence, .optional, promise.about, "{ within: 1s }")
      : Key(promise.name, .word(["held", "broken"]), .optional, promise.about, "held")
  }

  private static func expectation(_ metric: Metric) -> Key {
    let example =
      switch metric.kind {
      case .duration: "{ p99: { under: 250ms } }"
      case .count: "{ value: { at-most: 100 } }"
      case .ratio: "{ value: { under: 80% } }"
      case .rate: "{ value: { at-least: 90/s } }"
      case .amount: "{ p99: { at-most: 2.5 } }"
      }
    return Key(metric.name, .section(.statistics), .optional, metric.about, example)
  }

  private static func statistic(_ name: String, _ about: String) -> Key {
    Key(name, .section(.comparison), .optional, about, "{ under: 250ms }")
  }
}

extension Schema {
  private static let rulesAbout = """
    A place of the tree with its rules. All other keys are the names of places below, which look the \
    same; `$name` stands for every place that has no rules of its own, and for its key in expressions \
    below. An expression knows auth, auth.uid, now, root, data and newData; snapshots with val() \
    exists() child() parent() hasChild() hasChildren() isString() isNumber() isBoolean() \
    getPriority(); texts with length contains() beginsWith() endsWith() replace() toLowerCase() \
    toUpperCase(); and ! - + * / % == != < <= > >= && || ?: with parentheses. What is of the wrong \
    type when it is looked at makes the whole rule false.
    """
}
