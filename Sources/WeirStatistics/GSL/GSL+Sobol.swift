// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGSL
internal import WeirCore

/// Points of the Sobol sequence.
extension GSL {
  /// The most dimensions for which the library has a sequence.
  static let mostSobolDimensions = 40

  /// Returns the first points in a cube of so many dimensions, each coordinate between 0 and 1.
  static func sobol(dimensions: Int, count: Int) -> [[Double]] {
    silence()
    guard let generator = unsafe weir_sobol(UInt32(dimensions)) else {
      invariantBroken("no Sobol sequence of \(dimensions) dimensions")
    }
    defer { unsafe gsl_qrng_free(generator) }
    return (0..<count).map { _ in
      var point = [Double](repeating: 0, count: dimensions)
      _ = unsafe point.withUnsafeMutableBufferPointer {
        unsafe gsl_qrng_get(generator, $0.baseAddress)
      }
      return point
    }
  }
}
