// SPDX-License-Identifier: Apache-2.0

/// A mistake in an app's use of its models, of which the app should be told.
public enum ModelFault: Hashable, Sendable {
  /// Two values with this identity are of types that cannot be merged; the newer one was not taken.
  case cannotMerge(ModelID)
  /// A model without identity was to be deleted.
  case cannotDelete
  /// A provider waits for a model, and was given one of another type.
  case wrongType(ModelID)
  /// A list was used with rows of two types under one key.
  case wrongRows(ListKey)
  /// A provider that has data was asked to wait for a model.
  case hasData
  /// The cache answered a job that was answered, or was none.
  case unknownAnswer(Int)
  /// The cache answered with something that is not what was asked for.
  case wrongAnswer(Int)
}
