// SPDX-License-Identifier: MIT
package import Cards
internal import HubAPI
internal import Keys
internal import Money
internal import Observation
internal import CardStore
package import Barcodes

/// The form for a new or changed card.
@Observable @MainActor
package final class CardFormModel {
    package var store = ""
    package var number = ""
    package var holder = ""
    package var note = ""
    package var colour = CardColour.standard { didSet { if colour != oldValue { ownColour = colour.hex } } }
    /// A colour as typed, `#RRGGBB`. The card takes it as soon as it is valid.
    package var ownColour = CardColour.standard.hex {
        didSet { if let typed = CardColour(hex: ownColour.trimmed), typed != colour { colour = typed } }
    }
    package var group = ""
    /// A date as typed; empty for no expiry.
    package var expiry = ""
    package var isStarred = false
    package var kind = Kind.automatic
    /// The code's content, where it is not the number.
    package var codeText = ""
    package private(set) var isBusy = false
    package private(set) var refusal: UserMessage?
    /// The card's photos after saving, each with a thumbnail.
    package private(set) var photos: [ShownPhoto] = []
    /// The saved card.
    package private(set) var kept: Card?
    package let session: WalletSession

    /// The symbology of the first code.
    package enum Kind: Hashable, Sendable {
        /// The likeliest symbology that can encode the text.
        case automatic
        case none
        case chosen(Symbology)
    }

    /// The card that is changed; nil for a new one.
    @ObservationIgnored private let before: Card?
    /// The card's stored expiry, as it was in the form.
    @ObservationIgnored private var shownExpiry = ""

    /// The code that was scanned last. It is kept as it is printed while its text and its kind stay.
    @ObservationIgnored private var scanned: Symbol?

    /// The photos behind ``photos``, in the same order.
    @ObservationIgnored private var cardPhotos: [CardPhoto] = []
    /// The bytes of new photos.
    @ObservationIgnored private var bundle = CardBundle()
    @ObservationIgnored private let photoWorker = PhotoWorker()
    @ObservationIgnored private var lastPhoto = 0
    /// Whether the card's photos have been shown; before that, the user cannot have removed one.
    private var hasShownPhotos = false

    /// The longer side of a thumbnail, in pixels.
    private static let smallSide = 320

    /// A palette of matching colours.
    package static let colours = [
        "#007AFF", "#34A853", "#D93025", "#F29900", "#7B3FE4", "#00838F", "#37474F", "#AD1457",
    ]
    .compactMap { CardColour(hex: $0) }

    /// - Parameter scanned: the text of a scanned code for a new card, and the code; nil for the code if it was typed.
    package init(
        _ session: WalletSession, changing card: Card? = nil, scanned: (text: String, symbol: Symbol?)? = nil
    ) {
        self.session = session
        before = card
        guard let card else {
            if let scanned { take(scanned.text, of: scanned.symbol) }
            return
        }
        (store, number, note, isStarred) = (card.store, card.number, card.note, card.isStarred)
        colour = card.colour ?? .standard
        ownColour = colour.hex
        holder = card.holder ?? ""
        group = card.groups.first ?? ""
        let day = card.expiry.flatMap { CalendarDay(text: $0.isoDate) }
        shownExpiry = day.map { session.words.typedForm(of: $0) } ?? ""
        expiry = shownExpiry
        kind = card.codes.first.map { .chosen($0.symbol.symbology) } ?? .none
        codeText = card.codes.first.map { $0.symbol.text == card.number ? "" : $0.symbol.text } ?? ""
    }

    package var isNew: Bool { before == nil }

    /// The symbologies that can encode the text, the likeliest first.
    package var kinds: [Symbology] { Symbology.suggestions(for: codeText.isEmpty ? number : codeText) }

    /// Fills in the number from a scanned code, which becomes the card's code.
    package func take(_ text: String, of symbol: Symbol?) {
        (number, codeText) = (text, "")
        kind = symbol.map { .chosen($0.symbology) } ?? .automatic
        scanned = symbol
    }

    // MARK: - Photos

    package var canAddPhoto: Bool {
        !isBusy && photos.count < CardLimits.photos && (before == nil || hasShownPhotos)
    }

    /// Shows the card's stored photos.
    package func loadPhotos() async {
        guard let before, !hasShownPhotos else { return }
        defer { hasShownPhotos = true }
        for photo in before.photos {
            let file: Result<[UInt8], any Error>
            do {
                file = .success(try await session.walletService.useCards { try $0.file(photo.hash) })
            } catch {
                file = .failure(error)
            }
            await show(photo, file)
        }
    }

    /// Adds pictures from files: the front first, then the back, then others.
    package func addPhotos(_ paths: [String]) async {
        refusal = nil
        for path in paths {
            do {
                for bytes in try await photoWorker.photos(of: path) {
                    guard canAddPhoto else {
                        refusal = UserMessage(.refusedTooManyPhotos, ["most": session.words.number(CardLimits.photos)])
                        return
                    }
                    try await addPhoto(bytes)
                }
            } catch {
                refusal = UserMessage(error)
            }
        }
    }

    private func addPhoto(_ bytes: [UInt8]) async throws {
        let roles = cardPhotos.map(\.role)
        let role: CardPhoto.Role = roles.contains(.front) ? roles.contains(.back) ? .other : .back : .front
        let photo = try bundle.addPhoto(bytes, role: role)
        guard !cardPhotos.contains(where: { $0.hash == photo.hash }) else { return }
        await show(photo, .success(bytes))
    }

    /// Removes a photo from the form. Nothing is deleted before the form is saved.
    package func removePhoto(_ id: Int) {
        guard let index = photos.firstIndex(where: { $0.id == id }) else { return }
        photos.remove(at: index)
        cardPhotos.remove(at: index)
    }

    private func show(_ photo: CardPhoto, _ file: Result<[UInt8], any Error>) async {
        let picture: Result<[UInt8], UserMessage>
        do {
            picture = .success(try await photoWorker.picture(of: file.get(), longestSide: Self.smallSide))
        } catch {
            picture = .failure(UserMessage(error))
        }
        lastPhoto += 1
        cardPhotos.append(photo)
        photos.append(ShownPhoto(id: lastPhoto, role: photo.role, picture: picture))
    }

    // MARK: - Keeping

    /// A field that is required and empty, or that has an invalid value.
    package enum Fault: Hashable, Sendable { case store, number, expiry, colour }

    /// The faults that prevent saving.
    package var faults: Set<Fault> {
        var faults: Set<Fault> = []
        if store.trimmed.isEmpty { faults.insert(.store) }
        if number.trimmed.isEmpty, codeText.isEmpty { faults.insert(.number) }
        let day = session.words.typedDay(expiry)?.description ?? expiry.trimmed
        if !day.isEmpty, shownExpiry != expiry, Moment(iso8601: day) == nil { faults.insert(.expiry) }
        if CardColour(hex: ownColour.trimmed) == nil { faults.insert(.colour) }
        return faults
    }

    /// The error at a field: after the first attempt to save, and for invalid text immediately.
    package func sentence(at fault: Fault) -> String? {
        guard faults.contains(fault), hasTried || fault == .colour else { return nil }
        return switch fault {
        case .store: session.words(.storeMissing)
        case .number: session.words(.numberMissing)
        case .expiry: session.words(.refusedDate)
        case .colour: session.words(.colourWrong)
        }
    }

    /// Whether the user has tried to save.
    package private(set) var hasTried = false

    package var canKeep: Bool { !isBusy && faults.isEmpty }

    /// Saves the card.
    ///
    /// - Returns: whether it was saved.
    @discardableResult
    package func keep() async -> Bool {
        hasTried = true
        guard canKeep else { return false }
        isBusy = true
        refusal = nil
        defer { isBusy = false }
        do {
            let fill = try fields()
            let files = bundle.files
            if let before {
                kept = try await session.walletService.useCards { try $0.edit(before.id, files: files) { fill(&$0) } }
            } else {
                kept = try await session.walletService.useCards { library in
                    var card = Card(id: library.makeID(), store: "", number: "")
                    fill(&card)
                    return try library.add(card, files: files)
                }
            }
            return true
        } catch {
            refusal = UserMessage(error)
            return false
        }
    }

    /// The form's changes to a card.
    private func fields() throws -> @Sendable (inout Card) -> Void {
        let (store, note, isStarred) = (store.trimmed, note.trimmed, isStarred)
        // A card without a colour is shown in this one, so the user did not choose it.
        let colour = colour == .standard && before?.colour == nil ? nil : colour
        let (holder, group) = (holder.trimmed, group.trimmed)
        let number = number.trimmed.isEmpty ? codeText : number.trimmed
        let text = codeText.isEmpty ? number : codeText
        let symbology: Symbology? =
            switch kind {
            case .automatic: kinds.first
            case .none: nil
            case .chosen(let kind): kind
            }
        if kind == .automatic, let typo = Symbology.mistyped(text) {
            throw UserMessage(
                .refusedCheckDigit, ["name": typo.kind.name, "digit": String(typo.expected)])
        }
        let symbol = try symbology.map { kind in
            if let scanned, scanned.symbology == kind, scanned.text == text { return scanned }
            return try Symbol(typed: text, as: kind)
        }
        var last: Moment?
        if !expiry.trimmed.isEmpty {
            let day = session.words.typedDay(expiry)?.description ?? expiry.trimmed
            guard let moment = Moment(iso8601: day) else { throw UserMessage(.refusedDate) }
            // A card is valid until the end of its last day.
            last = day.utf8.count == 10 ? moment.advanced(byMilliseconds: 86_399_999) : moment
        }
        let expiry = last
        let shown: [CardPhoto]? = before == nil || hasShownPhotos ? cardPhotos : nil
        let isExpiryKept = before?.expiry != nil && shownExpiry == self.expiry
        return { card in
            (card.store, card.number, card.note, card.colour, card.isStarred) = (store, number, note, colour, isStarred)
            card.holder = holder.isEmpty ? nil : holder
            if !isExpiryKept { card.expiry = expiry }
            if let shown { card.photos = shown }
            if card.groups.first != (group.isEmpty ? nil : group) {
                card.groups = (group.isEmpty ? [] : [group]) + card.groups.dropFirst()
            }
            let former = card.codes.first
            if let symbol {
                if former?.symbol.bytes != symbol.bytes || former?.symbol.symbology != symbol.symbology {
                    card.codes = [CardCode(symbol)] + card.codes.dropFirst()
                }
            } else {
                card.codes = Array(card.codes.dropFirst())
            }
        }
    }
}
