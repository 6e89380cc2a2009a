// SPDX-License-Identifier: GPL-3.0-or-later
import WeirObjects
import WeirTree

enum Address: ObjectKind {
  static let street = Field<Address, String>("street", .text, .required)
  static let number = Field<Address, Int>("number", .integer())
  static let fields = Fields<Address> {
    street
    number
  }
}

enum Profile: ObjectKind {
  static let name = Field<Profile, String>("name", .text, .required)
  static let motto = Field<Profile, String>("motto", .text)
  static let likes = Field<Profile, Int>("likes", .integer(), default: 0)
  static let born = Field<Profile, Int>("born", .integer(), .requiredOnSave)
  static let home = Nested<Profile, Address>("home")
  static let friend = Field<Profile, Reference<Profile>>("friend", .reference())
  static let team = Relation<Profile, Team>("team", back: .many("members"))
  static let partner = Relation<Profile, Profile>("partner", back: .one("partner"))
  static let fields = Fields<Profile> {
    name
    motto
    likes
    born
    home
    friend
    team
    partner
  }
}

enum Team: ObjectKind {
  static let title = Field<Team, String>("title", .text)
  static let members = Relations<Team, Profile>("members", back: .one("team"))
  static let fields = Fields<Team> {
    title
    members
  }
}
