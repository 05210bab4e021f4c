// SPDX-License-Identifier: MIT
internal import ScreenModels
internal import Views

#if canImport(UIKit)
    internal import UIKit
#endif

/// Copies a text, and says so for a moment.
struct CopyButton: View {
    let title: String
    let text: String
    let words: Localizer
    @State private var copies = 0
    @State private var isFresh = false
    /// How long it says that the text was copied.
    private static let note = Duration.seconds(3)

    var body: some View {
        SideButton(title: isFresh ? words(.copied) : title) {
            UIPasteboard.general.string = text
            copies += 1
            isFresh = true
        }
        .task(id: copies) {
            // Safe: a sleep only throws when the button was pressed again or has gone.
            guard copies > 0, (try? await Task.sleep(for: Self.note)) != nil else { return }
            isFresh = false
        }
    }
}
