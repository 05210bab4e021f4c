// SPDX-License-Identifier: MIT
internal import Chains
internal import Coins
internal import ScreenModels
internal import Views

/// What an account is made of, and what can be done with it as a whole.
struct CoinAccountDetailsView: View {
    @State private var model: CoinAccountDetailsModel
    @State private var isHiding = false
    @Environment(\.dismiss) private var dismiss
    private var words: Localizer { model.session.words }

    init(account: CoinAccount, session: WalletSession) {
        _model = State(initialValue: CoinAccountDetailsModel(account, session))
    }

    var body: some View {
        @Bindable var model = model
        ScrollView {
            VStack(spacing: 18) {
                Field(words(.name), text: $model.name)
                SideButton(title: words(.rename), isEnabled: model.canRename) { Task { await model.rename() } }
                Section {
                    LabeledContent(words(.network), value: model.account.network.title)
                    LabeledContent(words(.accountKind), value: words.title(of: model.account.scheme))
                    if let path = model.account.path {
                        Text(path).font(.footnote).monospaced().textSelection(.enabled)
                    }
                }
                Heading(title: words(.accountKey), text: words(.accountKeyText))
                if let key = model.key, let code = model.keyCode {
                    CodeView(model: code, words: words)
                    Text(key).font(.footnote).monospaced().textSelection(.enabled)
                } else {
                    SideButton(title: words(.showAccountKey), isEnabled: !model.isBusy) {
                        Task { await model.showKey() }
                    }
                }
                Button(words(.hideAccount), role: .destructive) { isHiding = true }
                RefusalNote(refusal: model.refusal, words: words)
            }
            .padding(20).clamped()
        }
        .navigationTitle(words(.accountDetails)).navigationBarTitleDisplayMode(.inline)
        .confirmationDialog(words(.hideAccountQuestion, ["name": model.account.name]), isPresented: $isHiding) {
            Button(words(.hideAccount), role: .destructive) {
                Task {
                    await model.hide()
                    if model.isHidden { dismiss() }
                }
            }
            Button(words(.cancel), role: .cancel) {}
        }
    }
}

/// One line of an account's history.
struct CoinLineView: View {
    @State private var model: CoinLineModel
    @State private var isLifting = false
    private var words: Localizer { model.session.words }

    init(line: HistoryLine, account: CoinAccount, session: WalletSession) {
        _model = State(initialValue: CoinLineModel(line, of: account, session))
    }

    var body: some View {
        @Bindable var model = model
        ScrollView {
            VStack(spacing: 18) {
                Section {
                    LabeledContent(words.title(model.line), value: words.amount(model.line.amount))
                    LabeledContent(words(.state), value: words.state(model.line))
                    if let fee = model.line.fee { LabeledContent(words(.fee), value: words.amount(fee)) }
                    if model.line.time > 0 {
                        LabeledContent(words(.time), value: model.when)
                    }
                }
                if let counterpart = model.line.counterpart {
                    Section(words(.counterpart)) {
                        if let contact = model.line.contact { Text(contact) }
                        Text(counterpart).font(.footnote).monospaced().textSelection(.enabled)
                    }
                }
                if let note = model.note { Text(note).font(.footnote) }
                if model.line.origin == .transaction {
                    Section(words(.transaction)) {
                        Text(model.line.id).font(.footnote).monospaced().textSelection(.enabled)
                    }
                }
                Field(words(.label), text: $model.label)
                SideButton(title: words(.save), isEnabled: !model.isBusy) { Task { await model.keepLabel() } }
                if model.canBeLifted { SideButton(title: words(.liftPayment)) { isLifting = true } }
                RefusalNote(refusal: model.refusal, words: words)
            }
            .padding(20).clamped()
        }
        .navigationTitle(words(.transaction)).navigationBarTitleDisplayMode(.inline)
        .sheet(isPresented: $isLifting) {
            NavigationStack {
                CoinSendView(
                    account: model.account, session: model.session,
                    beginning: .replacement(.child(model.line.id))
                ).toolbar {
                    ToolbarItem(placement: .cancellationAction) { Button(words(.close)) { isLifting = false } }
                }
            }
        }
    }
}

extension Localizer {
    func title(_ line: HistoryLine) -> String {
        switch line.direction {
        case .incoming: self(.coinIncoming)
        case .outgoing: self(.coinOutgoing)
        case .own: self(.coinOwn)
        }
    }

    func state(_ line: HistoryLine) -> String {
        switch line.status {
        case .pending: self(.coinPending)
        case .settling: self(.coinSettling)
        case .confirmed: self(.coinConfirmed)
        case .failed: self(.coinFailed)
        case .gone: self(.coinGone)
        }
    }
}
