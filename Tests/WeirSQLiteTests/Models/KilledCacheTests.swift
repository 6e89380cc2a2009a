// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirCore
import WeirModels
import WeirSQLite
import WeirTestSupport

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Caches in processes of their own that are killed at a random moment: `.ci/prove-sqlite` asks for a thousand.
@Suite(.serialized) struct KilledCacheTests {
  @Test(arguments: kills(20))
  func `a cache opens to the last job that was done, whenever it was killed`(
    seed: UInt64
  ) async throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let death = await #expect(
      processExitsWith: .signal(SIGKILL), observing: [\.standardOutputContent]
    ) { [folder = folder as String, seed = seed as UInt64] in
      killSoon(seed)
      let cache = try SQLiteModelCache(path: folder + "/m.db", noteFormats())
      var (jobs, twin) = (NoteJobs(seed: seed), MemoryCache())
      var number = 0
      while true {
        number += 1
        let job = jobs.nextWrite()
        // A process that ends by itself fails the test.
        if words(cache.perform(job)) != words(twin.perform(job)) { return }
        say(number)
      }
    }
    let said = lastNumber(in: death?.standardOutputContent ?? [])
    var cache = try SQLiteModelCache(path: folder + "/m.db", noteFormats())
    let found = content(of: &cache)
    var (jobs, twin) = (NoteJobs(seed: seed), MemoryCache())
    for _ in 0..<said { _ = twin.perform(jobs.nextWrite()) }
    // Between a commit and the word of it the process may have been killed.
    if found != content(of: &twin) {
      _ = twin.perform(jobs.nextWrite())
      #expect(found == content(of: &twin), "neither \(said) nor \(said + 1) jobs")
    }
    for _ in 0..<5 {
      let job = jobs.nextWrite()
      #expect(words(cache.perform(job)) == words(twin.perform(job)))
    }
    #expect(content(of: &cache) == content(of: &twin))
  }
}
