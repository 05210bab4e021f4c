// SPDX-License-Identifier: MIT
internal import Coins
internal import ScreenModels
internal import Views

/// The payments of an account that were made here, and what can still be done about them.
struct CoinPaymentsView: View {
    @State private var model: CoinPaymentsModel
    @State private var sheet: Sheet?
    private var words: Localizer { model.session.words }

    /// What is done about a payment.
    private struct Sheet: Identifiable {
        let payment: SendStatus
        let beginning: CoinSendView.Beginning
        var id: Int64 { payment.id }
    }

    init(account: CoinAccount, session: WalletSession) {
        _model = State(initialValue: CoinPaymentsModel(account, session))
    }

    var body: some View {
        ScrollView {
            VStack(spacing: 18) {
                if let payments = model.payments.value {
                    ForEach(payments, id: \.id) { row($0) }
                } else {
                    ContentNote(
                        content: model.payments, words: words, symbol: "arrow.up", empty: words(.noCoinPayments)
                    ) { Task { await model.load() } }
                }
                RefusalNote(refusal: model.refusal, words: words)
            }
            .padding(20).clamped()
        }
        .navigationTitle(words(.coinPayments)).navigationBarTitleDisplayMode(.inline)
        .task { await model.load() }
        .sheet(item: $sheet) { sheet in
            NavigationStack {
                CoinSendView(account: model.account, session: model.session, beginning: sheet.beginning).toolbar {
                    ToolbarItem(placement: .cancellationAction) {
                        Button(words(.close)) {
                            self.sheet = nil
                        }
                    }
                }
            }
        }
    }

    private func row(_ payment: SendStatus) -> some View {
        VStack(alignment: .leading, spacing: 8) {
            LabeledContent(
                payment.payees.first.map { $0.contact ?? CoinAccount.shortened($0.address) } ?? "—",
                value: payment.payees.first.map { model.session.shown($0.amount) } ?? "")
            Text("\(words.state(payment)) · \(words(.fee)) \(model.session.shown(payment.fee))").font(.footnote)
                .foregroundStyle(.secondary)
            Text(words.sentence(of: payment)).font(.footnote).foregroundStyle(.secondary)
            if let label = payment.label { Text(label).font(.footnote).foregroundStyle(.secondary) }
            HStack(spacing: 8) {
                ForEach(model.actions(for: payment), id: \.self) { action in
                    Button(words.title(of: action)) { perform(action, payment) }.buttonStyle(.bordered)
                        .disabled(model.isBusy)
                }
            }
        }
        .frame(maxWidth: .infinity, alignment: .leading).padding(14)
        .background(Color("Card"), in: RoundedRectangle(cornerRadius: 14))
    }

    private func perform(_ action: CoinPaymentsModel.Action, _ payment: SendStatus) {
        switch action {
        case .speedUp: sheet = Sheet(payment: payment, beginning: .replacement(.speedUp(payment.id)))
        case .cancel: sheet = Sheet(payment: payment, beginning: .replacement(.cancel(payment.id)))
        case .again: sheet = Sheet(payment: payment, beginning: .replacement(.again(payment.id)))
        case .showToSigner: sheet = Sheet(payment: payment, beginning: .signer(payment))
        case .push: Task { await model.push(payment) }
        case .drop: Task { await model.drop(payment) }
        }
    }
}

extension Localizer {
    func state(_ payment: SendStatus) -> String {
        switch payment.state {
        case .exported: self(.sendExported)
        case .signed: self(.sendSigned)
        case .sent: self(.coinPending)
        case .confirmed, .final: self(.coinConfirmed)
        case .refused: self(.sendRefused)
        case .replaced: self(.sendReplaced)
        case .expired: self(.sendExpired)
        case .failed: self(.coinFailed)
        case .dropped: self(.payoutCancelled)
        }
    }

    func title(of action: CoinPaymentsModel.Action) -> String {
        switch action {
        case .speedUp: self(.speedUp)
        case .cancel: self(.cancelCoins)
        case .again: self(.sendAgain)
        case .push: self(.pushAgain)
        case .showToSigner: self(.showToSigner)
        case .drop: self(.takeBack)
        }
    }
}
