// SPDX-License-Identifier: MIT
internal import Chains
internal import Coins
internal import ScreenModels
internal import Views

/// The course of a price: its line, or the area below it.
struct PriceCourse: Shape {
    let history: PriceHistory
    var isArea = false

    nonisolated func path(in rect: CGRect) -> Path {
        var points = history.points.map { point in
            let place = history.place(of: point)
            return CGPoint(
                x: rect.minX + rect.width * Double(place.x) / 1_000,
                y: rect.maxY - rect.height * Double(place.y) / 1_000)
        }
        // One price alone was the price all the time.
        if points.count == 1 {
            points = [CGPoint(x: rect.minX, y: rect.midY), CGPoint(x: rect.maxX, y: rect.midY)]
        }
        var path = Path()
        path.addLines(points)
        guard isArea, let first = points.first, let last = points.last else { return path }
        path.addLine(to: CGPoint(x: last.x, y: rect.maxY))
        path.addLine(to: CGPoint(x: first.x, y: rect.maxY))
        path.closeSubpath()
        return path
    }
}

/// How the price of a coin went.
struct CoinPriceView: View {
    @State private var model: CoinPriceModel
    private var words: Localizer { model.session.words }

    init(unit: Chains.Unit, session: WalletSession) { _model = State(initialValue: CoinPriceModel(unit, session)) }

    var body: some View {
        @Bindable var model = model
        ScrollView {
            VStack(spacing: 18) {
                Picker(words(.priceSpan), selection: $model.span) {
                    ForEach(PriceSpan.allCases, id: \.self) { Text(words(word(for: $0))).tag($0) }
                }
                .pickerStyle(.segmented)
                if let history = model.history.value {
                    course(history)
                } else {
                    ContentNote(
                        content: model.history, words: words, symbol: "bitcoinsign.circle", empty: words(.noPrices),
                        hint: words(model.hasSource ? .noPricesHint : .noPriceSource)
                    ) { Task { await model.load() } }
                }
            }
            .padding(20).clamped()
        }
        .navigationTitle(words(.priceCourse)).navigationBarTitleDisplayMode(.inline)
        .task(id: model.span) { await model.load() }
    }

    @ViewBuilder private func course(_ history: PriceHistory) -> some View {
        VStack(alignment: .leading, spacing: 2) {
            Text(words.amount(history.last.price)).font(.system(size: 30, weight: .bold).monospacedDigit())
            if let change = model.change {
                Text(change).monospacedDigit().foregroundStyle(isFall(history) ? Color.red : Color.green)
            }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
        ZStack {
            PriceCourse(history: history, isArea: true).fill(color(history).opacity(0.14)).accessibilityHidden(true)
            PriceCourse(history: history).stroke(color(history), lineWidth: 2).accessibilityLabel(model.summary)
        }
        .frame(maxWidth: .infinity).frame(height: 180)
        HStack {
            Text(model.when(history.first)).font(.caption).foregroundStyle(.secondary)
            Spacer()
            Text(model.when(history.last)).font(.caption).foregroundStyle(.secondary)
        }
        Section {
            LabeledContent(words(.priceHighest), value: words.amount(history.highest.price))
            LabeledContent(words(.priceLowest), value: words.amount(history.lowest.price))
        }
        if history.origin == .seen { note(words(.pricesSeen)) }
        if let stale = model.staleBecause { note(words.join([words(.asKnown), words(stale)])) }
    }

    private func note(_ text: String) -> some View {
        Text(text).font(.footnote).foregroundStyle(.secondary).frame(maxWidth: .infinity, alignment: .leading)
    }

    private func isFall(_ history: PriceHistory) -> Bool { (history.changeInTenthsOfPercent ?? 0) < 0 }

    private func color(_ history: PriceHistory) -> Color { isFall(history) ? .red : .green }

    private func word(for span: PriceSpan) -> StringKey {
        switch span {
        case .day: .spanDay
        case .week: .spanWeek
        case .month: .spanMonth
        case .year: .spanYear
        }
    }
}
