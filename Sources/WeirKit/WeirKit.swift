// SPDX-License-Identifier: GPL-3.0-or-later

// `import WeirKit` and nothing else: every room that a program may want, under one name.
// The documentation catalogue lies beside this file.

@_exported public import WeirBackend
@_exported public import WeirCases
@_exported public import WeirCheck
@_exported public import WeirClient
@_exported public import WeirCore
@_exported public import WeirDiff
@_exported public import WeirGate
@_exported public import WeirKernel
@_exported public import WeirLists
@_exported public import WeirMetrics
@_exported public import WeirModels
@_exported public import WeirMutants
@_exported public import WeirNetwork
@_exported public import WeirObjects
@_exported public import WeirPaging
@_exported public import WeirReport
@_exported public import WeirRules
@_exported public import WeirRun
@_exported public import WeirSQLite
@_exported public import WeirScenario
@_exported public import WeirSources
@_exported public import WeirStatistics
@_exported public import WeirStreams
@_exported public import WeirSweep
@_exported public import WeirTrace
@_exported public import WeirTree
@_exported public import WeirWorkload
