// SPDX-License-Identifier: MIT
internal import HubAPI
internal import Money
internal import ScreenModels
internal import Tokens
internal import Views

/// Money from and to accounts at banks.
struct BankView: View {
    private enum Page: Hashable, Sendable { case payIn, payOut }

    @State private var model: BankModel
    @State private var page = Page.payIn
    private var words: Localizer { model.session.words }

    init(session: WalletSession) { _model = State(initialValue: BankModel(session)) }

    var body: some View {
        ScrollView {
            VStack(spacing: 18) {
                if let draft = model.reviewed {
                    review(draft)
                } else {
                    Picker(words(.bank), selection: $page) {
                        Text(words(.payIn)).tag(Page.payIn)
                        Text(words(.payOut)).tag(Page.payOut)
                    }
                    .pickerStyle(.segmented).labelsHidden()
                    switch page {
                    case .payIn: funding
                    case .payOut:
                        form
                        payouts
                    }
                }
                RefusalNote(refusal: model.refusal, words: words)
            }
            .padding(20).clamped()
        }
        .navigationTitle(words(.bank)).navigationBarTitleDisplayMode(.inline)
        .task { await model.load() }
        .task { await model.session.loadCurrencies() }
    }

    @ViewBuilder private var funding: some View {
        if let funding = model.funding.value {
            Heading(title: words(.fundingTitle), text: words(.fundingText))
            ForEach(funding.banks, id: \.iban) { bank in
                Section {
                    LabeledContent(words(.currency), value: bank.currency)
                    Copyable(title: words(.ibanName), text: bank.iban, words: words)
                    Copyable(title: words(.bankOwner), text: bank.name, words: words)
                    if let bic = bank.bic { Copyable(title: words(.bic), text: bic, words: words) }
                    Copyable(title: words(.reference), text: funding.reference, words: words)
                }
            }
        } else {
            ContentNote(content: model.funding, words: words, symbol: "building.columns", empty: words(.bank)) {
                Task { await model.load() }
            }
        }
    }

    @ViewBuilder private var form: some View {
        @Bindable var model = model
        Heading(title: words(.payOutTitle))
        if let ordered = model.ordered {
            Label(
                ordered.isWaiting
                    ? words(.orderWaits) : words(.paidOut, ["amount": words.amount(ordered.draft.amount)]),
                systemImage: ordered.isWaiting ? "clock" : "checkmark.circle")
        }
        VStack(spacing: 18) {
            AmountField(
                title: words(.amount), entry: $model.amount, session: model.session, available: model.available,
                takesFocus: true)
            Field(words(.ibanName), text: $model.iban)
            Field(words(.bankOwner), text: $model.name)
            Field(words(.note), text: $model.note)
        }
        .onSubmit { model.review() }
        RefusalNote(refusal: model.objection, words: words)
        MainButton(title: words(.review), isBusy: model.isBusy, isEnabled: model.canReview) { model.review() }
    }

    @ViewBuilder private func review(_ draft: BankModel.Draft) -> some View {
        Heading(title: words(.reviewPayOut, ["amount": words.amount(draft.amount), "name": draft.name]))
        Section {
            LabeledContent(words(.ibanName), value: draft.iban.printed)
            LabeledContent(words(.bankOwner), value: draft.name)
            if !draft.note.isEmpty { LabeledContent(words(.note), value: draft.note) }
        }
        MainButton(title: words(.payOut), isBusy: model.isBusy) { Task { await model.payOut() } }
        SideButton(title: words(.back), isEnabled: !model.isBusy) { model.back() }
    }

    @ViewBuilder private var payouts: some View {
        Heading(title: words(.payouts))
        if let payouts = model.payouts.value {
            Section {
                ForEach(payouts, id: \.id) { payout in
                    VStack(alignment: .leading, spacing: 4) {
                        LabeledContent(payout.name, value: model.session.shown(payout.amount))
                        Text("\(state(payout)) · \(model.session.when(Timestamp(seconds: payout.time)))")
                            .font(.footnote).foregroundStyle(.secondary)
                        if payout.state == .pending {
                            Button(words(.takeBack)) { Task { await model.cancel(payout) } }.buttonStyle(.bordered)
                                .disabled(model.isBusy)
                        }
                    }
                }
            }
        } else {
            ContentNote(content: model.payouts, words: words, symbol: "tray", empty: words(.noPayouts))
        }
    }

    private func state(_ payout: Payout) -> String {
        switch payout.state {
        case .pending: words(.payoutPending)
        case .cancelled: words(.payoutCancelled)
        case .exported: words(.payoutExported)
        case .completed: words(.payoutCompleted)
        case .returned: words(.payoutReturned)
        case .refused: words(.payoutRefused)
        }
    }
}

/// A text that is needed elsewhere letter by letter.
struct Copyable: View {
    let title: String
    let text: String
    let words: Localizer

    var body: some View {
        VStack(alignment: .leading, spacing: 6) {
            Text(title).font(.footnote).foregroundStyle(.secondary)
            Text(text).monospaced().textSelection(.enabled)
            CopyButton(title: words(.copyThing, ["name": title]), text: text, words: words)
        }
        .frame(maxWidth: .infinity, alignment: .leading)
    }
}
