// SPDX-License-Identifier: GPL-3.0-or-later

// The headers of the GNU Scientific Library that WeirStatistics uses.
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_fit.h>
#include <gsl/gsl_histogram.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_permutation.h>
#include <gsl/gsl_qrng.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_rstat.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_sf_gamma.h>
#include <math.h>
#include <gsl/gsl_statistics.h>
#include <gsl/gsl_version.h>

/// The version of the library that is loaded, which need not be that of the headers; it is a variable, too.
static inline const char *weir_gsl_version(void) { return gsl_version; }

/// A generator of Sobol points; the library names the kind by a variable, which Swift may not read.
static inline gsl_qrng *weir_sobol(unsigned int dimensions) {
  return gsl_qrng_alloc(gsl_qrng_sobol, dimensions);
}
