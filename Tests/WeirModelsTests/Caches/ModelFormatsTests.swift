// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirModels

@Suite struct ModelFormatsTests {
  private func formats() -> ModelFormats {
    var formats = ModelFormats()
    formats.add(
      Note.self, named: "note", encode: { Array($0.text.utf8) },
      decode: { $0.isEmpty ? nil : Note(name: "n", text: String(decoding: $0, as: UTF8.self)) })
    return formats
  }

  @Test func `a model comes back from its bytes by the name of its format`() {
    let formats = formats()
    #expect(formats.count == 1)
    #expect(formats.name(of: Note.self) == "note")
    #expect(formats.bytes(of: Note(name: "n", text: "hi")) == [104, 105])
    #expect(formats.model(of: [104, 105], named: "note") as? Note == Note(name: "n", text: "hi"))
  }

  @Test func `what has no format, and bytes that are not understood, are nothing`() {
    let formats = formats()
    #expect(formats.name(of: Heading.self) == nil)
    #expect(formats.bytes(of: Heading(name: "a", text: "b")) == nil)
    #expect(formats.model(of: [104], named: "heading") == nil)
    #expect(formats.model(of: [], named: "note") == nil)
  }

  @Test func `a later format takes the place of one of the same type or the same name`() {
    var formats = formats()
    formats.add(Note.self, named: "note2", encode: { _ in [1] }, decode: { _ in nil })
    #expect(formats.count == 1)
    #expect(formats.name(of: Note.self) == "note2")
    formats.add(Heading.self, named: "note2", encode: { _ in [2] }, decode: { _ in nil })
    #expect(formats.count == 1)
    #expect(formats.name(of: Note.self) == nil)
    #expect(formats.bytes(of: Heading(name: "a", text: "b")) == [2])
  }
}
