// SPDX-License-Identifier: MIT
internal import Cards
internal import CardStore
internal import ScreenModels
internal import Views

/// Cards in and out of files.
struct CardImportView: View {
    @State private var model: CardsModel
    private let source: Scanned.CardSource?
    private var words: Localizer { model.session.words }

    init(model: CardsModel) {
        _model = State(initialValue: model)
        source = nil
    }

    init(session: WalletSession, source: Scanned.CardSource) {
        _model = State(initialValue: CardsModel(session))
        self.source = source
    }

    var body: some View {
        ScrollView {
            VStack(spacing: 18) {
                if let arrived = model.arrived {
                    review(arrived.cards, duplicates: arrived.duplicates)
                } else {
                    if let report = model.report { outcome(report) }
                    files
                }
                RefusalNote(refusal: model.refusal, words: words)
            }
            .padding(20).clamped()
        }
        .navigationTitle(words(.cardFiles)).navigationBarTitleDisplayMode(.inline)
        .task {
            if let source { await model.read(source) } else { await model.reload() }
        }
    }

    @ViewBuilder private func review(_ cards: CardImport, duplicates: Int) -> some View {
        @Bindable var model = model
        Heading(title: words(.cardsArrived, count: cards.bundle.cards.count))
        Section {
            ForEach(cards.bundle.cards.prefix(20).map { $0 }, id: \.id) { card in
                LabeledContent(card.store, value: card.number)
            }
        }
        problems(cards.problems)
        if duplicates > 0 {
            Text(words(.cardsHere, count: duplicates)).frame(maxWidth: .infinity, alignment: .leading)
            Picker(words(.importCards), selection: $model.duplicates) {
                Text(words(.duplicatesSkip)).tag(ImportPlan.Duplicates.update)
                Text(words(.duplicatesMerge)).tag(ImportPlan.Duplicates.merge)
                Text(words(.duplicatesOverwrite)).tag(ImportPlan.Duplicates.overwrite)
            }
            .labelsHidden()
        }
        Toggle(words(.eraseCards), isOn: $model.erases)
        MainButton(title: words(.takeCards), isBusy: model.isBusy) { Task { await model.takeArrived() } }
        SideButton(title: words(.cancel)) { model.dropArrived() }
    }

    @ViewBuilder private func outcome(_ report: ImportReport) -> some View {
        Outcome(
            symbol: "checkmark.circle.fill",
            title: report.changedNothing
                ? words(.importChangedNothing) : words(.cardsTaken, count: report.inserted))
        Section {
            if report.merged > 0 { LabeledContent(words(.reportMerged), value: words.number(report.merged)) }
            if report.overwritten > 0 {
                LabeledContent(words(.reportOverwritten), value: words.number(report.overwritten))
            }
            if report.updated > 0 { LabeledContent(words(.reportUpdated), value: words.number(report.updated)) }
            if report.skipped > 0 { LabeledContent(words(.reportSkipped), value: words.number(report.skipped)) }
            if report.erased > 0 { LabeledContent(words(.reportErased), value: words.number(report.erased)) }
        }
        problems(report.bad + report.repeated)
    }

    @ViewBuilder private func problems(_ problems: [ImportProblem]) -> some View {
        if !problems.isEmpty {
            Section(words(.importProblems, count: problems.count)) {
                ForEach(problems.prefix(20).map { $0 }, id: \.self) { problem in
                    Text(
                        "\(words(.cardOfFile, ["number": words.number(problem.position)])) \(words(problem.remark))"
                    )
                    .font(.footnote)
                }
            }
        }
    }

    @ViewBuilder private var files: some View {
        @Bindable var model = model
        if let locked = model.lockedFile {
            SecureField(words(.filePassword), text: $model.filePassword)
            MainButton(title: words(.importCards), isBusy: model.isBusy, isEnabled: !model.filePassword.isEmpty) {
                Task { await model.read(file: locked) }
            }
        }
        ChooseButton(title: words(.importCards), isEnabled: !model.isBusy) { await model.read(file: $0) }
        export
        if let exported = model.exported {
            Text(words(.cardsExported, count: exported.count, ["path": exported.path])).font(.footnote)
        }
        problems(model.exportProblems)
    }

    @ViewBuilder private var export: some View {
        @Bindable var model = model
        Picker(words(.exportFormat), selection: $model.exportFormat) {
            ForEach(CardsModel.exportFormats, id: \.self) { Text($0.name).tag($0) }
        }
        if model.exportsOneCard {
            Picker(words(.exportCard), selection: $model.exportedCard) {
                ForEach(model.cards.items, id: \.id) { card in
                    Text("\(card.store) · \(card.number)").tag(CardID?.some(card.id))
                }
            }
        } else {
            Toggle(words(.exportPhotos), isOn: $model.exportsPhotos)
        }
        if model.canLockExport { SecureField(words(.exportLock), text: $model.exportPassword) }
        SaveButton(
            title: words(.exportAs, ["name": model.exportFormat.name]),
            type: UTType(filenameExtension: model.exportFormat.fileExtension) ?? .data, name: model.exportName,
            isEnabled: model.canExport, isBusy: model.isBusy
        ) {
            await model.prepareExport()
        } done: { result in
            // Safe: without a path the model says that it could not be written.
            model.noteExport((try? result.get())?.path)
        }
    }
}
