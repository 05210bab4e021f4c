// SPDX-License-Identifier: MIT
internal import Cards
internal import CardStore
internal import ScreenModels
internal import Views

/// What cards were before they were deleted or changed, and the way back.
struct FormerCardsView: View {
    @State private var model: FormerCardsModel
    @State private var isEmptying = false
    private var words: Localizer { model.session.words }

    /// - Parameters:
    ///   - card: the card whose versions are shown; all without it.
    init(session: WalletSession, card: CardID? = nil) {
        _model = State(initialValue: FormerCardsModel(session, of: card))
    }

    var body: some View {
        ScrollView {
            VStack(spacing: 14) {
                if model.restored > 0 {
                    Text(words(.broughtBack, count: model.restored)).frame(maxWidth: .infinity, alignment: .leading)
                }
                RefusalNote(refusal: model.refusal, words: words)
                if let versions = model.versions.value {
                    ForEach(versions) { row($0) }
                    if model.card == nil { Button(words(.emptyBin), role: .destructive) { isEmptying = true } }
                } else {
                    ContentNote(
                        content: model.versions, words: words, symbol: "creditcard", empty: words(.noFormerCards)
                    ) { Task { await model.load() } }
                }
            }
            .padding(20)
        }
        .navigationTitle(words(.formerCards)).navigationBarTitleDisplayMode(.inline)
        .task { await model.load() }
        .confirmationDialog(words(.emptyBinQuestion), isPresented: $isEmptying) {
            Button(words(.emptyBin), role: .destructive) { Task { await model.empty() } }
            Button(words(.cancel), role: .cancel) {}
        }
    }

    private func row(_ line: FormerCardsModel.Line) -> some View {
        HStack(spacing: 12) {
            RoundedRectangle(cornerRadius: 8).fill((line.former.card.colour ?? .standard).color).frame(
                width: 40, height: 40
            )
            .accessibilityHidden(true)
            VStack(alignment: .leading, spacing: 2) {
                Text(line.former.card.store).lineLimit(1)
                Text(line.former.card.number).font(.footnote).monospacedDigit().foregroundStyle(.secondary)
                    .lineLimit(1)
                Text(words(line.former.wasReplaced ? .formerChanged : .formerDeleted, ["when": line.when]))
                    .font(.footnote).foregroundStyle(.secondary)
            }
            .frame(maxWidth: .infinity, alignment: .leading)
            Button(words(.bringBack)) {
                Task { await model.restore(line.former) }
            }
            .buttonStyle(.bordered).disabled(model.isBusy)
        }
        .padding(10).background(Color("Card"), in: RoundedRectangle(cornerRadius: 12))
    }
}
