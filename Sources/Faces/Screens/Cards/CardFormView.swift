// SPDX-License-Identifier: MIT
internal import Cards
internal import ScreenModels
internal import Barcodes
internal import Views

/// A card being made or changed.
struct CardFormView: View {
    @State private var model: CardFormModel
    @State private var isChoosing = false
    @State private var isScanning = false
    @State private var intake = Intake()
    @State private var scanRefusal: UserMessage?
    private let done: @MainActor () -> Void
    private var words: Localizer { model.session.words }

    init(
        session: WalletSession, changing card: Card? = nil, scanned: (text: String, symbol: Symbol?)? = nil,
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
                fault(.store)
                TextField(words(.cardNumber), text: $model.number)
                fault(.number)
                Button(words(.scanCode)) { (scanRefusal, isScanning) = (nil, true) }
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
                fault(.expiry)
                TextField(words(.note), text: $model.note)
                Toggle(words(.starred), isOn: $model.isStarred)
            } footer: {
                Text(words(.expiryHint))
            }
            photos
            Section(words(.colour)) {
                HStack(spacing: 8) {
                    ForEach(CardFormModel.colours, id: \.self) { colour in
                        Button {
                            model.colour = colour
                        } label: {
                            Circle().fill(colour.color).frame(width: 32, height: 32)
                                .overlay { if model.colour == colour { Circle().stroke(Color.primary, lineWidth: 3) } }
                        }
                        .buttonStyle(.plain).accessibilityLabel(words.name(of: colour))
                    }
                }
                HStack(spacing: 12) {
                    Field(words(.ownColour), text: $model.ownColour)
                    RoundedRectangle(cornerRadius: 8).fill(model.colour.color).frame(width: 40, height: 32)
                        .accessibilityHidden(true)
                }
                fault(.colour)
            }
            Section {
                if let refusal = model.refusal { RefusalNote(refusal: refusal, words: words) }
                MainButton(title: words(.save), isBusy: model.isBusy, isEnabled: !model.isBusy) {
                    Task { if await model.keep() { done() } }
                }
            }
        }
        .task { await model.loadPhotos() }
        .sheet(isPresented: $isScanning) { scanner }
        .fileImporter(
            isPresented: $isChoosing, allowedContentTypes: [.image], allowsMultipleSelection: true
        ) { result in
            guard case .success(let urls) = result else { return }
            Task {
                let scoped = urls.filter { $0.startAccessingSecurityScopedResource() }
                await model.addPhotos(urls.map(\.path))
                for url in scoped { url.stopAccessingSecurityScopedResource() }
            }
        }
        .navigationTitle(words(model.isNew ? .addCard : .editCard)).navigationBarTitleDisplayMode(.inline)
    }

    private var scanner: some View {
        NavigationStack {
            ScrollView {
                VStack(spacing: 18) {
                    IntakeField(
                        intake: intake, title: words(.next), session: model.session, beginsLooking: true,
                        offersQROnly: true
                    ) { typed in
                        if let scanned = await intake.take(typed: typed) { fill(from: scanned) }
                    }
                    RefusalNote(refusal: scanRefusal, words: words)
                }
                .padding(20).clamped()
            }
            .navigationTitle(words(.scanCode)).navigationBarTitleDisplayMode(.inline)
            .toolbar {
                ToolbarItem(placement: .cancellationAction) { Button(words(.cancel)) { isScanning = false } }
            }
        }
    }

    private func fill(from scanned: Scanned) {
        if let symbol = intake.symbol {
            model.take(symbol.text, of: symbol)
        } else if case .other(let text) = scanned {
            model.take(text, of: nil)
        } else {
            return scanRefusal = UserMessage(.refusedNoCardCode)
        }
        intake.reset()
        isScanning = false
    }

    /// What a field lacks, right below it.
    @ViewBuilder private func fault(_ fault: CardFormModel.Fault) -> some View {
        if let sentence = model.sentence(at: fault) {
            Label(sentence, systemImage: "exclamationmark.circle").font(.footnote).foregroundStyle(Color.red)
        }
    }

    private var photos: some View {
        Section(words(.photos)) {
            if !model.photos.isEmpty {
                LazyVGrid(columns: [GridItem(.adaptive(minimum: 90), spacing: 10)], spacing: 10) {
                    ForEach(model.photos) { photo in
                        VStack(spacing: 4) {
                            PhotoPicture(photo: photo, name: words.name(of: photo), words: words)
                                .frame(maxWidth: .infinity).frame(height: 80)
                            Button {
                                model.removePhoto(photo.id)
                            } label: {
                                Label(words(.remove), systemImage: "xmark")
                            }
                            .accessibilityLabel(words(.removePhoto, ["name": words.name(of: photo)]))
                        }
                    }
                }
            }
            Button(words(.addPhotos)) { isChoosing = true }.disabled(!model.canAddPhoto)
        }
    }
}

extension Localizer {
    /// What a photo shows of its card.
    func name(of photo: ShownPhoto) -> String {
        switch photo.role {
        case .front: self(.photoFront)
        case .back: self(.photoBack)
        case .icon: self(.photoIcon)
        case .other: self(.photoOther, ["number": number(photo.id + 1)])
        }
    }
}
