// SPDX-License-Identifier: MIT
internal import HubAPI
internal import Money
internal import ScreenModels

#if canImport(SwiftUI)
    internal import SwiftUI
#else
    internal import Canvas
#endif

/// Money asked for over the hub.
struct RequestsView: View {
    @State private var model: RequestsModel
    @State private var chosen: AmountEntry
    private let link: String?
    private var words: Words { model.session.words }

    init(session: WalletSession, link: String?) {
        _model = State(initialValue: RequestsModel(session))
        _chosen = State(initialValue: AmountEntry(in: session.currency))
        self.link = link
    }

    var body: some View {
        ScrollView {
            VStack(spacing: 18) {
                if let request = model.looked { look(request) } else { list }
                RefusalNote(refusal: model.refusal, words: words)
            }
            .padding(20)
        }
        .navigationTitle(words(.requests)).navigationBarTitleDisplayMode(.inline)
        .task(id: model.direction) { await model.load() }
        .task { if let link { await model.look(at: link) } }
    }

    @ViewBuilder private func look(_ request: MoneyRequest) -> some View {
        let isMine = request.payee == model.session.account.username
        Heading(title: request.amount.map { words.amount($0) } ?? words(.payerChooses))
        Section {
            LabeledContent(words(.name), value: isMine ? request.payer ?? "—" : request.payee)
            LabeledContent(words(.state), value: state(request))
            if let note = request.note { LabeledContent(words(.note), value: note) }
        }
        if request.state == .open {
            if isMine {
                SideButton(title: words(.cancelRequest)) {
                    Task {
                        await model.cancel(request)
                        model.lookAway()
                    }
                }
            } else {
                if request.amount == nil {
                    Field(words(.amount), text: $chosen.text).keyboardType(.decimalPad)
                    RefusalNote(refusal: chosen.objection, words: words)
                }
                MainButton(
                    title: words(.pay), isBusy: model.isBusy, isEnabled: request.amount != nil || chosen.value != nil
                ) { Task { await model.pay(chosen.value) } }
                SideButton(title: words(.declineRequest)) {
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
                        LabeledContent(
                            "\(model.direction == .incoming ? request.payee : request.payer ?? "—") · \(state(request))",
                            value: request.amount.map { words.amount($0) } ?? words(.payerChooses))
                    }
                }
            }
        } else {
            ContentNote(content: model.requests, words: words, symbol: "tray", empty: words(.noRequests)) {
                Task { await model.load() }
            }
        }
        Heading(title: words(.newRequest))
        Field(words(.payer), text: $model.payer)
        Field(words(.amount), text: $model.amount.text).keyboardType(.decimalPad)
        Field(words(.note), text: $model.note)
        Text(words(.payerHint)).font(.footnote).foregroundStyle(.secondary)
        RefusalNote(refusal: model.amount.objection, words: words)
        MainButton(title: words(.ask), isBusy: model.isBusy, isEnabled: model.canAsk) { Task { await model.ask() } }
        if let made = model.made {
            Text(words(.requestMade)).foregroundStyle(.secondary)
            CodeView(model: made.code, words: words)
            Text(made.code.text).font(.footnote).textSelection(.enabled)
        }
    }

    private func state(_ request: MoneyRequest) -> String {
        switch request.state {
        case .open: words(.requestOpen)
        case .paid: words(.requestPaid)
        case .declined: words(.requestDeclined)
        case .cancelled: words(.requestCancelled)
        case .expired: words(.requestExpired)
        }
    }
}
