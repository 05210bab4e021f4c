// SPDX-License-Identifier: MIT
internal import Cards
internal import ScreenModels
internal import Symbols

#if canImport(SwiftUI)
    internal import SwiftUI
#else
    internal import Canvas
#endif

/// A card being made or changed.
struct CardFormView: View {
    @State private var model: CardFormModel
    private let done: @MainActor () -> Void
    private var words: Words { model.session.words }

    init(
        session: WalletSession, changing card: Card? = nil, scanned: String? = nil,
        done: @escaping @MainActor () -> Void
    ) {
        _model = State(initialValue: CardFormModel(session, changing: card, scanned: scanned))
        self.done = done
    }

    var body: some View {
        @Bindable var model = model
        Form {
            Section {
                TextField(words(.store), text: $model.store)
                TextField(words(.cardNumber), text: $model.number)
                Picker(words(.codeKind), selection: $model.kind) {
                    Text(model.kinds.first.map { words(.automaticKind, ["name": $0.name]) } ?? words(.automatic))
                        .tag(CardFormModel.Kind.automatic)
                    Text(words(.noCode)).tag(CardFormModel.Kind.none)
                    ForEach(Symbology.allCases, id: \.self) { kind in
                        Text(kind.name).tag(CardFormModel.Kind.chosen(kind))
                    }
                }
                TextField(words(.codeText), text: $model.codeText)
            }
            Section {
                TextField(words(.holder), text: $model.holder)
                TextField(words(.group), text: $model.group)
                TextField(words(.expiry), text: $model.expiry)
                TextField(words(.note), text: $model.note)
                Toggle(words(.starred), isOn: $model.isStarred)
            } footer: {
                Text(words(.expiryHint))
            }
            Section(words(.colour)) {
                HStack(spacing: 8) {
                    ForEach(CardFormModel.colours, id: \.self) { colour in
                        Button {
                            model.colour = colour
                        } label: {
                            Circle().fill(colour.color).frame(width: 32, height: 32)
                                .overlay { if model.colour == colour { Circle().stroke(Color.primary, lineWidth: 3) } }
                        }
                        .buttonStyle(.plain).accessibilityLabel(colour.hex)
                    }
                }
            }
            Section {
                if let refusal = model.refusal { RefusalNote(refusal: refusal, words: words) }
                MainButton(title: words(.save), isBusy: model.isBusy, isEnabled: model.canKeep) {
                    Task { if await model.keep() { done() } }
                }
            }
        }
        .navigationTitle(words(model.isNew ? .addCard : .editCard)).navigationBarTitleDisplayMode(.inline)
    }
}
