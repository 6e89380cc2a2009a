// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirObjects
import WeirTree

@Suite struct SignsTests {
  @Test func `each sign is short for what it says`() {
    let search = ValueStorage("a")
    var heard: [String] = []
    let hearing = search.hear(onValue: { heard.append($0) })
    search <== "b"
    search <!= "b"
    search <!= "c"
    var title = ""
    title <== search
    #expect(heard == ["a", "b", "c"] && title == "c" && §search == "c")
    #expect(search ==== "c" && !(search ==== "b") && search !=== "b" && !(search !=== "c"))
    let other = ValueStorage("c")
    #expect(search ==== other && !(search !=== other))
    other.value = "d"
    #expect(search !=== other && !(search ==== other))
    hearing.dispose()
  }

  @Test func `a field is set with a sign as with another`() {
    var ann = Object<Profile>(at: Path("people/ann"))
    ann.name <== "Ann"
    #expect(ann.hasEdits && ann.name == "Ann")
    ann.name <== nil
    #expect(ann.name == nil)
  }
}
