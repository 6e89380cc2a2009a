// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirModels
import WeirSQLite

@MainActor @Suite struct AppModelsInFileTests {
  @Test func `an app finds in its file what it had shown before it was started again`()
    async throws
  {
    let file = try ModelFile()
    let models = AppModels(cache: try file.open())
    let list = models.list(of: StoredNote.self)
    let notes = [StoredNote(name: "a", text: "one"), StoredNote(name: "b", text: "two")]
    list.set(notes, key: "feed")
    models.update([StoredNote(name: "b", text: "three")])
    await models.settled()

    let later = AppModels(cache: try file.open())
    let found = later.list(of: StoredNote.self)
    try await found.fetch("feed")
    #expect(found.rows.map(\.text) == ["one", "three"])
    #expect(models.faults.isEmpty && later.faults.isEmpty)
  }
}
