// SPDX-License-Identifier: MIT
internal import Chains
internal import Coins
internal import ScreenModels
internal import Views

/// One account of coins.
struct CoinAccountView: View {
    @State private var model: CoinAccountModel
    @State private var isSending = false
    @State private var isReceiving = false
    private var words: Localizer { model.session.words }

    init(account: CoinAccount, session: WalletSession) {
        _model = State(initialValue: CoinAccountModel(account, session))
    }

    var body: some View {
        ScrollView {
            VStack(spacing: 18) {
                if let balances = model.balances.value {
                    ForEach(balances.indices) { index in
                        let holding = model.session.shown(balances[index])
                        Text(holding.amount)
                            .font(.system(size: index == 0 ? 30 : 18, weight: .bold).monospacedDigit())
                        ForEach(holding.notes, id: \.self) { note in
                            Text(note).font(.footnote).foregroundStyle(.secondary)
                        }
                    }
                }
                ForEach(model.unknown, id: \.token) { balance in
                    Text(words.sentence(on: balance)).font(.footnote).foregroundStyle(.secondary)
                        .multilineTextAlignment(.center)
                }
                if let stale = model.staleBecause {
                    Text(words.join([words(.asKnown), words(stale)])).font(.footnote).foregroundStyle(.secondary)
                }
                HStack(spacing: 10) {
                    SideButton(title: words(.receive)) {
                        isReceiving = true
                        Task { await model.receive() }
                    }
                    MainButton(title: words(.send)) { isSending = true }
                }
                history
                OtherWays(words: words, title: .advanced) { tools }
                RefusalNote(refusal: model.refusal, words: words)
            }
            .padding(20).clamped()
        }
        .refreshable { await model.load() }
        .navigationTitle(words.name(of: model.account)).navigationBarTitleDisplayMode(.inline)
        .task { await model.load() }
        .sheet(isPresented: $isReceiving) {
            Task { await model.load() }
        } content: {
            receiving
        }
        .sheet(isPresented: $isSending) {
            Task { await model.load() }
        } content: {
            NavigationStack {
                CoinSendView(account: model.account, session: model.session).toolbar {
                    ToolbarItem(placement: .cancellationAction) { Button(words(.close)) { isSending = false } }
                }
            }
        }
    }

    /// An address to be paid at, with its code.
    private var receiving: some View {
        NavigationStack {
            ScrollView {
                VStack(spacing: 18) {
                    RefusalNote(refusal: model.refusal, words: words)
                    if let address = model.address, let code = model.addressCode {
                        MatrixView(matrix: code.matrix, name: words(.codeOfAddress)).frame(maxWidth: 420)
                        Text(address.address).monospaced().textSelection(.enabled).multilineTextAlignment(.center)
                        CopyButton(title: words(.copyAddress), text: address.address, words: words)
                        Text(words(.receivesOnly, ["network": model.account.network.title])).font(.footnote)
                            .foregroundStyle(.secondary).multilineTextAlignment(.center)
                        OtherWays(words: words) {
                            CodeTools(model: code, words: words)
                            SideButton(title: words(.freshAddress)) { Task { await model.receive(fresh: true) } }
                        }
                    } else if model.refusal == nil {
                        ProgressView()
                    }
                }
                .padding(20).clamped()
            }
            .navigationTitle(words(.receive)).navigationBarTitleDisplayMode(.inline)
            .toolbar {
                ToolbarItem(placement: .cancellationAction) { Button(words(.close)) { isReceiving = false } }
            }
        }
    }

    /// What few people need.
    private var tools: some View {
        Section {
            NavigationLink(words(.coinPayments)) {
                CoinPaymentsView(account: model.account, session: model.session)
            }
            if model.account.network.unit.priceName != nil {
                NavigationLink(words(.priceCourse)) {
                    CoinPriceView(unit: model.account.network.unit, session: model.session)
                }
            }
            if !model.account.isWatchOnly, model.account.scheme != .shared {
                NavigationLink(words(.signText)) {
                    CoinMessageView(account: model.account, session: model.session)
                }
            }
            NavigationLink(words(.accountDetails)) {
                CoinAccountDetailsView(account: model.account, session: model.session)
            }
        }
    }

    @ViewBuilder private var history: some View {
        if let lines = model.history.value {
            Section(words(.activity)) {
                ForEach(lines, id: \.self) { line in
                    NavigationLink {
                        CoinLineView(line: line, account: model.account, session: model.session)
                    } label: {
                        LabeledContent(
                            "\(words.title(line)) · \(words.state(line))", value: model.session.shown(line.amount))
                    }
                }
            }
        } else {
            ContentNote(content: model.history, words: words, symbol: "tray", empty: words(.noActivity))
        }
    }
}
