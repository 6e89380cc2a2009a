// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirReport

/// A variation of a process in everything that must not matter to its result.
///
/// The first is as plain as can be; what the others change is drawn from the number, so that the same number
/// is the same variation each time.
package struct ProcessVariation {
  /// The differences from the others, in words.
  package var words: String
  /// Variables of the environment.
  package var variables: [String]
  /// `true` if addresses are the same in every process.
  var hasFixedAddresses = false
  /// `true` if it may use one core only.
  var isOnOneCore = false
  /// `true` if another seed is run in the same process before.
  package var isWarm = false

  /// The programs of the system that help, where they are and may be used.
  package struct Tools {
    /// The one that fixes addresses.
    var setarch: String?
    /// The one that takes cores away.
    var taskset: String?

    /// Tries them.
    package init() {
      func tried(_ path: String, _ words: [String]) -> String? {
        guard Machine.isProgram(path), let result = try? MeteredProcess.run(path, words) else {
          return nil
        }
        return result.ending == .exited(0) ? path : nil
      }
      setarch = tried("/usr/bin/setarch", ["setarch", "-R", "/bin/true"])
      taskset = tried("/usr/bin/taskset", ["taskset", "-c", "0", "/bin/true"])
    }
  }

  /// Returns the variation with a number.
  package static func number(_ number: Int, _ tools: Tools) -> ProcessVariation {
    let zones = [
      "UTC", "Pacific/Chatham", "America/St_Johns", "Asia/Kathmandu", "Africa/Casablanca",
    ]
    let locales = ["C", "tr_TR.UTF-8", "de_DE.UTF-8", "ar_EG.UTF-8", "th_TH.UTF-8"]
    let (zone, locale) = (zones[number % zones.count], locales[number % locales.count])
    var stream = RandomStream(seed: UInt64(number), "disguise")
    let padding = number == 0 ? 0 : Int(stream.below(60_000))
    var variation = ProcessVariation(
      words: "",
      variables: [
        "TZ=\(zone)", "LANG=\(locale)", "LC_ALL=\(locale)",
        "WEIR_PADDING=\(String(repeating: "x", count: padding))",
      ])
    // Swift draws a new hash seed in each process, unless it is told to take always the same.
    let hasFixedHashes = number % 2 == 1
    if hasFixedHashes { variation.variables.append("SWIFT_DETERMINISTIC_HASHING=1") }
    variation.hasFixedAddresses = number % 4 == 1 && tools.setarch != nil
    variation.isOnOneCore = number % 4 >= 2 && tools.taskset != nil
    variation.isWarm = number % 4 == 3
    variation.words =
      "\(hasFixedHashes ? "fixed" : "random") hash seed, "
      + "\(variation.hasFixedAddresses ? "fixed" : "random") addresses, "
      + "\(padding) bytes more of environment, \(zone), \(locale), "
      + (variation.isOnOneCore ? "one core" : "all cores")
      + (variation.isWarm ? ", after another seed in the same process" : "")
    return variation
  }

  /// Returns the job that runs a program in this variation; `words` begin with its name.
  func job(_ program: String, _ words: [String], _ tools: Tools) -> ChildJobs.Job {
    var job = ChildJobs.Job(program: program, words: words, variables: variables)
    if hasFixedAddresses, let setarch = tools.setarch {
      job.words = ["setarch", "-R", job.program] + job.words.dropFirst()
      job.program = setarch
    }
    if isOnOneCore, let taskset = tools.taskset {
      job.words = ["taskset", "-c", "0", job.program] + job.words.dropFirst()
      job.program = taskset
    }
    return job
  }
}
