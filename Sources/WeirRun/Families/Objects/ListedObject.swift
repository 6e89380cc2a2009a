import WeirCheck
import WeirObjects
import WeirTree

/// The rows of a list as objects: each has a text, may be led by another one, and may lead others.
enum ListedObject: ObjectKind {
  static let text = Field<ListedObject, String>(ObjectNotes.text.description, .text)
  static let lead = Relation<ListedObject, ListedObject>(
    ObjectNotes.lead.description, back: .many(ObjectNotes.crew.description))
  static let crew = Relations<ListedObject, ListedObject>(
    ObjectNotes.crew.description, back: .one(ObjectNotes.lead.description))
  static let fields = Fields<ListedObject> {
    text
    lead
    crew
  }
}
