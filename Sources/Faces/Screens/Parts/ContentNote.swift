// SPDX-License-Identifier: MIT
internal import ScreenModels
internal import Views

/// A list's content while it is not there, or where it would be.
struct ContentNote<Value>: View {
    let content: LoadState<Value>
    let words: Localizer
    let symbol: String
    let empty: String
    var hint: String?
    var retry: (@MainActor () -> Void)?

    var body: some View {
        switch content {
        case .loading:
            VStack(spacing: 12) {
                ForEach(0..<3) { _ in Skeleton() }
                Text(words(.loading)).font(.footnote).foregroundStyle(.secondary)
            }
            .padding(20).clamped()
        case .empty: ContentUnavailableView(empty, systemImage: symbol, description: hint.map { Text($0) })
        case .failed(let refusal): RefusalNote(refusal: refusal, words: words, remedy: retry).padding(20)
        case .ready: EmptyView()
        }
    }
}

/// Where a row will be.
struct Skeleton: View {
    var body: some View {
        RoundedRectangle(cornerRadius: 10).fill(Color.gray.opacity(0.18)).frame(maxWidth: .infinity).frame(height: 44)
            .accessibilityHidden(true)
    }
}
