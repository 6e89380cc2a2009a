// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

extension Decoder {
  /// Reads the whole of a scenario from the mapping it is; nil when nothing can be told of it.
  mutating func scenario(_ node: YAMLNode, named name: String) -> Scenario? {
    let fields = fields(node, Scenario.section.name, at: "")
    if fields.isBroken { return nil }
    // What another version means by its keys is not known here.
    if !version(fields) { return nil }
    var scenario = Scenario.unread
    scenario.name = name
    _ = read(fields, into: &scenario)
    scenario.check(fields, &self)
    return problems.isEmpty ? scenario : nil
  }

  /// `true` if the version is one that is read; a file that does not say is judged as version 1.
  private mutating func version(_ fields: Fields) -> Bool {
    let known = Schema.versions.map { String($0) }.joined(separator: ", ")
    let version = scalar(
      slot("weir", in: fields),
      { text throws(Complaint) in
        guard let number = ExactNumber(of: text), number.isInteger,
          Schema.versions.contains(where: { Int128($0) == number.digits })
        else {
          throw Complaint(
            message: "version '\(shortened(text))' of the format is not known",
            remedy: "write `weir: 1`; this build reads versions: \(known)")
        }
        return number.words
      }, { $0 })
    return version != nil || !fields.has("weir")
  }

  /// A server that waits no longer than a silent client does ends healthy sessions, again and again.
  mutating func refuseShortSessions(_ node: YAMLNode?) {
    let links = groups.compactMap {
      networks.indices.contains($0.network) ? networks[$0.network] : nil
    }
    let silence = links.map(\.transport.silence).max() ?? .zero
    guard server.sessionTimeout <= silence else { return }
    complain(
      node?.value(of: "session-timeout")?.mark,
      "sessions end after a silence of \(server.sessionTimeout), which healthy clients keep",
      "they show that they are there every \(silence); write more than that and the way takes")
  }

  /// Notes crashes that would never come, because the run is over before.
  mutating func refuseLateCrashes(runEnds: Interval) {
    for (crash, mark) in zip(server.crashes, crashMarks)
    where runEnds > .zero && crash.at >= runEnds {
      complain(
        mark, "the run is over at \(runEnds), before the server crashes",
        "let it crash before that, or let the work go on, or settle, for longer")
    }
  }
}

extension KeyValue where Value == [Scenario.Network] {
  /// Links by name, in the order of their names.
  static var networks: Self {
    Self(.named(Scenario.Network.section.name)) { decoder, slot in decoder.networks(slot) }
  }
}

extension Decoder {
  fileprivate mutating func networks(_ slot: Slot) -> [Scenario.Network]? {
    guard case .mapping(let entries) = slot.node.content else {
      if !slot.node.isBroken { wrongKind(slot) }
      return nil
    }
    let sorted = entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    if sorted.count >= Self.mostEntries {
      complain(slot.node.mark, "more than \(Self.mostEntries) networks", "write fewer")
      return nil
    }
    return sorted.map { entry in
      do throws(Complaint) {
        let name = try Self.name(entry.key)
        if name == "default" {
          throw Complaint(
            message: "'default' is the name of the link under `network:`",
            remedy: "give this one another name")
        }
      } catch {
        complain(entry.keyMark, error.message, error.remedy)
      }
      let fields = self.fields(
        entry.value, Scenario.Network.section.name, at: "\(slot.path).\(entry.key)")
      var network = Scenario.Network(name: entry.key)
      _ = read(fields, into: &network)
      network.check(fields, &self)
      return network
    }
  }
}
