// SPDX-License-Identifier: MIT
internal import Chains
package import Coins
internal import Keys
internal import Observation

/// Signs a text with an account, to prove ownership of an address.
///
///     editing ─look─▶ reviewing ─every warning confirmed─▶ signed (as text and as a barcode)
///        ▲─────back─────┘
@Observable @MainActor
package final class CoinMessageModel: BusyModel {
    package enum Step {
        case editing
        case reviewing(WalletService.MessageReview)
        case signed(signer: String, signature: String, CodeModel)
    }

    package private(set) var step = Step.editing
    package internal(set) var isBusy = false
    package internal(set) var refusal: UserMessage?
    package var text = ""
    /// Whether the text is typed data as JSON. Ethereum, EIP-712
    package var isTyped = false
    /// The address of a Bitcoin account that signs; its first one if empty.
    package var address = ""
    /// The names of the warnings that the user has acknowledged.
    package var acknowledged: Set<String> = []
    package let account: CoinAccount
    package let session: WalletSession

    private static let maximumBytes = 1 << 20

    package init(_ account: CoinAccount, _ session: WalletSession) {
        self.account = account
        self.session = session
    }

    package var canChooseAddress: Bool { account.network.chain == .bitcoin }
    package var canBeTyped: Bool { account.network.chain == .ethereum }
    package var canLook: Bool { !isBusy && !text.isEmpty }

    /// Reads the text from a file, such as typed data.
    package func take(file path: String) async {
        await attempt { self.text = try TextIntake.text(of: path, maximumBytes: Self.maximumBytes) }
    }

    /// Decodes the text for review; signs nothing.
    package func look() async {
        guard canLook else { return }
        let message: CoinMessage = isTyped ? .typed(Array(text.utf8)) : .text(text)
        let (id, address) = (account.id, canChooseAddress && !address.trimmed.isEmpty ? address.trimmed : nil)
        await attempt {
            let review = try await self.session.walletService.planMessage(message, account: id, address: address)
            self.acknowledged = []
            self.step = .reviewing(review)
        }
    }

    package func back() {
        refusal = nil
        step = .editing
    }

    package var canSign: Bool {
        guard case .reviewing(let review) = step, !isBusy else { return false }
        return review.warnings.allSatisfy { acknowledged.contains($0.name) }
    }

    /// Signs the reviewed text.
    package func sign() async {
        guard canSign, case .reviewing(let review) = step else { return }
        let names = acknowledged
        await attempt {
            let signature = try await self.session.walletService.sign(review, acknowledging: names)
            self.step = .signed(
                signer: review.signer, signature: signature, try CodeModel(document: signature))
        }
    }
}

/// Reads text from files that the user chose.
enum TextIntake {
    /// - Throws: ``UserMessage`` for a file that is not text, `KeysError` for one that cannot be read.
    static func text(of path: String, maximumBytes: Int) throws -> String {
        let bytes = try AtomicFile.read(path, maximumCount: maximumBytes)
        guard let text = String(validating: bytes, as: UTF8.self) else { throw UserMessage(.refusedOtherContent) }
        return text
    }
}
