// SPDX-License-Identifier: MIT
internal import Canvas
internal import ScreenModels
internal import Screens

/// The app, or ten thousand rows like those of its activity.
struct ProbeView: View {
    let app: AppModel
    let isList: Bool
    /// Whether rows can be swiped away.
    let canHide: Bool
    @State private var hidden: Set<Int> = []

    var body: some View {
        if isList { list } else { RootView(app: app) }
    }

    private var list: some View {
        NavigationStack {
            List {
                if canHide {
                    ForEach((0..<100).filter { !hidden.contains($0) }, id: \.self) { number in
                        link(number).swipeActions {
                            Button("Hide", systemImage: "trash", role: .destructive) { hidden.insert(number) }
                        }
                    }
                } else {
                    ForEach(0..<10_000, id: \.self) { number in link(number) }
                }
            }
            .navigationTitle("Activity")
        }
    }

    private func link(_ number: Int) -> some View {
        NavigationLink {
            Text("Payment \(number)")
        } label: {
            row(number)
        }
    }

    private func row(_ number: Int) -> some View {
        HStack(spacing: 12) {
            Image(systemName: "arrow.up.right").foregroundStyle(Color.accentColor).frame(width: 28)
                .accessibilityHidden(true)
            VStack(alignment: .leading, spacing: 2) {
                Text("Paid · shop \(number % 97)").lineLimit(1)
                Text("\(number / 60 % 24):\(number % 60) · coffee").font(.footnote).foregroundStyle(Color.secondary)
                    .lineLimit(1)
            }
            .frame(maxWidth: .infinity, alignment: .leading)
            Text("\(number % 90).\(number % 100) USD").monospacedDigit()
        }
    }
}
