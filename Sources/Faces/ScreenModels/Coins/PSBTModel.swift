// SPDX-License-Identifier: MIT
internal import Bytes
package import Chains
package import Coins
internal import Observation

/// Shows, combines and finalizes PSBTs of several signers. It uses no key and sends nothing.
///
///     empty ─one is taken─▶ open ─another of the same transaction─▶ open (together) ─all have signed─▶ finished
@Observable @MainActor
package final class PSBTModel: BusyModel {
    package internal(set) var isBusy = false
    package internal(set) var refusal: UserMessage?
    /// The summary of the combined PSBT; nil before the first.
    package private(set) var summary: PSBTSummary?
    /// How many were combined.
    package private(set) var count = 0
    /// For the next signer, as a barcode and a file.
    package private(set) var code: CodeModel?
    /// The final transaction, which is not broadcast.
    package private(set) var transaction: (id: String, bytes: [UInt8])?
    /// The network for the addresses, because a PSBT does not name one.
    package var network = Network.bitcoin { didSet { if network != oldValue { describe() } } }
    package let intake = Intake()
    package let session: WalletSession

    @ObservationIgnored private var psbt: LoosePSBT?

    package static let networks = Network.all.filter { $0.chain == .bitcoin }

    package init(_ session: WalletSession) { self.session = session }

    /// Accepts typed text: a path or the text itself.
    package func take(typed: String) async {
        if let scanned = await intake.take(typed: typed) { await take(scanned) }
    }

    package func take(_ scanned: Scanned) async {
        intake.reset()
        await attempt {
            let document = try scanned.signingRequest()
            guard document.kind == .psbt else { throw UserMessage(.refusedOtherContent) }
            let taken = try LoosePSBT(document.bytes)
            let together = try self.psbt.map { try $0.combined(with: taken) } ?? taken
            let summary = try together.summary(on: self.network)
            self.code = try CodeModel(coins: together.document)
            (self.psbt, self.summary, self.transaction) = (together, summary, nil)
            self.count += 1
        }
    }

    private func describe() {
        guard let psbt else { return }
        do {
            summary = try psbt.summary(on: network)
        } catch {
            refusal = UserMessage(error)
        }
    }

    /// Starts over.
    package func clear() {
        (psbt, summary, code, transaction, refusal, count) = (nil, nil, nil, nil, nil, 0)
        intake.reset()
    }

    package var canFinish: Bool { summary?.isComplete == true && transaction == nil }

    /// Makes the final transaction, after verifying every signature.
    package func finish() async {
        guard let psbt else { return }
        await attempt { self.transaction = try psbt.finished() }
    }

    /// The transaction in hexadecimal digits, for other programs.
    package var digits: String? { transaction.map { Hex.encode($0.bytes) } }
}
