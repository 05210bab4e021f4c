// SPDX-License-Identifier: MIT
internal import HubAPI
internal import Money
internal import ScreenModels
internal import Tokens
internal import Views

/// Turning money of one currency into another.
struct ExchangeView: View {
    @State private var model: ExchangeModel
    private var words: Localizer { model.session.words }

    init(session: WalletSession, wanted: Amount? = nil) {
        _model = State(initialValue: ExchangeModel(session, wanted: wanted))
    }

    var body: some View {
        ScrollView {
            VStack(spacing: 18) {
                step
                RefusalNote(refusal: model.refusal, words: words)
            }
            .padding(20).clamped()
        }
        .navigationTitle(words(.exchange)).navigationBarTitleDisplayMode(.inline)
        .task { await model.load() }
    }

    @ViewBuilder private var step: some View {
        switch model.step {
        case .editing: form
        case .quoted(let quote): look(quote)
        case .converting: ProgressView()
        case .done(let quote):
            Outcome(symbol: "checkmark.circle.fill", title: words(.exchanged, ["amount": words.amount(quote.get)]))
        case .waiting: Outcome(symbol: "clock", title: words(.orderWaits), isGood: false)
        }
    }

    @ViewBuilder private var form: some View {
        @Bindable var model = model
        Heading(title: words(.exchange), text: words(.exchangeText))
        if model.currencies.count == 1 {
            Text(words(.oneCurrency)).foregroundStyle(.secondary)
        } else if model.currencies.isEmpty {
            ContentNote(
                content: model.rates, words: words, symbol: "arrow.left.arrow.right", empty: words(.oneCurrency)
            ) { Task { await model.load() } }
        } else {
            choice(words(.exchangeFrom), $model.from)
            choice(words(.exchangeTo), $model.to)
            Field(words(.amount), text: $model.amount.text, takesFocus: true).keyboardType(.decimalPad)
                .onSubmit { Task { await model.ask() } }
            if let available = model.available {
                Text(words(.available, ["amount": model.session.shown(available)])).font(.footnote)
                    .foregroundStyle(.secondary).frame(maxWidth: .infinity, alignment: .leading)
            }
            Toggle(words(.exchangeAboutGetting), isOn: $model.isAboutGetting)
            RefusalNote(refusal: model.amount.objection, words: words)
            MainButton(title: words(.askRate), isBusy: model.isBusy, isEnabled: model.canAsk) {
                Task { await model.ask() }
            }
            if let rates = model.rates.value {
                Section(words(.rate)) {
                    ForEach(rates, id: \.pair) { LabeledContent($0.pair, value: words.decimal($0.rate)) }
                }
            }
        }
    }

    private func choice(_ title: String, _ currency: Binding<Currency?>) -> some View {
        VStack(alignment: .leading, spacing: 4) {
            Text(title).font(.caption).foregroundStyle(.secondary).accessibilityHidden(true)
            Picker(title, selection: currency) {
                ForEach(model.currencies, id: \.self) { Text($0.code).tag(Currency?.some($0)) }
            }
            .pickerStyle(.segmented).labelsHidden()
        }
    }

    @ViewBuilder private func look(_ quote: Quote) -> some View {
        Section {
            LabeledContent(words(.exchangeFrom), value: words.amount(quote.give))
            LabeledContent(words(.exchangeTo), value: words.amount(quote.get))
            LabeledContent(
                quote.pair,
                value: words(
                    .rateWithSpread, ["rate": words.decimal(quote.rate), "spread": words.decimal(quote.spread)]))
        } footer: {
            Text(words(.rateHolds, ["time": model.session.when(Timestamp(seconds: quote.expires))]))
        }
        MainButton(title: words(.takeRate, ["amount": words.amount(quote.give)]), isBusy: model.isBusy) {
            Task { await model.take() }
        }
        SideButton(title: words(.back)) { model.back() }
    }
}
