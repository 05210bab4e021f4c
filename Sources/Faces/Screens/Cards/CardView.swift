// SPDX-License-Identifier: MIT
internal import Cards
internal import Codes
internal import ScreenModels

#if canImport(SwiftUI)
    internal import SwiftUI
#else
    internal import Canvas
#endif

/// One card: its code first, large.
struct CardView: View {
    @State private var model: CardModel
    @State private var isFull = false
    @State private var isEditing = false
    private var words: Words { model.session.words }

    init(id: CardID, session: WalletSession) { _model = State(initialValue: CardModel(id, session)) }

    var body: some View {
        ScrollView {
            VStack(spacing: 18) {
                if let card = model.card.value {
                    codes(card)
                    Section { facts(card) }
                    MainButton(title: words(.fullScreen), isEnabled: !model.codes.isEmpty) {
                        isFull = true
                        Task { await model.markUsed() }
                    }
                    SideButton(title: words(.handOver)) { Task { await model.handOver() } }
                    if let handover = model.handover { CodeView(model: handover, words: words) }
                    SideButton(title: words(.editCard)) { isEditing = true }
                } else {
                    ContentNote(content: model.card, words: words, symbol: "creditcard", empty: words(.noCards))
                }
                RefusalNote(refusal: model.refusal, words: words)
            }
            .padding(20)
        }
        .navigationTitle(model.card.value?.store ?? words(.cards)).navigationBarTitleDisplayMode(.inline)
        .task { await model.load() }
        .sheet(isPresented: $isFull) {
            VStack(spacing: 20) {
                if let card = model.card.value { codes(card) }
                SideButton(title: words(.close)) { isFull = false }
            }
            .padding(20)
        }
        .sheet(isPresented: $isEditing) {
            NavigationStack {
                CardFormView(session: model.session, changing: model.card.value) {
                    isEditing = false
                    Task { await model.load() }
                }
                .toolbar {
                    ToolbarItem(placement: .cancellationAction) { Button(words(.cancel)) { isEditing = false } }
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
        if let expiry = card.expiry { LabeledContent(words(.expiry), value: expiry.isoDate) }
        if let balance = card.balance { LabeledContent(words(.amount), value: balance.shown) }
        if !card.note.isEmpty { Text(card.note) }
    }
}
