// SPDX-License-Identifier: MIT
internal import HubAPI
internal import Money
internal import ScreenModels
internal import Views

/// Money asked for over the hub.
struct RequestsView: View {
    @State private var model: RequestsModel
    /// Leads to changing money into the currency that is missing.
    let exchange: @MainActor (Amount) -> Void
    private let link: String?
    private var words: Localizer { model.session.words }

    init(model: RequestsModel, link: String?, exchange: @escaping @MainActor (Amount) -> Void) {
        _model = State(initialValue: model)
        self.link = link
        self.exchange = exchange
    }

    var body: some View {
        ScrollView {
            VStack(spacing: 18) {
                RefusalNote(refusal: model.refusal, words: words)
                if let request = model.looked {
                    look(request)
                } else if model.isAsking {
                    form
                } else {
                    list
                }
            }
            .padding(20).clamped()
        }
        .navigationTitle(words(.requests)).navigationBarTitleDisplayMode(.inline)
        .task(id: Question(direction: model.direction, news: model.session.news)) { await model.load() }
        .task { if let link { await model.look(at: link) } }
    }

    @ViewBuilder private func look(_ request: MoneyRequest) -> some View {
        @Bindable var model = model
        let isMine = request.payee == model.session.account.username
        Heading(title: request.amount.map { words.amount($0) } ?? "\(words(.payerChooses)) (\(request.currency))")
        Section {
            LabeledContent(
                words(isMine ? .payer : .payee),
                value: (isMine ? request.payer : request.payee).map { model.names.name(of: $0) } ?? words(.anyone))
            LabeledContent(words(.state), value: words.state(request.state))
            if let note = request.note { LabeledContent(words(.note), value: note) }
            if let reference = request.reference { LabeledContent(words(.billNumber), value: reference) }
            if let due = request.due { LabeledContent(words(.dueDay), value: words.day(due)) }
            if let bill = request.bill { LabeledContent(words(.billTotal), value: words.amount(bill.total)) }
        }
        if request.state == .open {
            if isMine {
                SideButton(title: words(.cancelRequest), role: .destructive) {
                    Task {
                        await model.cancel(request)
                        model.lookAway()
                    }
                }
            } else {
                if request.amount == nil {
                    Field("\(words(.amount)) (\(request.currency))", text: $model.chosen.text)
                        .keyboardType(.decimalPad)
                    RefusalNote(refusal: model.chosen.objection, words: words)
                }
                if let missing = model.shortage {
                    Text(words(.missingCurrency, ["amount": words.amount(missing)])).foregroundStyle(Color.orange)
                        .frame(maxWidth: .infinity, alignment: .leading)
                    SideButton(title: words(.exchange)) { exchange(missing) }
                }
                MainButton(title: words(.pay), isBusy: model.isBusy, isEnabled: model.payable != nil) {
                    Task { await model.pay() }
                }
                SideButton(title: words(.declineRequest), role: .destructive) {
                    Task {
                        await model.decline(request)
                        model.lookAway()
                    }
                }
            }
        }
        SideButton(title: words(.back)) { model.lookAway() }
    }

    @ViewBuilder private var list: some View {
        @Bindable var model = model
        MainButton(title: words(.newRequest)) { model.beginAsking() }
        Picker(words(.requests), selection: $model.direction) {
            Text(words(.requestsIncoming)).tag(HistoryFilter.Direction.incoming)
            Text(words(.requestsOutgoing)).tag(HistoryFilter.Direction.outgoing)
        }
        .pickerStyle(.segmented).labelsHidden()
        if let requests = model.requests.value {
            Section {
                ForEach(requests, id: \.id) { request in
                    Button {
                        model.look(at: request)
                    } label: {
                        row(request)
                    }
                }
            }
        } else {
            ContentNote(content: model.requests, words: words, symbol: "tray", empty: words(.noRequests)) {
                Task { await model.load() }
            }
        }
    }

    private func row(_ request: MoneyRequest) -> some View {
        let person = model.direction == .incoming ? request.payee : request.payer
        return VStack(alignment: .leading, spacing: 2) {
            LabeledContent(
                person.map { model.names.name(of: $0) } ?? words(.anyone),
                value: request.amount.map { model.session.shown($0) } ?? words(.payerChooses))
            Text([words.state(request.state), request.note].compactMap(\.self).joined(separator: " · "))
                .font(.footnote).foregroundStyle(request.state == .open ? Color.accentColor : Color.secondary)
        }
    }

    @ViewBuilder private var form: some View {
        @Bindable var model = model
        if let made = model.made {
            Heading(
                title: made.request.amount.map { words.amount($0) } ?? words(.payerChooses),
                text: words(.requestMade))
            CodePicture(model: made.code, words: words)
            CopyButton(title: words(.copyLink), text: made.code.text, words: words)
            OtherWays(words: words) {
                Text(made.code.text).font(.footnote).textSelection(.enabled)
                CodeTools(model: made.code, words: words)
            }
            MainButton(title: words(.done)) { model.endAsking() }
        } else {
            Heading(title: words(.newRequest))
            VStack(spacing: 18) {
                AmountField(title: words(.amount), entry: $model.amount, session: model.session, takesFocus: true)
                PersonField(title: words(.payer), name: $model.payer, names: model.names, words: words)
                Text(words(.payerHint)).font(.footnote).foregroundStyle(.secondary)
                    .frame(maxWidth: .infinity, alignment: .leading)
                Field(words(.note), text: $model.note)
                OtherWays(words: words, title: .moreChoices) {
                    Field(words(.billNumber), text: $model.reference)
                    Field("\(words(.dueDay)) (\(words(.dayHint)))", text: $model.due)
                }
            }
            .onSubmit { Task { await model.ask() } }
            RefusalNote(refusal: model.objection, words: words)
            MainButton(title: words(.ask), isBusy: model.isBusy, isEnabled: model.canAsk) {
                Task { await model.ask() }
            }
            SideButton(title: words(.back), isEnabled: !model.isBusy) { model.endAsking() }
        }
    }
}

extension Localizer {
    /// What has become of a request.
    func state(_ state: MoneyRequest.State) -> String {
        switch state {
        case .open: self(.requestOpen)
        case .paid: self(.requestPaid)
        case .declined: self(.requestDeclined)
        case .cancelled: self(.requestCancelled)
        case .expired: self(.requestExpired)
        }
    }
}

/// What the list answers.
private struct Question: Hashable {
    let direction: HistoryFilter.Direction
    let news: Int
}
