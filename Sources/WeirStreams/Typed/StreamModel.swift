// SPDX-License-Identifier: Apache-2.0
public import WeirTree

/// A value of an app that is made of what is stored.
///
///     struct Post: StreamModel {
///       let key: Key
///       let text: String
///       let likes: Int64
///
///       init(key: Key, fields: Node) {
///         self.key = key
///         text = if case .text(let text) = fields[Key("text")] { text } else { "" }
///         likes = if case .integer(let count) = fields[Key("likes")] { count } else { 0 }
///       }
///     }
///
///     let posts = stream.items(as: Post.self)
///     posts[0].text
///
/// A model must accept every stored node: it decides what becomes of a field that is missing, or of
/// another type than before. Models are values, so that a change cannot be seen before the stream
/// announces it.
public protocol StreamModel {
  /// Makes a model of a child.
  ///
  /// `fields` is what is stored of it, with the app's own state over it; for a child that is a leaf it is the leaf.
  init(key: Key, fields: Node)
}

extension StreamItem {
  /// Returns the item as a model.
  public func model<Model: StreamModel>(as type: Model.Type = Model.self) -> Model {
    Model(key: key, fields: content)
  }
}
