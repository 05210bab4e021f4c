// SPDX-License-Identifier: MIT

// What Screens is written with. The only place that knows which library draws it.
#if canImport(SwiftUI)
    @_exported public import SwiftUI
    @_exported public import UniformTypeIdentifiers
#else
    @_exported public import Canvas
#endif
