// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGSL
internal import WeirCore

/// The workspaces of GSL's running statistics, owned by one reference and freed with it.
@safe
final class RunningAccumulator {
  private let moments: UnsafeMutablePointer<gsl_rstat_workspace>
  private let quantiles: [UnsafeMutablePointer<gsl_rstat_quantile_workspace>]

  init(shares: [Double]) {
    GSL.silence()
    guard let moments = unsafe gsl_rstat_alloc() else {
      invariantBroken("no memory for running statistics")
    }
    unsafe self.moments = unsafe moments
    unsafe quantiles = shares.map {
      guard let workspace = unsafe gsl_rstat_quantile_alloc($0) else {
        invariantBroken("no memory for a running quantile")
      }
      return unsafe workspace
    }
  }

  /// An accumulator of its own that has seen the same values.
  init(copying other: RunningAccumulator) {
    guard let moments = unsafe gsl_rstat_alloc(),
      let median = unsafe moments.pointee.median_workspace_p,
      let otherMedian = unsafe other.moments.pointee.median_workspace_p
    else { invariantBroken("no memory for running statistics") }
    unsafe moments.pointee = unsafe other.moments.pointee
    // The median has a workspace of its own, which must not be shared.
    unsafe moments.pointee.median_workspace_p = unsafe median
    unsafe median.pointee = unsafe otherMedian.pointee
    unsafe self.moments = unsafe moments
    unsafe quantiles = unsafe other.quantiles.map { source in
      guard let workspace = unsafe gsl_rstat_quantile_alloc(source.pointee.p) else {
        invariantBroken("no memory for a running quantile")
      }
      unsafe workspace.pointee = unsafe source.pointee
      return unsafe workspace
    }
  }

  deinit {
    unsafe gsl_rstat_free(moments)
    for index in unsafe quantiles.indices { unsafe gsl_rstat_quantile_free(quantiles[index]) }
  }

  func add(_ value: Double) {
    _ = unsafe gsl_rstat_add(value, moments)
    for index in unsafe quantiles.indices {
      _ = unsafe gsl_rstat_quantile_add(value, quantiles[index])
    }
  }

  var count: Int { unsafe Int(gsl_rstat_n(moments)) }
  var mean: Double { unsafe gsl_rstat_mean(moments) }
  var deviation: Double { unsafe gsl_rstat_sd(moments) }
  var least: Double { unsafe gsl_rstat_min(moments) }
  var greatest: Double { unsafe gsl_rstat_max(moments) }
  func quantile(_ index: Int) -> Double { unsafe gsl_rstat_quantile_get(quantiles[index]) }
}
