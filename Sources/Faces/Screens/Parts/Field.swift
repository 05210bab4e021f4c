// SPDX-License-Identifier: MIT
internal import Views

/// A text to type, whose name stays above it when there is something in it.
struct Field: View {
    let title: String
    @Binding var text: String
    /// Whether the keyboard goes here when the screen opens.
    private let takesFocus: Bool
    @FocusState private var isTyping: Bool

    init(_ title: String, text: Binding<String>, takesFocus: Bool = false) {
        self.title = title
        _text = text
        self.takesFocus = takesFocus
    }

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            if !text.isEmpty {
                Text(title).font(.caption).foregroundStyle(.secondary).accessibilityHidden(true)
            }
            TextField(title, text: $text).focused($isTyping)
        }
        .onAppear { if takesFocus { isTyping = true } }
        .frame(maxWidth: .infinity, alignment: .leading)
    }
}

/// A longer text to type, with its name above it all the time: there is no room for it within.
struct LongField: View {
    let title: String
    @Binding var text: String

    init(_ title: String, text: Binding<String>) {
        self.title = title
        _text = text
    }

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            Text(title).font(.caption).foregroundStyle(.secondary).accessibilityHidden(true)
            TextField(title, text: $text, axis: .vertical)
        }
        .frame(maxWidth: .infinity, alignment: .leading)
    }
}

extension View {
    /// No wider than is easy to read, in the middle of a wide window.
    func clamped() -> some View { frame(maxWidth: 640) }

    /// As high as a field, so that what stands on its line stands in the middle of it, whether its name is above it or not.
    func besideField() -> some View { frame(minHeight: 48) }
}
