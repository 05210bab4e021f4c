// SPDX-License-Identifier: MIT
internal import HubAPI
internal import ScreenModels
internal import Tokens
internal import Views

/// The server that the hub tells of payments.
struct MerchantView: View {
    @State private var model: MerchantModel
    private var words: Localizer { model.session.words }

    init(session: WalletSession) { _model = State(initialValue: MerchantModel(session)) }

    var body: some View {
        @Bindable var model = model
        ScrollView {
            VStack(spacing: 18) {
                Heading(title: words(.merchant), text: words(.merchantText))
                if let state = model.state.value {
                    trouble(state)
                    Field(words(.webhookURL), text: $model.url)
                    MainButton(title: words(.setWebhook), isBusy: model.isBusy, isEnabled: model.canSet) {
                        Task { await model.set() }
                    }
                    if let secret = model.secret { Copyable(title: words(.webhookSecret), text: secret, words: words) }
                    if state.url != nil {
                        SideButton(title: words(.removeWebhook), isEnabled: !model.isBusy, role: .destructive) {
                            Task { await model.remove() }
                        }
                    }
                    deliveries(state)
                } else {
                    ContentNote(content: model.state, words: words, symbol: "cart", empty: words(.merchant)) {
                        Task { await model.load() }
                    }
                }
                RefusalNote(refusal: model.refusal, words: words)
            }
            .padding(20).clamped()
        }
        .navigationTitle(words(.merchant)).navigationBarTitleDisplayMode(.inline)
        .task { await model.load() }
        .onDisappear { model.forgetSecret() }
    }

    @ViewBuilder private func trouble(_ state: WebhookState) -> some View {
        if let disabled = state.disabled {
            Text(words(.webhookGivenUp, ["time": when(disabled)])).foregroundStyle(Color.red)
        } else if let failing = state.failingSince {
            Text(words(.webhookFailing, ["time": when(failing)])).foregroundStyle(Color.orange)
        }
    }

    @ViewBuilder private func deliveries(_ state: WebhookState) -> some View {
        Section(words(.deliveries)) {
            if state.deliveries.isEmpty { Text(words(.noDeliveries)).foregroundStyle(.secondary) }
            ForEach(state.deliveries.map { DeliveryLine(delivery: $0) }) { line in
                let status = line.delivery.status.map { "\($0)" } ?? words(.noAnswer)
                VStack(alignment: .leading, spacing: 2) {
                    LabeledContent(words.event(line.delivery.kind), value: when(line.delivery.time))
                    Text(words(line.delivery.problem == nil ? .delivered : .notDelivered, ["status": status]))
                        .font(.footnote).foregroundStyle(.secondary)
                }
            }
        }
    }

    private func when(_ seconds: UInt64) -> String { model.session.when(Timestamp(seconds: seconds)) }
}

private struct DeliveryLine: Identifiable {
    let delivery: WebhookState.Delivery
    var id: String { "\(delivery.event) \(delivery.time)" }
}
