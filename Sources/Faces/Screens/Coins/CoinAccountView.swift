// SPDX-License-Identifier: MIT
internal import Chains
internal import Coins
internal import ScreenModels

#if canImport(SwiftUI)
    internal import SwiftUI
#else
    internal import Canvas
#endif

/// One account of coins.
struct CoinAccountView: View {
    @State private var model: CoinAccountModel
    @State private var isSending = false
    private var words: Words { model.session.words }

    init(account: CoinAccount, session: WalletSession) {
        _model = State(initialValue: CoinAccountModel(account, session))
    }

    var body: some View {
        ScrollView {
            VStack(spacing: 18) {
                if let balances = model.balances.value {
                    ForEach(balances.indices) { index in
                        Text(balances[index].confirmed.description)
                            .font(.system(size: index == 0 ? 30 : 18, weight: .bold).monospacedDigit())
                    }
                }
                if let stale = model.staleBecause {
                    Text("\(words(.asKnown)). \(words(stale))").font(.footnote).foregroundStyle(.secondary)
                }
                HStack(spacing: 10) {
                    SideButton(title: words(.receive)) { Task { await model.receive() } }
                    SideButton(title: words(.send), isEnabled: !model.account.isWatchOnly) { isSending = true }
                }
                if let address = model.address, let code = model.addressCode {
                    MatrixView(matrix: code.matrix, name: words(.codeOfAddress))
                    Text(address.address).font(.footnote).monospaced().textSelection(.enabled)
                        .multilineTextAlignment(.center)
                    SideButton(title: words(.freshAddress)) { Task { await model.receive(fresh: true) } }
                }
                history
                RefusalNote(refusal: model.refusal, words: words)
            }
            .padding(20)
        }
        .navigationTitle(model.account.name).navigationBarTitleDisplayMode(.inline)
        .task { await model.load() }
        .sheet(isPresented: $isSending) {
            NavigationStack {
                CoinSendView(account: model.account, session: model.session).toolbar {
                    ToolbarItem(placement: .cancellationAction) { Button(words(.close)) { isSending = false } }
                }
            }
        }
    }

    @ViewBuilder private var history: some View {
        if let lines = model.history.value {
            Section(words(.activity)) {
                ForEach(lines, id: \.self) { line in
                    LabeledContent("\(title(line)) · \(state(line))", value: line.amount.description)
                }
            }
        } else {
            ContentNote(content: model.history, words: words, symbol: "tray", empty: words(.noActivity))
        }
    }

    private func title(_ line: HistoryLine) -> String {
        switch line.direction {
        case .incoming: words(.coinIncoming)
        case .outgoing: words(.coinOutgoing)
        case .own: words(.coinOwn)
        }
    }

    private func state(_ line: HistoryLine) -> String {
        switch line.status {
        case .pending: words(.coinPending)
        case .confirmed: words(.coinConfirmed)
        case .failed: words(.coinFailed)
        case .gone: words(.coinGone)
        }
    }
}

/// Sending coins.
struct CoinSendView: View {
    @State private var model: CoinSendModel
    private var words: Words { model.session.words }

    init(account: CoinAccount, session: WalletSession) {
        _model = State(initialValue: CoinSendModel(account, session))
    }

    var body: some View {
        ScrollView {
            VStack(spacing: 18) {
                step
                RefusalNote(refusal: model.refusal, words: words)
            }
            .padding(20)
        }
        .navigationTitle(words(.send)).navigationBarTitleDisplayMode(.inline)
        .task { await model.loadFees() }
    }

    @ViewBuilder private var step: some View {
        @Bindable var model = model
        switch model.step {
        case .editing:
            Field(words(.address), text: $model.recipient).onSubmit { Task { await model.take(model.recipient) } }
            if !model.sendsAll { Field(words(.amount), text: $model.amount).keyboardType(.decimalPad) }
            Toggle(words(.everything), isOn: $model.sendsAll)
            Picker(words(.fee), selection: $model.level) {
                Text(words(.feeSlow)).tag(FeeLevel.slow)
                Text(words(.feeNormal)).tag(FeeLevel.normal)
                Text(words(.feeFast)).tag(FeeLevel.fast)
            }
            .pickerStyle(.segmented)
            if let quote = model.fees.items.first(where: { $0.level == model.level }) {
                Text("\(quote.cost.description) · \(quote.rate)").font(.footnote).foregroundStyle(.secondary)
            }
            Field(words(.label), text: $model.label)
            MainButton(title: words(.review), isBusy: model.isBusy, isEnabled: model.canPlan) {
                Task { await model.plan() }
            }
        case .reviewing(let review): CoinReview(model: model, review: review)
        case .sending: ProgressView()
        case .sent(let status):
            Outcome(symbol: "checkmark.circle.fill", title: words(.coinsSent), text: status.transactionID)
        }
    }
}

/// What will be signed, taken apart.
private struct CoinReview: View {
    let model: CoinSendModel
    let review: SendReview
    private var words: Words { model.session.words }

    var body: some View {
        Heading(title: words(.reviewCoins))
        Section {
            ForEach(review.payees, id: \.self) { payee in
                VStack(alignment: .leading, spacing: 2) {
                    Text(payee.amount.description).fontWeight(.semibold)
                    Text(payee.contact ?? payee.address).font(.footnote).foregroundStyle(.secondary)
                }
            }
            if let change = review.change { LabeledContent(words(.change), value: change.description) }
            LabeledContent(words(.fee), value: review.fee.description)
            ForEach(review.facts, id: \.self) { Text($0).font(.footnote).foregroundStyle(.secondary) }
        }
        ForEach(review.warnings, id: \.self) { warning in
            VStack(alignment: .leading, spacing: 6) {
                Label(warning.sentence, systemImage: "exclamationmark.triangle").foregroundStyle(Color.orange)
                Toggle(
                    words(.understood),
                    isOn: Binding(
                        get: { model.acknowledged.contains(warning.name) },
                        set: { isOn in
                            if isOn {
                                model.acknowledged.insert(warning.name)
                            } else {
                                model.acknowledged.remove(warning.name)
                            }
                        }))
            }
        }
        MainButton(title: words(.signAndSend), isBusy: model.isBusy, isEnabled: model.canSend) {
            Task { await model.send() }
        }
        SideButton(title: words(.back)) { model.back() }
    }
}
