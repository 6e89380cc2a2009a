// SPDX-License-Identifier: Apache-2.0

/// A holder of models: a provider, or an update that waits and carries models with it.
struct Holder: Sendable {
  /// The models that it shows.
  var visible = ModelTree()
  /// The models that it would show if it were not paused; nil if it is not.
  var shadow: ModelTree?
  /// The changes that a pause has kept back.
  var missed = MissedChanges()
  /// The model that is waited for.
  var wait: ModelWait?
  /// `true` if the model that is waited for was deleted meanwhile.
  var isGone = false
  /// `true` if it carries an update that waits, and is no holder to anybody else.
  var isCarrier = false
  /// `true` if it carries what a holder wrote, which showed it at once: who asks is given it before its turn, too.
  var isShown = false
  /// Rises with each change of the models that are kept up.
  var revision = 0

  /// The models that are kept up.
  var live: ModelTree { shadow ?? visible }

  /// Takes the models that are kept up; returns the identities in those before, and where they were.
  mutating func keep(_ tree: ModelTree) -> TreeShape {
    let old = live.shape
    if shadow == nil { visible = tree } else { shadow = tree }
    revision += 1
    return old
  }

  /// Lets it keep the rows that it shows, under no identity.
  mutating func letGo() {
    self = Holder(visible: ModelTree(unlisted: visible.rows), revision: revision + 1)
  }
}

/// A model that a holder without data waits for.
struct ModelWait: Sendable {
  var id: ModelID
  var type: any Model.Type
  /// The time of the last change before it is waited for.
  var since: ChangeTime
}

/// The changes that a pause has kept back.
struct MissedChanges: Sendable {
  var changed = IDList()
  var deleted = IDList()
  /// The times of the deletions.
  var ends = IDMap<ChangeTime>()
  var context: (any Sendable)?
  var time = ChangeTime.zero
}
