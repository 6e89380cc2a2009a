// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirObjects
import WeirTree

/// The rows of a list as objects: each has a word, may be led by another one, and may lead others.
enum ListedObject: ObjectKind {
  static let word = Field<ListedObject, Node>(ObjectNotes.word.description, .node)
  static let lead = Relation<ListedObject, ListedObject>(
    ObjectNotes.lead.description, back: .many(ObjectNotes.crew.description))
  static let crew = Relations<ListedObject, ListedObject>(
    ObjectNotes.crew.description, back: .one(ObjectNotes.lead.description))
  static let photo = FileField<ListedObject>(ObjectNotes.photo.description)
  static let fields = Fields<ListedObject> {
    word
    lead
    crew
    photo
  }
}
