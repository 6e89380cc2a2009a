// SPDX-License-Identifier: Apache-2.0
import WeirClient
import WeirDiff
public import WeirTree

/// The published rows of one section of a stream as models, each made when it is asked for.
///
/// It is a value: it keeps showing what was published when it was taken.
public struct ModelList<Source: StreamSource, Model: StreamModel> {
  private let source: Source
  private let section: Int

  init(_ source: Source, _ section: Int) {
    self.source = source
    self.section = section
  }
}

extension ModelList: RandomAccessCollection {
  /// The first row.
  public var startIndex: Int { 0 }
  /// The number of rows there are.
  public var endIndex: Int { source.rowCount(in: section) }
  /// The model of a row.
  ///
  /// - Complexity: O(log *n*) and the making of the model.
  public subscript(row: Int) -> Model {
    source.item(at: Place(section: Int32(section), row: Int32(row))).model()
  }
}

extension StreamSource {
  /// Returns the published rows of a section as models.
  ///
  /// Keeping it makes the stream copy itself at the next change; take a new one after each
  /// publication.
  public func items<Model: StreamModel>(
    as type: Model.Type, in section: Int = 0
  ) -> ModelList<Self, Model> {
    ModelList(self, section)
  }

  /// Returns the published item of a key as a model.
  public func item<Model: StreamModel>(of key: Key, as type: Model.Type = Model.self) -> Model? {
    place(of: key).map { item(at: $0).model() }
  }
}

extension ModelList: Sendable where Model: Sendable {}
