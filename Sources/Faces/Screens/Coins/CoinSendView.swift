// SPDX-License-Identifier: MIT
internal import Chains
internal import Coins
internal import ScreenModels
internal import Views

/// Sending coins.
struct CoinSendView: View {
    @State private var model: CoinSendModel
    /// What is done in place of a new payment.
    private let beginning: Beginning
    @State private var isScanning = false
    @State private var intake = Intake()
    private var words: Localizer { model.session.words }

    enum Beginning {
        case form
        case replacement(CoinSendModel.Replacement)
        /// A payment that waits for its signer.
        case signer(SendStatus)
    }

    init(account: CoinAccount, session: WalletSession, link: String? = nil, beginning: Beginning = .form) {
        _model = State(initialValue: CoinSendModel(account, session, link: link))
        self.beginning = beginning
    }

    var body: some View {
        ScrollView {
            VStack(spacing: 18) {
                step
                RefusalNote(refusal: model.refusal, words: words)
            }
            .padding(20).clamped()
        }
        .navigationTitle(words(.send)).navigationBarTitleDisplayMode(.inline)
        .sheet(isPresented: $isScanning) { scanner }
        .task {
            switch beginning {
            case .form: await model.load()
            case .replacement(let replacement):
                await model.plan(replacement)
                await model.load()
            case .signer(let payment): await model.show(payment)
            }
        }
    }

    private var scanner: some View {
        NavigationStack {
            ScrollView {
                IntakeField(intake: intake, title: words(.next), session: model.session, beginsLooking: true) { typed in
                    guard let scanned = await intake.take(typed: typed) else { return }
                    intake.reset()
                    isScanning = false
                    switch scanned {
                    case .coins(let text), .other(let text): await model.take(text)
                    default: await model.take(typed)
                    }
                }
                .padding(20).clamped()
            }
            .navigationTitle(words(.scanRecipient)).navigationBarTitleDisplayMode(.inline)
            .toolbar {
                ToolbarItem(placement: .cancellationAction) { Button(words(.cancel)) { isScanning = false } }
            }
        }
    }

    @ViewBuilder private var step: some View {
        switch model.step {
        case .editing: if case .form = beginning { form } else { replacement }
        case .reviewing(let review): look(review)
        case .sending: ProgressView()
        case .exported(_, let code): signer(code)
        case .sent(let status):
            Outcome(symbol: "checkmark.circle.fill", title: words(.coinsSent), text: status.transactionID)
            if case .replacement(.nonceAccount) = beginning, let made = status.label {
                Section(words(.nonceAccount)) {
                    Text(made).font(.footnote).monospaced().textSelection(.enabled)
                }
            }
            Text(words.sentence(of: status)).font(.footnote).foregroundStyle(.secondary)
        }
    }

    @ViewBuilder private var form: some View {
        @Bindable var model = model
        HStack(alignment: .bottom, spacing: 10) {
            Field(words(.addressOrLink), text: $model.recipient, takesFocus: true).onSubmit {
                Task { await model.take(model.recipient) }
            }
            Button {
                isScanning = true
            } label: {
                Image(systemName: "qrcode.viewfinder").accessibilityLabel(words(.scanRecipient))
            }
            .buttonStyle(.bordered).besideField()
        }
        if !model.contacts.isEmpty {
            ScrollView(.horizontal) {
                HStack(spacing: 8) {
                    ForEach(model.contacts, id: \.self) { contact in
                        Button(contact.name) { model.recipient = contact.name }.buttonStyle(.bordered)
                    }
                }
            }
        }
        if !model.tokens.isEmpty {
            Picker(words(.coin), selection: $model.token) {
                Text(model.account.network.unit.symbol).tag(String?.none)
                ForEach(model.tokens, id: \.self) { Text($0.unit.symbol).tag(String?.some($0.address)) }
            }
        }
        if !model.sendsAll {
            HStack(alignment: .bottom, spacing: 10) {
                Field(words(.amount), text: $model.amount).keyboardType(.decimalPad)
                    .onSubmit { Task { await model.plan() } }
                Text(model.symbol).foregroundStyle(.secondary).besideField()
            }
        }
        if let available = model.available {
            Text(words(.available, ["amount": model.session.shown(available)])).font(.footnote)
                .foregroundStyle(.secondary).frame(maxWidth: .infinity, alignment: .leading)
        }
        Toggle(words(.everything), isOn: $model.sendsAll)
        FeePicker(model: model)
        OtherWays(words: words, title: .advanced) {
            CustomFee(model: model)
            Field(words(.label), text: $model.label)
            if model.account.network.chain != .ethereum { Field(words(.memo), text: $model.memo) }
            if model.canHaveOthers { others }
            if model.account.network.chain == .solana {
                Field(words(.nonceAccount), text: $model.nonceAccount)
                NavigationLink(words(.makeNonceAccount)) {
                    CoinSendView(
                        account: model.account, session: model.session, beginning: .replacement(.nonceAccount))
                }
            }
        }
        MainButton(title: words(.review), isBusy: model.isBusy, isEnabled: model.canPlan) {
            Task { await model.plan() }
        }
    }

