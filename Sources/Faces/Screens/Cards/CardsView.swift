// SPDX-License-Identifier: MIT
internal import Cards
internal import Pocket
internal import ScreenModels

#if canImport(SwiftUI)
    internal import SwiftUI
#else
    internal import Canvas
#endif

extension CardColour {
    var color: Color { Color(red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255) }
}

/// A card as it lies in a list.
struct CardTile: View {
    let card: Card
    let words: Words

    var body: some View {
        VStack(alignment: .leading, spacing: 6) {
            HStack {
                Text(card.store).font(.headline).lineLimit(2)
                Spacer()
                if card.isStarred { Image(systemName: "star.fill").accessibilityLabel(words(.starred)) }
            }
            Spacer(minLength: 12)
            Text(card.number).font(.footnote).monospacedDigit().lineLimit(1)
        }
        .foregroundStyle(card.colour.isLight ? Color.black : Color.white)
        .padding(14).frame(maxWidth: .infinity, minHeight: 104, alignment: .leading)
        .background(card.colour.color, in: RoundedRectangle(cornerRadius: 16))
    }
}

/// All cards.
struct CardsView: View {
    @State private var model: CardsModel
    @State private var isAdding = false
    @State private var isImporting = false
    private let session: WalletSession
    private var words: Words { session.words }

    init(session: WalletSession) {
        self.session = session
        _model = State(initialValue: CardsModel(session))
    }

    var body: some View {
        @Bindable var model = model
        NavigationStack {
            ScrollView {
                VStack(spacing: 16) {
                    if model.canUndo {
                        HStack {
                            Text(words(.cardDeleted)).font(.subheadline).frame(maxWidth: .infinity, alignment: .leading)
                            Button(words(.undo)) { Task { await model.undo() } }.buttonStyle(.bordered)
                        }
                    }
                    RefusalNote(refusal: model.refusal, words: words)
                    if let cards = model.cards.value {
                        LazyVGrid(columns: [GridItem(.adaptive(minimum: 150), spacing: 12)], spacing: 12) {
                            ForEach(cards, id: \.id) { card in
                                NavigationLink {
                                    CardView(id: card.id, session: session)
                                } label: {
                                    CardTile(card: card, words: words)
                                }
                                .buttonStyle(.plain)
                                .contextMenu { menu(card) }
                            }
                        }
                    } else {
                        ContentNote(
                            content: model.cards, words: words, symbol: "creditcard",
                            empty: model.isSearching ? words(.nothingFound) : words(.noCards),
                            hint: model.isSearching ? nil : words(.noCardsHint)
                        ) { Task { await model.reload() } }
                    }
                }
                .padding(.horizontal, 20).padding(.bottom, 24)
            }
            .navigationTitle(words(.cards)).searchable(text: $model.query.text, prompt: words(.search))
            .toolbar {
                ToolbarItem(placement: .topBarTrailing) {
                    Button {
                        isImporting = true
                    } label: {
                        Image(systemName: "square.and.arrow.down").accessibilityLabel(words(.importCards))
                    }
                }
                ToolbarItem(placement: .topBarTrailing) {
                    Button {
                        isAdding = true
                    } label: {
                        Image(systemName: "plus").accessibilityLabel(words(.addCard))
                    }
                }
            }
        }
        .sheet(isPresented: $isAdding) {
            NavigationStack {
                CardFormView(session: session) {
                    isAdding = false
                    Task { await model.reload() }
                }
                .toolbar {
                    ToolbarItem(placement: .cancellationAction) { Button(words(.cancel)) { isAdding = false } }
                }
            }
        }
        .sheet(isPresented: $isImporting) {
            NavigationStack {
                CardImportView(model: model).toolbar {
                    ToolbarItem(placement: .cancellationAction) { Button(words(.close)) { isImporting = false } }
                }
            }
        }
        .task(id: model.query) { await model.reload() }
    }

    @ViewBuilder private func menu(_ card: Card) -> some View {
        Button(words(card.isStarred ? .unstar : .star), systemImage: "star") {
            Task { await model.setStarred(card.id, !card.isStarred) }
        }
        Button(words(card.isArchived ? .unarchive : .archive), systemImage: "tray") {
            Task { await model.setArchived(card.id, !card.isArchived) }
        }
        Button(words(.delete), systemImage: "trash", role: .destructive) { Task { await model.delete([card.id]) } }
    }
}

/// Cards in and out of files.
struct CardImportView: View {
    @State private var model: CardsModel
    private let source: Scanned.CardSource?
    @State private var path = ""
    private var words: Words { model.session.words }

    init(model: CardsModel) {
        _model = State(initialValue: model)
        source = nil
    }

    init(session: WalletSession, source: Scanned.CardSource) {
        _model = State(initialValue: CardsModel(session))
        self.source = source
    }

    var body: some View {
        @Bindable var model = model
        ScrollView {
            VStack(spacing: 18) {
                if let arrived = model.arrived {
                    Heading(title: words(.cardsArrived, count: arrived.cards.bundle.cards.count))
                    ForEach(arrived.cards.bundle.cards.prefix(20).map { $0 }, id: \.id) { card in
                        LabeledContent(card.store, value: card.number)
                    }
                    if arrived.duplicates > 0 {
                        Text(words(.cardsHere, count: arrived.duplicates))
                        Picker(words(.importCards), selection: $model.duplicates) {
                            Text(words(.duplicatesSkip)).tag(ImportPlan.Duplicates.skip)
                            Text(words(.duplicatesMerge)).tag(ImportPlan.Duplicates.merge)
                            Text(words(.duplicatesOverwrite)).tag(ImportPlan.Duplicates.overwrite)
                        }
                        .labelsHidden()
                    }
                    MainButton(title: words(.takeCards), isBusy: model.isBusy) { Task { await model.takeArrived() } }
                    SideButton(title: words(.cancel)) { model.dropArrived() }
                } else {
                    if let report = model.report {
                        Outcome(
                            symbol: "checkmark.circle.fill",
                            title: words(.cardsTaken, count: report.inserted + report.merged + report.overwritten))
                    }
                    TextField(words(.filePath), text: $path)
                    if model.lockedFile != nil { SecureField(words(.filePassword), text: $model.filePassword) }
                    MainButton(title: words(.importCards), isBusy: model.isBusy, isEnabled: path.hasPrefix("/")) {
                        Task { await model.read(file: path) }
                    }
                    SideButton(title: words(.exportCards), isEnabled: path.hasPrefix("/") && !model.isBusy) {
                        Task { await model.export(to: path) }
                    }
                    if let exported = model.exported {
                        Text(words(.cardsExported, count: exported.count, ["path": exported.path])).font(.footnote)
                    }
                }
                RefusalNote(refusal: model.refusal, words: words)
            }
            .padding(20)
        }
        .navigationTitle(words(.importCards)).navigationBarTitleDisplayMode(.inline)
        .task { if let source { await model.read(source) } }
    }
}
