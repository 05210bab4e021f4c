// SPDX-License-Identifier: MIT
internal import Cards
internal import CardStore
internal import ScreenModels
internal import Views

extension CardColour {
    var color: Color { Color(red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255) }
}

/// A card as it lies in a list.
struct CardTile: View {
    let card: Card
    let reminder: String?
    let words: Localizer

    var body: some View {
        VStack(alignment: .leading, spacing: 6) {
            HStack {
                Text(card.store).font(.headline).lineLimit(2)
                Spacer()
                if card.isStarred { Image(systemName: "star.fill").accessibilityLabel(words(.starred)) }
            }
            Spacer(minLength: 12)
            if let reminder { Text(reminder).font(.footnote).lineLimit(1) }
            Text(card.number).font(.footnote).monospacedDigit().lineLimit(1)
        }
        .foregroundStyle((card.colour ?? .standard).isLight ? Color.black : Color.white)
        .padding(14).frame(maxWidth: .infinity, minHeight: 104, alignment: .leading)
        .background((card.colour ?? .standard).color, in: RoundedRectangle(cornerRadius: 16))
    }
}

/// A card as it lies in a list of rows.
struct CardRow: View {
    let card: Card
    let reminder: String?
    let words: Localizer

    var body: some View {
        HStack(spacing: 12) {
            RoundedRectangle(cornerRadius: 8).fill((card.colour ?? .standard).color).frame(width: 40, height: 40)
                .accessibilityHidden(true)
            VStack(alignment: .leading, spacing: 2) {
                Text(card.store).lineLimit(1)
                Text(card.number).font(.footnote).monospacedDigit().foregroundStyle(.secondary).lineLimit(1)
                if let reminder { Text(reminder).font(.footnote).lineLimit(1) }
            }
            .frame(maxWidth: .infinity, alignment: .leading)
            if card.isStarred { Image(systemName: "star.fill").accessibilityLabel(words(.starred)) }
        }
        .padding(10).background(Color("Card"), in: RoundedRectangle(cornerRadius: 12))
    }
}

/// All cards.
struct CardsView: View {
    @State private var model: CardsModel
    @State private var isAdding = false
    @State private var isImporting = false
    @State private var isLookingBack = false
    private let session: WalletSession
    private var words: Localizer { session.words }

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
                    } else if model.canRedo {
                        HStack {
                            Text(words(.cardUndone)).font(.subheadline).frame(maxWidth: .infinity, alignment: .leading)
                            Button(words(.redo)) { Task { await model.redo() } }.buttonStyle(.bordered)
                        }
                    }
                    RefusalNote(refusal: model.refusal, words: words)
                    if let cards = model.cards.value, session.preferences.listsCards {
                        VStack(spacing: 8) {
                            ForEach(cards, id: \.id) { card in
                                NavigationLink {
                                    CardView(id: card.id, session: session)
                                } label: {
                                    CardRow(card: card, reminder: model.reminder(of: card), words: words)
                                }
                                .buttonStyle(.plain).contextMenu { menu(card) }
                            }
                        }
                    } else if let cards = model.cards.value {
                        LazyVGrid(columns: [GridItem(.adaptive(minimum: 150), spacing: 12)], spacing: 12) {
                            ForEach(cards, id: \.id) { card in
                                NavigationLink {
                                    CardView(id: card.id, session: session)
                                } label: {
                                    CardTile(card: card, reminder: model.reminder(of: card), words: words)
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
                ToolbarItem(placement: .topBarTrailing) { order }
                ToolbarItem(placement: .topBarTrailing) {
                    Button {
                        isImporting = true
                    } label: {
                        Image(systemName: "square.and.arrow.down").accessibilityLabel(words(.cardFiles))
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
                }
                .toolbar {
                    ToolbarItem(placement: .cancellationAction) { Button(words(.cancel)) { isAdding = false } }
                }
            }
        }
        .sheet(isPresented: $isLookingBack) {
            NavigationStack {
                FormerCardsView(session: session).toolbar {
                    ToolbarItem(placement: .cancellationAction) { Button(words(.close)) { isLookingBack = false } }
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

    /// How the cards lie, which, and in what order.
    private var order: some View {
        Menu {
            Button(words(session.preferences.listsCards ? .asGrid : .asList)) {
                session.preferences.listsCards.toggle()
            }
            Button(words(.orderByStore)) { model.query.order = .store }
            Button(words(.orderByUse)) { model.query.order = .lastUsed }
            Button(words(.orderByStar)) { model.query.order = .starred }
            Button(words(model.query.archive == .only ? .withoutArchive : .archived)) {
                model.query.archive = model.query.archive == .only ? .without : .only
            }
            ForEach(model.groups, id: \.self) { group in
                Button(words(.onlyGroup, ["name": group])) { model.query.group = group }
            }
            if model.offersUndo { Button(words(.undo)) { Task { await model.undo() } } }
            if model.offersRedo { Button(words(.redo)) { Task { await model.redo() } } }
            Button(words(.formerCards)) { isLookingBack = true }
            if model.query.group != nil { Button(words(.allGroups)) { model.query.group = nil } }
        } label: {
            Image(systemName: "line.3.horizontal.decrease").accessibilityLabel(words(.cardOrder))
        }
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