    /// Whom the same transaction pays besides.
    @ViewBuilder private var others: some View {
        ForEach(model.others) { payee in
            let number = words.number((model.others.firstIndex { $0.id == payee.id } ?? 0) + 2)
            Section(words(.otherPayee, ["number": number])) {
                Field(
                    words(.addressOrLink),
                    text: Binding(get: { payee.recipient }, set: { model.change(payee.id, recipient: $0) }))
                Field(
                    words(.amount), text: Binding(get: { payee.amount }, set: { model.change(payee.id, amount: $0) })
                ).keyboardType(.decimalPad)
                Button(words(.remove)) { model.removePayee(payee.id) }.buttonStyle(.bordered)
                    .accessibilityLabel(words(.removePayee, ["number": number]))
            }
        }
        SideButton(title: words(.addPayee)) { model.addPayee() }
    }

    /// Before the plan is there, or after it was refused.
    @ViewBuilder private var replacement: some View {
        if model.isBusy {
            ProgressView()
        } else {
            if case .replacement(.nonceAccount) = beginning {
                Heading(title: words(.makeNonceAccount), text: words(.nonceAccountText))
            }
            FeePicker(model: model)
            CustomFee(model: model)
            if case .replacement(let replacement) = beginning {
                MainButton(title: words(.review)) { Task { await model.plan(replacement) } }
            }
        }
    }

    @ViewBuilder private func look(_ review: SendReview) -> some View {
        @Bindable var model = model
        CoinReviewView(review: review, acknowledged: $model.acknowledged, words: words)
        if model.isReplacing {
            FeePicker(model: model)
            CustomFee(model: model)
            SideButton(title: words(.planAgain), isEnabled: !model.isBusy) { Task { await model.planAgain() } }
        }
        MainButton(
            title: words(model.needsSigner ? .showToSigner : .signAndSend), isBusy: model.isBusy,
            isEnabled: model.canSend
        ) { Task { await model.send() } }
        SideButton(title: words(.back)) { model.back() }
    }

    @ViewBuilder private func signer(_ code: CodeModel) -> some View {
        Heading(title: words(.signerTitle), text: words(model.isPartlySigned ? .partlySigned : .signerText))
        CodeView(model: code, words: words)
        IntakeField(intake: model.intake, title: words(.takeSignature), session: model.session) {
            await model.take(typed: $0)
        }
    }
}

/// A payment link for coins that came from outside.
struct CoinLinkView: View {
    @State private var model: CoinLinkModel
    private var words: Localizer { model.session.words }

    init(link: String, session: WalletSession) { _model = State(initialValue: CoinLinkModel(link, session)) }

    var body: some View {
        content.navigationTitle(words(.send)).navigationBarTitleDisplayMode(.inline)
            .task { await model.load() }
    }

    @ViewBuilder private var content: some View {
        if let accounts = model.accounts.value {
            if accounts.count == 1 {
                CoinSendView(account: accounts[0], session: model.session, link: model.link)
            } else {
                ScrollView {
                    Section(words(.payFrom)) {
                        ForEach(accounts, id: \.id) { account in
                            NavigationLink(words.name(of: account)) {
                                CoinSendView(account: account, session: model.session, link: model.link)
                            }
                        }
                    }
                    .padding(20)
                }
            }
        } else {
            ContentNote(
                content: model.accounts, words: words, symbol: "bitcoinsign.circle", empty: words(.noAccounts))
        }
    }
}
