// SPDX-License-Identifier: MIT
package import Cards
package import Codes
internal import Crypto
internal import Observation
internal import Parcels
internal import Pocket

/// One card: its codes full on the screen, its photos, and handing it to another phone.
@Observable @MainActor
package final class CardModel {
    package private(set) var card: Content<Card> = .loading
    /// The codes of the card as they are drawn, or why one cannot be.
    package private(set) var codes: [Drawn] = []
    package private(set) var photos: [Photo] = []
    /// The card as codes for another phone.
    package private(set) var handover: CodeModel?
    package private(set) var refusal: Refusal?
    package let session: WalletSession
    package let id: CardID

    package struct Drawn {
        package let code: CardCode
        package let matrix: Result<Matrix, Refusal>
    }

    package struct Photo: Sendable {
        package let photo: CardPhoto
        package let bytes: Result<[UInt8], Refusal>
    }

    package init(_ id: CardID, _ session: WalletSession) {
        self.id = id
        self.session = session
    }

    package func load() async {
        let id = id
        do {
            let (card, photos) = try await session.custodian.useCards { desk in
                let card = try desk.card(id)
                return (
                    card,
                    card.photos.map { photo in
                        Photo(
                            photo: photo,
                            bytes: Result { try desk.file(photo.hash) }.mapError { Refusal($0) })
                    }
                )
            }
            self.photos = photos
            codes = card.codes.map { code in
                Drawn(code: code, matrix: Result { try code.symbol.drawn() }.mapError { Refusal($0) })
            }
            self.card = .ready(card)
        } catch {
            card = .failed(Refusal(error))
        }
    }

    /// Notes that the card was shown at a till.
    package func markUsed() async {
        let id = id
        await attempt { _ = try await self.session.custodian.useCards { try $0.markUsed(id) } }
    }

    /// Shows the card as codes that another wallet takes.
    package func handOver(withPhotos: Bool = false) async {
        let id = id
        await attempt {
            let record = try await self.session.custodian.useCards { desk in
                try HandoverRecord.encode(try desk.export([id], photos: withPhotos).bundle, pack: Deflate.encode)
            }
            self.handover = try CodeModel(Parcel(try UniformResource(type: HandoverRecord.type, cbor: record)))
        }
    }

    private func attempt(_ body: () async throws -> Void) async {
        refusal = nil
        do { try await body() } catch { refusal = Refusal(error) }
    }
}
