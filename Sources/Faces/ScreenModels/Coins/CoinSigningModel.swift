// SPDX-License-Identifier: MIT
package import Coins
internal import Observation
internal import Sharing

/// Signs a watch-only wallet's request: reads its barcode, shows the effects, and shows the signature as a barcode.
/// Nothing is sent, and no network is needed.
///
///     waiting ─a request─▶ reviewing ─every warning confirmed─▶ signed (on the screen for the requester)
///        ▲─────back──────────┘
@Observable @MainActor
package final class CoinSigningModel: BusyModel {
    package enum Step {
        case waiting
        case reviewing(SendReview)
        case signed(CodeModel)
    }

    package private(set) var step = Step.waiting
    package internal(set) var isBusy = false
    package internal(set) var refusal: UserMessage?
    /// The names of the warnings that the user has acknowledged.
    package var acknowledged: Set<String> = []
    package let intake = Intake()
    package let session: WalletSession

    @ObservationIgnored private var document: OfflineDocument?

    package init(_ session: WalletSession) { self.session = session }

    package func take(file path: String) async {
        if let scanned = await intake.take(file: path) { await take(scanned) }
    }

    /// Accepts typed text: a path or the text itself.
    package func take(typed: String) async {
        if let scanned = await intake.take(typed: typed) { await take(scanned) }
    }

    package func take(_ scanned: Scanned) async {
        intake.reset()
        await attempt {
            let document = try scanned.signingRequest()
            let review = try await self.session.walletService.planSigning(document)
            self.document = document
            self.acknowledged = []
            self.step = .reviewing(review)
        }
    }

    package func back() {
        refusal = nil
        document = nil
        step = .waiting
    }

    package var canSign: Bool {
        guard case .reviewing(let review) = step, !isBusy else { return false }
        return review.warnings.allSatisfy { acknowledged.contains($0.name) }
    }

    /// Signs the reviewed request.
    package func sign() async {
        guard canSign, let document, case .reviewing(let review) = step else { return }
        let names = acknowledged
        await attempt {
            let signed = try await self.session.walletService.sign(review, acknowledging: names)
            self.step = .signed(try CodeModel(coins: try document.answer(signed), file: signed))
        }
    }
}
