// SPDX-License-Identifier: MIT
internal import HubAPI
internal import Money
internal import Observation
package import Tokens
package import Wallet

/// One line of the activity, with its possible actions and its proof.
@Observable @MainActor
package final class PaymentModel {
    /// An action of the user.
    package enum Action: Hashable, Sendable {
        /// Show the payment's or the request's code again.
        case showAgain
        /// Withhold a payment that the payee may never have received.
        case withhold
        /// Cancel a transfer that has not been sent.
        case takeBack
        /// Ask the hub to prove that its ledger contains it.
        case prove
        /// Show the proof that another wallet spent the same money twice.
        case showFraudProof
    }

    package private(set) var line: Activity
    package private(set) var code: CodeModel?
    /// Empty until the user asks for it.
    package private(set) var proof: LoadState<ProvedEntry> = .empty
    package private(set) var withheldUntil: Timestamp?
    package private(set) var isBusy = false
    package private(set) var refusal: UserMessage?
    package let session: WalletSession

    package init(_ line: Activity, _ session: WalletSession) {
        self.line = line
        self.session = session
    }

    package var actions: [Action] {
        if line.kind == .fraud { return [.showFraudProof] }
        guard let subject = line.subject else {
            if case .inAccount = line.event { return [.prove] }
            return []
        }
        switch (subject.kind, line.kind, line.status) {
        case (.payment, .paid, .open): return [.showAgain, .withhold]
        case (.payment, .paid, .done): return [.showAgain]
        case (.request, .requested, .open): return [.showAgain]
        case (.transfer, .sent, .open): return [.takeBack]
        case (.transfer, .sent, .done): return [.prove]
        default: return []
        }
    }

    package func perform(_ action: Action) async {
        await load()
        guard !isBusy, actions.contains(action) else { return }
        isBusy = true
        refusal = nil
        defer { isBusy = false }
        do {
            try await carryOut(action)
        } catch {
            refusal = UserMessage(error)
        }
        await session.caughtUp()
    }

    private func carryOut(_ action: Action) async throws {
        let walletService = session.walletService
        if action == .prove, let name = line.provableName {
            proof = .ready(try await walletService.ask { try $0.prove(name) })
        }
        if action == .showFraudProof { return try await showFraudProof() }
        guard let subject = line.subject else { return }
        switch action {
        case .showAgain:
            let row = subject.row
            let isRequest = subject.kind == .request
            let text = try await walletService.use {
                isRequest ? try $0.showRequest(row).text : try $0.showPayment(row).text
            }
            code = try CodeModel(document: text)
        case .withhold: withheldUntil = try await walletService.use { try $0.withhold(subject.row).until }
        case .takeBack: try await walletService.use { try $0.cancelSend(subject.row) }
        case .prove, .showFraudProof: break
        }
    }

    /// Shows the proof that belongs to the line; any other wallet and the hub can verify it.
    private func showFraudProof() async throws {
        let proofs = try await session.walletService.use { try $0.evidence() }
        guard let proof = proofs.first(where: { $0.subject == line.subject }) else {
            throw UserMessage(.refusedNoProof)
        }
        code = try CodeModel(document: proof.text)
    }

    /// Follows the line from now on.
    package func load() async {
        session.feed.follow([.history], by: self) { await $0.read() }
        await read()
    }

    private func read() async {
        let id = line.id
        do {
            let line = try await session.walletService.use { try $0.activity(named: "\(id)") }
            if let line, line != self.line { self.line = line }
        } catch {
            refusal = UserMessage(error)
        }
    }
}

extension Activity {
    /// By what the hub's ledger knows the line's transaction; nil when it has none of its own.
    fileprivate var provableName: String? {
        if case .inAccount(_, _, let id) = event { return id }
        return subject?.description
    }
}

extension WalletSession {
    /// The kind of a line, in one word.
    package func title(of line: Activity) -> String {
        switch line.kind {
        case .requested: words(.kindRequested)
        case .received: words(.kindReceived)
        case .paid: words(.kindPaid)
        case .bought: words(.kindBought)
        case .redeemed: words(.kindRedeemed)
        case .sent: words(.kindSent)
        case .refunded: words(.kindRefunded)
        case .problem: words(.kindProblem)
        case .fraud: words(.kindFraud)
        case .account: words(.kindAccount)
        case .converted: words(.kindConverted)
        case .paidOut: words(.kindPaidOut)
        }
    }

    /// A sentence on the last event.
    package func sentence(of line: Activity) -> String { words(line.event) }

    /// The other side's name as the user knows it: that of the contact, else the account's.
    package func counterpart(of line: Activity) -> String? { line.counterpart.map(names.name) }

    /// The state of a line.
    package func state(of line: Activity) -> String {
        switch line.status {
        case .open: words(.statusOpen)
        case .done: words(.statusDone)
        case .failed: words(.statusFailed)
        case .cancelled: words(.statusCancelled)
        case .held: words(.statusHeld)
        }
    }

    /// The amount, with a sign where it went in or out; nil where nothing moved.
    package func amount(of line: Activity) -> String? {
        guard let amount = line.amount else { return nil }
        let isMoved = line.status == .done || line.status == .open
        return switch line.direction {
        case .incoming where isMoved: words.change(amount)
        case .outgoing where isMoved: words.outgoing(amount)
        default: words.amount(amount)
        }
    }
}
