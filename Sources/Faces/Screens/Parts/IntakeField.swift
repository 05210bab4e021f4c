// SPDX-License-Identifier: MIT
internal import ScreenModels

#if canImport(SwiftUI)
    internal import SwiftUI
#else
    internal import Canvas
#endif

/// Takes a picture of a code, a file, or a text that is typed or pasted.
struct IntakeField: View {
    let intake: Intake
    let title: String
    let words: Words
    /// Takes what was typed.
    let take: @MainActor (String) async -> Void
    @State private var typed = ""

    var body: some View {
        VStack(alignment: .leading, spacing: 10) {
            TextField(words(.choosePicture), text: $typed)
            MainButton(title: title, isBusy: intake.isReading, isEnabled: !typed.isEmpty) {
                let text = typed
                typed = ""
                Task { await take(text) }
            }
            if intake.progress > 0 {
                ProgressView(value: intake.progress)
                Text(words(.readingProgress, count: Int(intake.progress * 100))).font(.footnote)
                    .foregroundStyle(.secondary)
            }
            RefusalNote(refusal: intake.refusal, words: words)
        }
    }
}
