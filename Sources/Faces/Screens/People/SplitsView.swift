// SPDX-License-Identifier: MIT
internal import HubAPI
internal import Money
internal import ScreenModels
internal import Views

/// Bills that are shared.
struct SplitsView: View {
    @State private var model: SplitsModel
    private var words: Localizer { model.session.words }

    init(session: WalletSession) { _model = State(initialValue: SplitsModel(session)) }

    var body: some View {
        ScrollView {
            VStack(spacing: 18) {
                if let split = model.looked {
                    bill(split)
                } else {
                    list
                    form
                }
                RefusalNote(refusal: model.refusal, words: words)
            }
            .padding(20).clamped()
        }
        .navigationTitle(words(.splits)).navigationBarTitleDisplayMode(.inline)
        .task { await model.load() }
        .task { await model.session.loadCurrencies() }
    }

    @ViewBuilder private var list: some View {
        if let splits = model.splits.value {
            Section {
                ForEach(splits, id: \.id) { split in
                    Button {
                        model.look(at: split)
                    } label: {
                        VStack(alignment: .leading, spacing: 2) {
                            LabeledContent(
                                split.note ?? words(.people, count: split.shares.count),
                                value: model.session.shown(split.total))
                            Text(
                                split.open.isZero
                                    ? words(.requestPaid)
                                    : "\(words(.stillOpen)): \(model.session.shown(split.open))"
                            )
                            .font(.footnote).foregroundStyle(.secondary)
                        }
                    }
                }
            }
        } else {
            ContentNote(
                content: model.splits, words: words, symbol: "person.2", empty: words(.noSplits),
                hint: words(.noSplitsHint)
            ) { Task { await model.load() } }
        }
    }

    @ViewBuilder private var form: some View {
        @Bindable var model = model
        Heading(title: words(.newSplit))
        AmountField(title: words(.billTotal), entry: $model.total, session: model.session)
        Picker(words(.newSplit), selection: $model.mode) {
            Text(words(.shareEvenly)).tag(SplitsModel.Mode.evenly)
            Text(words(.shareByWeight)).tag(SplitsModel.Mode.weights)
            Text(words(.shareByAmount)).tag(SplitsModel.Mode.amounts)
        }
        .pickerStyle(.segmented).labelsHidden()
        Toggle(words(.includesMe), isOn: $model.includesMe)
        if model.includesMe, model.mode != .evenly { Field(words(.myPart), text: $model.myPart) }
        ForEach(Array(model.people.enumerated()).map { PersonLine(number: $0.offset + 1, person: $0.element) }) {
            line in
            person(line)
        }
        SideButton(title: words(.addPerson)) { model.addPerson() }
        Field(words(.note), text: $model.note)
        RefusalNote(refusal: model.objection, words: words)
        MainButton(title: words(.newSplit), isBusy: model.isBusy, isEnabled: model.canShare) {
            Task { await model.share() }
        }
    }

    private func person(_ line: PersonLine) -> some View {
        let (id, number) = (line.person.id, words.number(line.number))
        return VStack(alignment: .leading, spacing: 8) {
            HStack(alignment: .bottom, spacing: 10) {
                PersonField(
                    title: words(.person, ["number": number]),
                    name: Binding(get: { line.person.name }, set: { model.setName(id, $0) }), names: model.names,
                    words: words)
                if model.people.count > 1 {
                    Button {
                        model.remove(id)
                    } label: {
                        Image(systemName: "minus.circle")
                            .accessibilityLabel(words(.removePerson, ["number": number]))
                    }
                    .buttonStyle(.plain).besideField()
                }
            }
            if model.mode != .evenly {
                Field(
                    words(.personsPart, ["number": number]),
                    text: Binding(get: { line.person.part }, set: { model.setPart(id, $0) }))
            }
        }
    }

    @ViewBuilder private func bill(_ split: Split) -> some View {
        Heading(title: words.amount(split.total), text: split.note)
        Section {
            ForEach(split.shares, id: \.person) { share in
                LabeledContent(
                    "\(model.names.name(of: share.person)) · "
                        + (share.request == nil ? words(.ownShare) : words.state(share.state)),
                    value: words.amount(share.amount))
            }
        }
        Section {
            LabeledContent(words(.paidSoFar), value: words.amount(split.paid))
            LabeledContent(words(.stillOpen), value: words.amount(split.open))
        }
        if split.shares.contains(where: { $0.state == .open }) {
            SideButton(title: words(.cancelSplit), isEnabled: !model.isBusy, role: .destructive) {
                Task { await model.cancel(split) }
            }
        }
        SideButton(title: words(.back)) { model.lookAway() }
    }
}

/// A person of the form with their place in it.
private struct PersonLine: Identifiable {
    let number: Int
    let person: SplitsModel.Person
    var id: Int { person.id }
}
