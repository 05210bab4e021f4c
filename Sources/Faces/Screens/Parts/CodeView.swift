// SPDX-License-Identifier: MIT
internal import Codes
internal import ScreenModels
internal import Barcodes
internal import Views

/// The dark modules of a code; one that is wider than high is turned where there is more height than width.
struct Modules: Shape {
    let matrix: Matrix
    var turnsWhereNarrow = false

    nonisolated func path(in rect: CGRect) -> Path {
        var path = Path()
        if turnsWhereNarrow, isLarger(turnedIn: rect) {
            for box in boxes(in: CGRect(x: 0, y: 0, width: rect.height, height: rect.width)) {
                path.addRect(
                    CGRect(
                        x: rect.maxX - box.maxY, y: rect.minY + box.minX, width: box.height, height: box.width))
            }
        } else {
            for box in boxes(in: rect) { path.addRect(box) }
        }
        return path
    }

    /// Whether it is clearly larger when it stands on its side.
    nonisolated private func isLarger(turnedIn rect: CGRect) -> Bool {
        let (width, height) = (Double(matrix.fullWidth), Double(matrix.fullHeight))
        let upright = min(rect.width / width, rect.height / height)
        return min(rect.height / width, rect.width / height) > 1.2 * upright
    }

    /// As large as fits, in the middle.
    nonisolated private func boxes(in rect: CGRect) -> [CGRect] {
        let side = min(rect.width / Double(matrix.fullWidth), rect.height / Double(matrix.fullHeight))
        let left = rect.minX + (rect.width - side * Double(matrix.fullWidth)) / 2
        let top = rect.minY + (rect.height - side * Double(matrix.fullHeight)) / 2
        var boxes: [CGRect] = []
        for row in 0..<matrix.rows {
            var column = 0
            while column < matrix.columns {
                var end = column
                while end < matrix.columns, matrix.isDark(end, row * matrix.rowHeight) { end += 1 }
                if end > column {
                    boxes.append(
                        CGRect(
                            x: left + side * Double(matrix.quietZone.left + column),
                            y: top + side * Double(matrix.quietZone.vertical + row * matrix.rowHeight),
                            width: side * Double(end - column), height: side * Double(matrix.rowHeight)))
                }
                column = max(end, column + 1)
            }
        }
        return boxes
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

/// A code for another device, and the ways to keep it or to send it as text.
struct CodeView: View {
    let model: CodeModel
    let words: Localizer

    var body: some View {
        VStack(spacing: 12) {
            CodePicture(model: model, words: words)
            CodeTools(model: model, words: words)
        }
    }
}

/// The code alone: a still picture, or frame after frame.
struct CodePicture: View {
    let model: CodeModel
    let words: Localizer
    /// Larger codes are no easier to read, and leave no room for what belongs to them.
    private static let longestSide = 420.0

    var body: some View {
        VStack(spacing: 8) {
            MatrixView(matrix: model.matrix, name: words(.codeOfDocument)).frame(maxWidth: Self.longestSide)
            if model.isAnimated {
                Text(words(.animatedCode, count: model.count)).font(.footnote).foregroundStyle(.secondary)
            }
        }
        .frame(maxWidth: .infinity)
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

/// Ways to hand a code over without a camera.
struct CodeTools: View {
    let model: CodeModel
    let words: Localizer
    @State private var pictures: [SavedFile] = []
    @State private var isSaving = false
    @State private var isSavingSeveral = false
    @State private var saved = 0
    @State private var isFileSaved = false
    @State private var refusal: UserMessage?

    var body: some View {
        VStack(spacing: 12) {
            CopyButton(title: words(.copyText), text: model.text, words: words)
            SideButton(title: words(.saveCode)) { save() }
            if saved > 0 {
                Text(words(.savedPictures, count: saved)).font(.footnote).foregroundStyle(.secondary)
            }
            if let file = model.file {
                SaveButton(title: words(.saveFile), type: .data, name: model.fileName) {
                    file
                } done: { result in
                    switch result {
                    case .success: isFileSaved = true
                    case .failure(let error): refusal = UserMessage(.refusedCannotWrite, detail: "\(error)")
                    }
                }
                if isFileSaved { Text(words(.fileSaved)).font(.footnote).foregroundStyle(.secondary) }
            }
            RefusalNote(refusal: refusal ?? model.refusal, words: words)
        }
        .fileExporter(
            isPresented: $isSaving, document: pictures.first, contentType: .png, defaultFilename: "code.png"
        ) { note($0.map { [$0] }) }
        .fileExporter(isPresented: $isSavingSeveral, documents: pictures, contentType: .png) { note($0) }
    }

    private func save() {
        (refusal, saved) = (nil, 0)
        do {
            let made = try model.pictures()
            pictures = made.map { SavedFile($0.bytes, name: $0.name) }
            if made.count == 1 { isSaving = true } else { isSavingSeveral = true }
        } catch {
            refusal = UserMessage(error)
        }
    }

    private func note(_ result: Result<[URL], any Error>) {
        pictures = []
        switch result {
        case .success(let urls): saved = urls.count
        case .failure(let error): refusal = UserMessage(.refusedCannotWrite, detail: "\(error)")
        }
    }
}
