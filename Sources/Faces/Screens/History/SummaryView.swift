// SPDX-License-Identifier: MIT
internal import HubAPI
internal import Money
internal import ScreenModels
internal import Views

/// How much came and went.
struct SummaryView: View {
    @State private var model: SummaryModel
    private var words: Localizer { model.session.words }

    init(session: WalletSession) { _model = State(initialValue: SummaryModel(session)) }

    var body: some View {
        ScrollView {
            VStack(spacing: 18) {
                if let summary = model.summary.value {
                    Section(words(.summaryAll)) { amounts(summary.total) }
                    Heading(title: words(.byMonth))
                    ForEach(summary.months, id: \.name) { month(_: $0) }
                    Section(words(.byPerson)) {
                        ForEach(summary.counterparts.prefix(20).map { $0 }, id: \.name) { line in
                            VStack(alignment: .leading, spacing: 2) {
                                Text(words.party(line.name))
                                Text(moved(line)).font(.footnote).monospacedDigit().foregroundStyle(.secondary)
                            }
                        }
                    }
                } else {
                    ContentNote(
                        content: model.summary, words: words, symbol: "chart.line.uptrend.xyaxis",
                        empty: words(.noActivity), hint: words(.noActivityHint)
                    ) { Task { await model.load() } }
                }
            }
            .padding(20).clamped()
        }
        .navigationTitle(words(.summary)).navigationBarTitleDisplayMode(.inline)
        .task { await model.load() }
    }

    @ViewBuilder private func amounts(_ line: HistorySummary.Line) -> some View {
        LabeledContent(words(.kindReceived), value: model.session.shown(line.received))
        LabeledContent(words(.kindSent), value: model.session.shown(line.sent))
    }

    /// What came and what went; nothing is said of nothing.
    private func moved(_ line: HistorySummary.Line) -> String {
        if model.session.preferences.hidesAmounts { return WalletSession.hidden }
        return [
            line.received.isZero ? nil : words.change(line.received),
            line.sent.isZero ? nil : words.outgoing(line.sent),
        ]
        .compactMap(\.self).joined(separator: " · ")
    }

    private func month(_ line: HistorySummary.Line) -> some View {
        let shares = model.shares(of: line)
        return VStack(alignment: .leading, spacing: 6) {
            Text(words.month(line.name)).fontWeight(.semibold)
            bar(shares.received, .green, "\(words(.kindReceived)) \(model.session.shown(line.received))")
            bar(shares.sent, .orange, "\(words(.kindSent)) \(model.session.shown(line.sent))")
        }
        .frame(maxWidth: .infinity, alignment: .leading)
    }

    private func bar(_ share: Double, _ colour: Color, _ text: String) -> some View {
        VStack(alignment: .leading, spacing: 2) {
            Bar(share: share).fill(colour).frame(maxWidth: .infinity).frame(height: 8).accessibilityHidden(true)
            Text(text).font(.footnote).monospacedDigit().foregroundStyle(.secondary)
        }
    }
}

/// A part of the width.
private struct Bar: Shape {
    let share: Double

    nonisolated func path(in rect: CGRect) -> Path {
        var path = Path()
        path.addRect(CGRect(x: rect.minX, y: rect.minY, width: max(2, rect.width * share), height: rect.height))
        return path
    }
}
