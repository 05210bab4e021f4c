// SPDX-License-Identifier: MIT
internal import HubAPI
internal import Money
internal import ScreenModels
internal import Views

/// Sending over the hub.
struct SendView: View {
    @State private var model: SendModel
    @State private var intake = Intake()
    @State private var isScanning = false
    /// Leads to paying by code.
    let payByCode: @MainActor () -> Void
    private var words: Localizer { model.session.words }

    init(model: SendModel, payByCode: @escaping @MainActor () -> Void) {
        _model = State(initialValue: model)
        self.payByCode = payByCode
    }

    var body: some View {
        ScrollView { VStack(spacing: 18) { step }.padding(20).clamped() }
            .navigationTitle(words(.send)).navigationBarTitleDisplayMode(.inline)
            .task { await model.loadContacts() }
            .sensoryFeedback(.success, trigger: model.step) { _, step in
                if case .sent = step { true } else { false }
            }
            .sheet(isPresented: $isScanning) { scanner }
    }

    private var scanner: some View {
        NavigationStack {
            ScrollView {
                IntakeField(intake: intake, title: words(.next), session: model.session, beginsLooking: true) { typed in
                    guard let scanned = await intake.take(typed: typed) else { return }
                    model.take(scanned)
                    intake.reset()
                    isScanning = false
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
        case .editing: form
        case .reviewing(let amount):
            Heading(title: words(.reviewSend, ["amount": words.amount(amount), "name": model.recipientName]))
            if !model.note.isEmpty { LabeledContent(words(.note), value: model.note) }
            MainButton(title: words(.send)) { Task { await model.send() } }
            SideButton(title: words(.back)) { model.back() }
        case .sending:
            ProgressView()
            Text(words(.sending)).foregroundStyle(.secondary)
        case .sent(let amount, _):
            Outcome(
                symbol: "checkmark.circle.fill", title: words(.sent, ["amount": words.amount(amount)]),
                text: words(.to, ["name": model.recipientName]))
        case .waiting:
            Outcome(symbol: "clock", title: words(.sendWaits), isGood: false)
            SideButton(title: words(.takeBack)) { Task { await model.takeBack() } }
        }
    }

    @ViewBuilder private var form: some View {
        @Bindable var model = model
        SideButton(title: words(.payTitle), action: payByCode)
        VStack(spacing: 18) {
            PersonField(
                title: words(.recipient), name: $model.recipient, names: model.names, words: words, takesFocus: true
            ) {
                isScanning = true
            }
            AmountField(
                title: words(.amount), entry: $model.amount, session: model.session, available: model.available)
            Field(words(.note), text: $model.note)
        }
        .onSubmit { model.review() }
        RefusalNote(refusal: model.objection ?? model.refusal, words: words)
        MainButton(title: words(.review), isEnabled: model.canReview) { model.review() }
    }
}

/// A contact in a list.
struct ContactLine: Identifiable {
    let contact: Contact
    var id: String { contact.username }
    var title: String { contact.name.map { "\($0) (\(contact.username))" } ?? contact.username }
}
