// SPDX-License-Identifier: Apache-2.0
public import WeirCore
public import WeirTree

// What the app wants.
extension Resources {
  /// Puts an instance into the tree, whatever stood there.
  ///
  /// Without a key it gets one that nobody else has, the same for every `@` of its template. Where the
  /// template has no `@` its key is the last one of the path.
  /// - Returns: the number of the operation.
  @discardableResult
  public mutating func create(
    _ resource: Resource, in context: ResourceContext, journey: UInt32 = 0, at now: Instant,
    into wishes: inout [ResourceWish]
  ) -> UInt32 {
    let template = registry.template(of: resource.kind, in: context)
    var resource = resource
    let isFresh = resource.key == nil && template.hasKey
    if isFresh { resource.key = ids.next(at: now) }
    return begin(.create, resource, isFresh: isFresh, in: context, journey, into: &wishes)
  }

  /// Writes the fields that an instance names, takes some away, and leaves the others.
  /// - Returns: the number of the operation.
  @discardableResult
  public mutating func update(
    _ resource: Resource, removing: [Key] = [], in context: ResourceContext, journey: UInt32 = 0,
    into wishes: inout [ResourceWish]
  ) -> UInt32 {
    begin(.update, resource, removing: removing, in: context, journey, into: &wishes)
  }

  /// Takes an instance out of the tree.
  /// - Returns: the number of the operation.
  @discardableResult
  public mutating func destroy(
    _ resource: Resource, in context: ResourceContext, journey: UInt32 = 0,
    into wishes: inout [ResourceWish]
  ) -> UInt32 {
    begin(.destroy, resource, in: context, journey, into: &wishes)
  }

  /// Updates an instance that exists, and creates one that does not.
  /// - Returns: the number of the operation.
  @discardableResult
  public mutating func createOrUpdate(
    _ resource: Resource, exists: Bool, in context: ResourceContext, journey: UInt32 = 0,
    at now: Instant, into wishes: inout [ResourceWish]
  ) -> UInt32 {
    exists
      ? update(resource, in: context, journey: journey, into: &wishes)
      : create(resource, in: context, journey: journey, at: now, into: &wishes)
  }

  /// Destroys an instance that exists, and creates one that does not.
  /// - Returns: the number of the operation.
  @discardableResult
  public mutating func toggle(
    _ resource: Resource, exists: Bool, in context: ResourceContext, journey: UInt32 = 0,
    at now: Instant, into wishes: inout [ResourceWish]
  ) -> UInt32 {
    exists
      ? destroy(resource, in: context, journey: journey, into: &wishes)
      : create(resource, in: context, journey: journey, at: now, into: &wishes)
  }

  private mutating func begin(
    _ verb: ResourceVerb, _ resource: Resource, removing: [Key] = [], isFresh: Bool = false,
    in context: ResourceContext, _ journey: UInt32, into wishes: inout [ResourceWish]
  ) -> UInt32 {
    let number = nextNumber()
    do throws(ResourceFailure) {
      var operation = try plan(verb, number, resource, removing, in: context, journey)
      operation.isFresh = isFresh
      operations.set(operation, for: number)
      if isFresh { unborn[operation.call.path] = number }
      wishes.append(.ask(operation.call))
    } catch {
      wishes.append(.tell(.failed(operation: number, error)))
    }
    return number
  }

  /// Works out where everything lies, so that what cannot be said is said before anything happens.
  private func plan(
    _ verb: ResourceVerb, _ number: UInt32, _ resource: Resource, _ removing: [Key],
    in context: ResourceContext, _ journey: UInt32
  ) throws(ResourceFailure) -> Operation {
    if verb != .create, resource.key == nil { throw .noKey }
    do throws(Problems) {
      let template = registry.template(of: resource.kind, in: context)
      let path = try template.path(of: resource.key, in: context)
      var resource = resource
      if resource.key == nil { resource.key = path.keys.last }
      var operation = Operation(
        call: ResourceCall(
          number: number, verb: verb, resource: resource, removing: removing, path: path,
          journey: journey))
      operation.logsBefore = registry[resource.kind].logsBefore
      operation.extra = context.visible.filter { !template.names.contains($0.name) }
      for place in registry[resource.kind].counters {
        guard let count = try count(registry.counters[place], of: path, in: context) else {
          operation.uncounted.append(place)
          continue
        }
        operation.counts.append(count)
      }
      return operation
    } catch {
      throw .unresolved(error)
    }
  }

  private func count(
    _ counter: Counter, of path: Path, in context: ResourceContext
  ) throws(Problems) -> Operation.Count? {
    guard let place = try registry.path(of: counter, in: context) else { return nil }
    if place.leads(below: path) || path.leads(below: place) {
      throw Problems([
        Problem(
          message: "the counter \(place) and the instance \(path) lie one below the other",
          remedy: "count for another thing, or keep the number elsewhere")
      ])
    }
    let collection =
      counter.means == .recount
      ? try registry.collection(of: counter.counted, in: context) : nil
    return Operation.Count(counter: counter, path: place, collection: collection)
  }
}

// What the app's hook says.
extension Resources {
  /// The hook lets an operation go on, perhaps with other fields than were asked about.
  ///
  /// Only the first answer counts.
  public mutating func proceed(
    _ number: UInt32, writing fields: Node? = nil, into wishes: inout [ResourceWish]
  ) {
    guard var operation = operations[number], operation.phase == .asked else {
      return ignore(number, into: &wishes)
    }
    operation.phase = .turn
    leave(operation)
    if lines[operation.call.path] != nil { operation.isFresh = false }
    if let fields { operation.call.resource.fields = fields }
    operations.set(operation, for: number)
    moveInFlight(1, into: &wishes)
    lines[operation.call.path, default: Line()].append(number)
    advance(operation.call.path, into: &wishes)
  }

  /// The hook forbids an operation; `words` are told to the app's handler of errors.
  public mutating func veto(
    _ number: UInt32, _ words: String, into wishes: inout [ResourceWish]
  ) {
    guard let operation = operations[number], operation.phase == .asked else {
      return ignore(number, into: &wishes)
    }
    leave(operation)
    operations.remove(number)
    wishes.append(.tell(.failed(operation: operation.call.number, .vetoed(words))))
  }

  /// The hook has answered.
  private mutating func leave(_ operation: Operation) {
    let path = operation.call.path
    if unborn[path] == operation.call.number { unborn[path] = nil }
  }
}
