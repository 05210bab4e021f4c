// SPDX-License-Identifier: MIT
internal import Codes
internal import ScreenModels
internal import Symbols

#if canImport(SwiftUI)
    internal import SwiftUI
#else
    internal import Canvas
#endif

/// The dark modules of a code.
struct Modules: Shape {
    let matrix: Matrix

    nonisolated func path(in rect: CGRect) -> Path {
        let side = min(rect.width / Double(matrix.fullWidth), rect.height / Double(matrix.fullHeight))
        let left = rect.minX + (rect.width - side * Double(matrix.fullWidth)) / 2
        let top = rect.minY + (rect.height - side * Double(matrix.fullHeight)) / 2
        var path = Path()
        for row in 0..<matrix.rows {
            var column = 0
            while column < matrix.columns {
                var end = column
                while end < matrix.columns, matrix.isDark(end, row * matrix.rowHeight) { end += 1 }
                if end > column {
                    path.addRect(
                        CGRect(
                            x: left + side * Double(matrix.quietZone.left + column),
                            y: top + side * Double(matrix.quietZone.vertical + row * matrix.rowHeight),
                            width: side * Double(end - column), height: side * Double(matrix.rowHeight)))
                }
                column = max(end, column + 1)
            }
        }
        return path
    }
}

/// Black on white, whatever the appearance: readers expect it.
struct MatrixView: View {
    let matrix: Matrix
    let name: String

    var body: some View {
        Modules(matrix: matrix).fill(Color.black)
            .aspectRatio(Double(matrix.fullWidth) / Double(matrix.fullHeight), contentMode: .fit)
            .frame(maxWidth: .infinity)
            .background(Color.white, in: RoundedRectangle(cornerRadius: 12))
            .accessibilityLabel(name)
    }
}

/// A code for another device, with its text and a way to keep it as a picture.
struct CodeView: View {
    let model: CodeModel
    let words: Words
    @State private var path = ""

    var body: some View {
        VStack(spacing: 12) {
            MatrixView(matrix: model.matrix, name: words(.codeOfDocument))
            if model.isAnimated {
                Text(words(.animatedCode, count: model.count)).font(.footnote).foregroundStyle(.secondary)
            }
            TextField(words(.filePath), text: $path)
            SideButton(title: words(.saveCode), isEnabled: path.hasPrefix("/")) { model.save(to: path) }
            if !model.savedTo.isEmpty {
                Text(words(.savedPictures, count: model.savedTo.count)).font(.footnote).foregroundStyle(.secondary)
            }
            RefusalNote(refusal: model.refusal, words: words)
        }
        .task {
            guard model.isAnimated else { return }
            while !Task.isCancelled {
                // Safe: a sleep only throws when the view has gone, and then the loop ends.
                try? await Task.sleep(for: .milliseconds(1000 / CodeModel.framesPerSecond))
                model.advance()
            }
        }
    }
}
