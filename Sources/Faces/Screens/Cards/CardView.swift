// SPDX-License-Identifier: MIT
internal import Cards
internal import Codes
internal import ScreenModels
internal import Views

/// One card: its code first, large.
struct CardView: View {
    @State private var model: CardModel
    @State private var isFull = false
    @State private var isEditing = false
    @State private var isDeleting = false
    @State private var photo: ShownPhoto?
    @Environment(\.dismiss) private var dismiss
    private var words: Localizer { model.session.words }

    init(id: CardID, session: WalletSession) { _model = State(initialValue: CardModel(id, session)) }

    var body: some View {
        ScrollView {
            VStack(spacing: 18) {
                if let card = model.card.value {
                    codes(card)
                    Section { facts(card) }
                    gallery
                    MainButton(title: words(.fullScreen), isEnabled: !model.codes.isEmpty) {
                        isFull = true
                        Task { await model.markUsed() }
                    }
                    handingOver(card)
                    SideButton(title: words(.editCard)) { isEditing = true }
                    Section {
                        NavigationLink(words(.formerCards)) {
                            FormerCardsView(session: model.session, card: card.id)
                        }
                    }
                    Button(words(.delete), role: .destructive) { isDeleting = true }
                } else {
                    ContentNote(content: model.card, words: words, symbol: "creditcard", empty: words(.noCards))
                }
                RefusalNote(refusal: model.refusal, words: words)
            }
            .padding(20).clamped()
        }
        .navigationTitle(model.card.value?.store ?? words(.cards)).navigationBarTitleDisplayMode(.inline)
        .task { await model.load() }
        .fullScreenCover(isPresented: $isFull) {
            if let card = model.card.value {
                FullScreenCode(codes: model.codes, card: card, words: words) { isFull = false }
                    // A till's scanner reads from a bright screen.
                    .task { await model.session.dependencies.keepBright() }
            }
        }
        .fullScreenCover(item: $photo) { shown in
            PhotoView(photo: shown, name: words.name(of: shown), words: words) { photo = nil }
        }
        .confirmationDialog(
            words(.deleteCardQuestion, ["name": model.card.value?.store ?? ""]), isPresented: $isDeleting
        ) {
            Button(words(.delete), role: .destructive) { Task { if await model.delete() { dismiss() } } }
            Button(words(.cancel), role: .cancel) {}
        }
        .sheet(isPresented: $isEditing) {
            NavigationStack {
                CardFormView(session: model.session, changing: model.card.value) {
                    isEditing = false
                }
                .toolbar {
                    ToolbarItem(placement: .cancellationAction) { Button(words(.cancel)) { isEditing = false } }
                }
            }
        }
    }

    @ViewBuilder private func handingOver(_ card: Card) -> some View {
        @Bindable var model = model
        if !card.photos.isEmpty { Toggle(words(.handOverPhotos), isOn: $model.handsPhotos) }
        SideButton(title: words(.handOver)) { Task { await model.handOver() } }
        if let handover = model.handover { CodeView(model: handover, words: words) }
        if let sentence = model.changeSentence { Text(sentence).font(.footnote) }
        ForEach(model.missing, id: \.self) { remark in Text(words(remark)).font(.footnote) }
    }

    @ViewBuilder private var gallery: some View {
        if !model.photos.isEmpty {
            LazyVGrid(columns: [GridItem(.adaptive(minimum: 120), spacing: 10)], spacing: 10) {
                ForEach(model.photos) { shown in
                    Button {
                        photo = shown
                    } label: {
                        PhotoPicture(photo: shown, name: words.name(of: shown), words: words)
                            .frame(maxWidth: .infinity).frame(height: 90)
                    }
                    .buttonStyle(.plain)
                }
            }
        }
    }

    @ViewBuilder private func codes(_ card: Card) -> some View {
        ForEach(model.codes.indices) { index in
            let drawn = model.codes[index]
            switch drawn.matrix {
            case .success(let matrix):
                MatrixView(
                    matrix: matrix,
                    name: words(.codeOfCard, ["name": card.store, "number": drawn.code.caption ?? card.number]))
            case .failure(let refusal): RefusalNote(refusal: refusal, words: words)
            }
            Text(drawn.code.caption ?? card.number).monospacedDigit()
        }
    }

    @ViewBuilder private func facts(_ card: Card) -> some View {
        LabeledContent(words(.cardNumber), value: card.number)
        if let holder = card.holder { LabeledContent(words(.holder), value: holder) }
        if let group = card.groups.first { LabeledContent(words(.group), value: group) }
        if let expiry = card.expiry { LabeledContent(words(.expiry), value: words.day(expiry)) }
        if let balance = card.balance { LabeledContent(words(.amount), value: words.balance(balance)) }
        if !card.note.isEmpty { Text(card.note) }
    }
}

/// The codes of a card for a till's scanner: black on white from edge to edge, as large as the window allows.
struct FullScreenCode: View {
    let codes: [CardModel.Drawn]
    let card: Card
    let words: Localizer
    let close: @MainActor () -> Void

    var body: some View {
        VStack(spacing: 12) {
            HStack {
                Text(card.store).font(.headline).foregroundStyle(Color.black)
                Spacer()
                Button(action: close) { Image(systemName: "xmark").accessibilityLabel(words(.close)) }
                    .accessibilityIdentifier("code.close").foregroundStyle(Color.black).keyboardShortcut(.cancelAction)
            }
            ForEach(codes.indices) { index in
                let drawn = codes[index]
                let caption = drawn.code.caption ?? card.number
                if case .success(let matrix) = drawn.matrix {
                    Modules(matrix: matrix, turnsWhereNarrow: true).fill(Color.black)
                        .frame(maxWidth: .infinity, maxHeight: .infinity)
                        .accessibilityLabel(words(.codeOfCard, ["name": card.store, "number": caption]))
                }
                Text(caption).monospacedDigit().foregroundStyle(Color.black)
            }
        }
        .padding(16).frame(maxWidth: .infinity, maxHeight: .infinity).background(Color.white)
        .onTapGesture(perform: close)
        .gesture(DragGesture().onEnded { drag in if drag.translation.height > Self.letGo { close() } })
    }

    /// Points by which a finger draws the code down until it goes.
    private static let letGo = 80.0
}
