// SPDX-License-Identifier: Apache-2.0

// Signs for those who come from the Realtime library and would miss them. Each is short for one line without it.
//
// There is no `<!=` for fields: to hand a field to any function that may set it is to make an edit. `change(_:to:)` makes none
// where nothing changes.

infix operator <== : AssignmentPrecedence
infix operator <!= : AssignmentPrecedence
infix operator ==== : ComparisonPrecedence
infix operator !=== : ComparisonPrecedence
prefix operator §

/// Sets the value of a field, as `=` does.
///
///     ann.name <== "Ann"
public func <== <Value>(field: inout Value?, value: Value?) { field = value }

/// Sets the value of a storage, and tells all who listen.
///
///     search <== "weir"   // search.value = "weir"
public func <== <Value>(storage: ValueStorage<Value>, value: Value) { storage.value = value }

/// Reads the value of a storage into a variable.
///
///     title <== search    // title = search.value
public func <== <Value>(variable: inout Value, storage: ValueStorage<Value>) {
  variable = storage.value
}

/// Sets the value of a storage if it has another one; what it has already is told to nobody.
public func <!= <Value: Equatable>(storage: ValueStorage<Value>, value: Value) {
  if storage.value != value { storage.value = value }
}

/// Compares the value of a storage.
///
///     search ==== "weir"  // search.value == "weir"
public func ==== <Value: Equatable>(storage: ValueStorage<Value>, value: Value) -> Bool {
  storage.value == value
}

/// Compares the values of two storages, which may be one and the same.
public func ==== <Value: Equatable>(one: ValueStorage<Value>, other: ValueStorage<Value>) -> Bool {
  one.value == other.value
}

/// Says whether the value of a storage is another one.
public func !=== <Value: Equatable>(storage: ValueStorage<Value>, value: Value) -> Bool {
  !(storage ==== value)
}

/// Says whether the values of two storages differ.
public func !=== <Value: Equatable>(one: ValueStorage<Value>, other: ValueStorage<Value>) -> Bool {
  !(one ==== other)
}

/// Returns the value of a storage.
///
///     show(§search)       // show(search.value)
public prefix func § <Value>(storage: ValueStorage<Value>) -> Value { storage.value }
