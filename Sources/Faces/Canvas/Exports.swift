// SPDX-License-Identifier: MIT

// One import, as with SwiftUI: alignments, edges, rectangles and grid columns are declared in CanvasLayout.
@_exported import CanvasLayout
