// SPDX-License-Identifier: MIT
internal import HubAPI
internal import Money
internal import ScreenModels
internal import Tokens
internal import Views

/// Payments that the hub makes by itself.
struct RecurringView: View {
    @State private var model: RecurringModel
    @State private var isEnding = false
    private var words: Localizer { model.session.words }

    init(session: WalletSession) { _model = State(initialValue: RecurringModel(session)) }

    var body: some View {
        ScrollView {
            VStack(spacing: 18) {
                if let payment = model.looked {
                    look(payment)
                } else {
                    list
                    form
                }
                RefusalNote(refusal: model.refusal, words: words)
            }
            .padding(20).clamped()
        }
        .navigationTitle(words(.recurring)).navigationBarTitleDisplayMode(.inline)
        .task { await model.load() }
        .task { await model.session.loadCurrencies() }
        .confirmationDialog(words(.endRecurring), isPresented: $isEnding) {
            Button(words(.endRecurring), role: .destructive) {
                if let payment = model.looked { Task { await model.cancel(payment) } }
            }
            Button(words(.cancel), role: .cancel) {}
        }
    }

    @ViewBuilder private var list: some View {
        if let payments = model.payments.value {
            Section {
                ForEach(payments, id: \.id) { payment in
                    Button {
                        Task { await model.look(at: payment) }
                    } label: {
                        VStack(alignment: .leading, spacing: 2) {
                            LabeledContent(
                                model.names.name(of: payment.recipient), value: model.session.shown(payment.amount))
                            Text(
                                [words.rhythm(payment.rhythm), next(payment)].compactMap(\.self)
                                    .joined(separator: " · ")
                            )
                            .font(.footnote).foregroundStyle(.secondary)
                        }
                    }
                }
            }
        } else {
            ContentNote(
                content: model.payments, words: words, symbol: "arrow.clockwise", empty: words(.noRecurring),
                hint: words(.noRecurringHint)
            ) { Task { await model.load() } }
        }
    }

    private func next(_ payment: RecurringPayment) -> String? {
        guard payment.state == .active, let day = payment.next else { return state(payment) }
        return words(.nextDay, ["day": words.day(day)])
    }

    @ViewBuilder private var form: some View {
        @Bindable var model = model
        Heading(title: words(.newRecurring))
        PersonField(title: words(.recipient), name: $model.recipient, names: model.names, words: words)
        AmountField(title: words(.amount), entry: $model.amount, session: model.session)
        Picker(words(.rhythm), selection: $model.unit) {
            Text(words(.unitDay)).tag(Rhythm.Unit.daily)
            Text(words(.unitWeek)).tag(Rhythm.Unit.weekly)
            Text(words(.unitMonth)).tag(Rhythm.Unit.monthly)
        }
        .pickerStyle(.segmented).labelsHidden()
        Picker(words(.interval), selection: $model.every) {
            ForEach(1...Rhythm.maximumInterval, id: \.self) { Text(words.number($0)).tag($0) }
        }
        Field("\(words(.firstDay)) (\(words(.dayHint)))", text: $model.first)
        Picker(words(.lastDay), selection: $model.end) {
            Text(words(.endsNever)).tag(RecurringModel.End.never)
            Text(words(.endsAfter)).tag(RecurringModel.End.count)
            Text(words(.endsOn)).tag(RecurringModel.End.day)
        }
        switch model.end {
        case .never: EmptyView()
        case .count: Field(words(.howMany), text: $model.count).keyboardType(.numberPad)
        case .day: Field("\(words(.lastDay)) (\(words(.dayHint)))", text: $model.last)
        }
        Field(words(.note), text: $model.note)
        if !model.nextDays.isEmpty {
            Text(words(.nextDays, ["days": model.nextDays.map { words.day($0) }.joined(separator: ", ")]))
                .font(.footnote).foregroundStyle(.secondary).frame(maxWidth: .infinity, alignment: .leading)
        }
        RefusalNote(refusal: model.objection, words: words)
        MainButton(title: words(.orderIt), isBusy: model.isBusy, isEnabled: model.canOrder) {
            Task { await model.give() }
        }
    }

    @ViewBuilder private func look(_ payment: RecurringPayment) -> some View {
        Heading(
            title: words.amount(payment.amount), text: words(.to, ["name": model.names.name(of: payment.recipient)]))
        Section {
            LabeledContent(words(.rhythm), value: words.rhythm(payment.rhythm))
            LabeledContent(words(.state), value: state(payment))
            LabeledContent(words(.firstDay), value: words.day(payment.first))
            if let last = payment.last { LabeledContent(words(.lastDay), value: words.day(last)) }
            if let day = payment.next { Text(words(.nextDay, ["day": words.day(day)])) }
            Text(words(.timesPaid, count: payment.paid))
            if let note = payment.note { LabeledContent(words(.note), value: note) }
        }
        if !payment.runs.isEmpty {
            Section(words(.activity)) {
                ForEach(payment.runs, id: \.due) { run in
                    VStack(alignment: .leading, spacing: 2) {
                        LabeledContent(words.day(run.due), value: state(run))
                        if let problem = run.problem {
                            Text(words(UserMessage(problem))).font(.footnote).foregroundStyle(.secondary)
                        }
                    }
                }
            }
        }
        switch payment.state {
        case .active: SideButton(title: words(.pause), isEnabled: !model.isBusy) { Task { await model.pause(payment) } }
        case .paused:
            SideButton(title: words(.resume), isEnabled: !model.isBusy) { Task { await model.resume(payment) } }
        case .finished, .cancelled: EmptyView()
        }
        if payment.state == .active || payment.state == .paused {
            SideButton(title: words(.endRecurring), isEnabled: !model.isBusy, role: .destructive) { isEnding = true }
        }
        SideButton(title: words(.back)) { model.lookAway() }
    }

    private func state(_ payment: RecurringPayment) -> String {
        switch payment.state {
        case .active: words(.recurringActive)
        case .paused: words(.recurringPaused)
        case .finished: words(.recurringFinished)
        case .cancelled: words(.recurringCancelled)
        }
    }

    private func state(_ run: RecurringPayment.Run) -> String {
        switch run.state {
        case .paid: words(.runPaid)
        case .failed:
            words(.runFailed, ["time": run.retryAt.map { model.session.when(Timestamp(seconds: $0)) } ?? "—"])
        case .missed: words(.runMissed)
        }
    }
}
