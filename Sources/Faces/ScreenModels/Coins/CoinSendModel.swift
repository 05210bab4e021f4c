// SPDX-License-Identifier: MIT
package import Chains
package import Coins
internal import Observation
internal import Sharing

/// Sends coins: recipient, amount, fee. The user reviews the decoded transaction before signing.
///
///     editing ─plan─▶ reviewing ─every warning confirmed─▶ sending ─▶ sent
///        ▲──────back──────┘        └─ of a watched account ─▶ exported ─what the signer shows─▶ sent
///     A replacement of a waiting payment begins at reviewing: with a higher fee, or with an own address as its payee.
@Observable @MainActor
package final class CoinSendModel: BusyModel {
    package enum Step {
        case editing
        case reviewing(SendReview)
        case sending(SendReview)
        /// Shown to the signer, and stored until the answer arrives or the payment is cancelled.
        case exported(SendStatus, CodeModel)
        case sent(SendStatus)
    }

    package private(set) var step = Step.editing
    package internal(set) var refusal: UserMessage?
    package internal(set) var isBusy = false
    package private(set) var fees: LoadState<[FeeQuote]> = .loading
    private var balances: [CoinBalance] = []
    package private(set) var tokens: [CoinWallet.KnownToken] = []
    package private(set) var contacts: [CoinWallet.Contact] = []
    package var recipient = ""
    package var amount = ""
    /// Sends the whole balance instead of an amount.
    package var sendsAll = false
    package var level = FeeLevel.normal
    /// A custom fee, in the chain's usual unit; empty for the level's fee.
    package var customFee = ""
    /// The address of a token; nil for the network's own coin.
    package var token: String?
    package var label = ""
    /// Written to the chain, where anyone can read it.
    package var memo = ""
    /// Additional payees of the same transaction. Bitcoin
    package var others: [OtherPayee] = []
    /// The account whose nonce replaces a blockhash, so that a slowly signed payment does not expire; empty for none.
    /// Solana
    package var nonceAccount = ""
    /// Whether a signer's answer was accepted and other signatures are missing.
    package private(set) var isPartlySigned = false
    /// The names of the warnings that the user has acknowledged.
    package var acknowledged: Set<String> = []
    package let intake = Intake()
    package let account: CoinAccount
    package let session: WalletSession

    /// The contents of the accepted payment link.
    @ObservationIgnored private var ask: PaymentAsk?
    /// The payment that the plan replaces.
    @ObservationIgnored private var replacing: Replacement?

    package enum Replacement: Hashable, Sendable {
        case speedUp(Int64), cancel(Int64), again(Int64)
        /// Spends this transaction's output, with a fee that pays for both. Bitcoin
        case child(String)
        /// Creates an account whose value replaces a blockhash. Solana
        case nonceAccount
    }

    /// An additional payee of the same transaction.
    package struct OtherPayee: Identifiable, Hashable, Sendable {
        package let id: Int
        package var recipient = ""
        package var amount = ""
    }

    /// - Parameter link: the payment link or address that opened the form.
    package init(_ account: CoinAccount, _ session: WalletSession, link: String? = nil) {
        self.account = account
        self.session = session
        recipient = link ?? ""
    }

    /// Reads the form's choices, and parses the link that opened it.
    package func load() async {
        if !recipient.isEmpty { await take(recipient) }
        let (id, network) = (account.id, account.network)
        do {
            (tokens, contacts, balances) = try await session.walletService.useCoins { coins in
                (
                    try coins.tokens(on: network), try coins.contacts().filter { $0.network == network },
                    try coins.balances(of: id, refreshing: false).balances
                )
            }
        } catch {
            // Both are only suggestions; an address can be typed without them.
        }
        do {
            fees = LoadState(try await session.walletService.useCoins { try $0.fees(for: id) })
        } catch {
            fees = .failed(UserMessage(error))
        }
    }

    /// Accepts a scanned or pasted text: a payment link or a bare address.
    package func take(_ text: String) async {
        let (id, link) = (account.id, text.trimmed)
        await attempt {
            if let ask = try await self.session.walletService.useCoins({ try $0.ask(in: link, account: id) }) {
                self.recipient = ask.to
                if let amount = ask.amount {
                    (self.amount, self.sendsAll) = (self.session.words.typedForm(of: amount), false)
                }
                if let words = ask.words { self.label = words }
                self.token = ask.token
                self.memo = ask.memo ?? ""
                self.ask = ask
            } else {
                self.recipient = link
            }
        }
    }

    /// The symbol of what is sent.
    package var symbol: String { tokens.first { $0.address == token }?.unit.symbol ?? account.network.unit.symbol }

    /// What can be sent of the chosen coin or token; nil while unknown.
    package var available: CoinAmount? { balances.first { $0.token == token }?.spendable }

    package var canPlan: Bool {
        guard case .editing = step else { return false }
        return !isBusy && !recipient.trimmed.isEmpty && (sendsAll || !amount.trimmed.isEmpty)
            && others.allSatisfy { !$0.recipient.trimmed.isEmpty && !$0.amount.trimmed.isEmpty }
    }

    /// The unit of a fee that the user types.
    package var feeUnit: String { CoinChains.standard[account.network].feeUnit }

    // MARK: - Several payees

    package var canHaveOthers: Bool { account.network.chain == .bitcoin }

    package func addPayee() { others.append(OtherPayee(id: (others.map(\.id).max() ?? 0) + 1)) }

    package func change(_ id: Int, recipient: String? = nil, amount: String? = nil) {
        guard let index = others.firstIndex(where: { $0.id == id }) else { return }
        if let recipient { others[index].recipient = recipient }
        if let amount { others[index].amount = amount }
    }

    package func removePayee(_ id: Int) { others.removeAll { $0.id == id } }

    private func fee(_ typed: String) -> FeeChoice { typed.isEmpty ? .level(level) : .custom(typed) }

    /// Plans and decodes the payment. It signs and stores nothing.
    package func plan() async {
        guard canPlan else { return }
        // A link pasted into the field is parsed before the text is used as an address.
        if recipient.contains(":") { await take(recipient) }
        guard refusal == nil || !recipient.contains(":") else { return }
        let typed: (amount: String, fee: String)
        let besides: [SendDraft.Recipient]
        do {
            typed = (try session.words.typed(amount.trimmed), try session.words.typed(customFee.trimmed))
            besides = try others.map {
                .init(to: $0.recipient.trimmed, .exactly(try session.words.typed($0.amount.trimmed)))
            }
        } catch {
            refusal = UserMessage(error)
            return
        }
        var draft = SendDraft(
            account: account.id,
            recipients: [.init(to: recipient.trimmed, sendsAll ? .everything : .exactly(typed.amount))],
            token: token, fee: fee(typed.fee), label: label.trimmed.isEmpty ? nil : label.trimmed,
            memo: memo.trimmed.isEmpty ? nil : memo.trimmed)
        // A recipient typed since then is not the link's.
        if let ask, ask.to == recipient.trimmed { (draft.ask, draft.references) = (ask, ask.references) }
        draft.recipients += besides
        if account.network.chain == .solana, !nonceAccount.trimmed.isEmpty {
            draft.nonceAccount = nonceAccount.trimmed
        }
        let wish = draft
        replacing = nil
        await review { try $0.plan(wish) }
    }

    /// Plans a replacement of a waiting payment.
    package func plan(_ replacement: Replacement) async {
        let id = account.id
        let fee: FeeChoice
        do {
            fee = self.fee(try session.words.typed(customFee.trimmed))
        } catch {
            refusal = UserMessage(error)
            return
        }
        replacing = replacement
        await review { coins in
            // A payment that a block has included meanwhile needs no replacement.
            try coins.refresh(id)
            return switch replacement {
            case .speedUp(let payment): try coins.planBump(payment, fee: fee)
            case .cancel(let payment): try coins.planCancel(payment, fee: fee)
            case .again(let payment): try coins.planAgain(payment, fee: fee)
            case .child(let transaction): try coins.planChild(of: transaction, account: id, fee: fee)
            case .nonceAccount: try coins.planNonceAccount(for: id, fee: fee)
            }
        }
    }

    /// Plans the reviewed payment again with another fee.
    package func planAgain() async {
        guard case .reviewing = step else { return }
        step = .editing
        if let replacing { await plan(replacing) } else { await plan() }
    }

    /// Whether it replaces another payment.
    package var isReplacing: Bool { replacing != nil }

    private func review(_ make: @escaping @Sendable (CoinWallet) throws -> SendPlan) async {
        await attempt {
            let review = try await self.session.walletService.planCoins(make)
            self.acknowledged = []
            self.step = .reviewing(review)
        }
    }

    package func back() {
        refusal = nil
        if case .reviewing = step { step = .editing }
    }

    package var canSend: Bool {
        guard case .reviewing(let review) = step, !isBusy else { return false }
        return review.warnings.allSatisfy { acknowledged.contains($0.name) }
    }

    /// Whether other signers are needed: for a watch-only account, and for a multisig account, whose cosigners sign in
    /// turn.
    package var needsSigner: Bool { account.isWatchOnly || account.scheme == .shared }

    /// Signs the reviewed payment, stores it, and broadcasts it; if no server can be reached, the next refresh sends
    /// it. A watch-only account's payment is shown for its signer.
    package func send() async {
        guard canSend, case .reviewing(let review) = step else { return }
        step = .sending(review)
        let names = acknowledged
        let isDone = await attempt {
            if self.needsSigner {
                let (status, document) = try await self.session.walletService.export(review, acknowledging: names)
                self.step = .exported(status, try CodeModel(coins: document))
            } else {
                self.step = .sent(try await self.session.walletService.send(review, acknowledging: names))
            }
        }
        if !isDone { step = .editing }
    }

    // MARK: - What a signer brings back

    /// Shows a payment to its signer again.
    package func show(_ payment: SendStatus) async {
        await attempt {
            let document = try await self.session.walletService.useCoins { try $0.document(of: payment.id) }
            self.step = .exported(payment, try CodeModel(coins: document))
        }
    }

    package func take(file path: String) async {
        if let scanned = await intake.take(file: path) { await take(scanned) }
    }

    /// Accepts typed text: a path or the text itself.
    package func take(typed: String) async {
        if let scanned = await intake.take(typed: typed) { await take(scanned) }
    }

    /// Accepts the signer's answer, which must belong to the shown payment.
    package func take(_ scanned: Scanned) async {
        intake.reset()
        refusal = nil
        guard case .exported(let status, _) = step else { return }
        guard case .signing(let document) = scanned else {
            refusal = UserMessage(.refusedOtherContent)
            return
        }
        await attempt {
            let signed = try document.answer()
            let done = try await self.session.walletService.sendCoins { try $0.complete(status.id, with: signed) }
            guard done.state == .exported else {
                self.step = .sent(done)
                return
            }
            // Multisig: the next cosigner receives the signatures so far.
            let document = try await self.session.walletService.useCoins { try $0.document(of: done.id) }
            self.step = .exported(done, try CodeModel(coins: document))
            self.isPartlySigned = true
        }
    }
}
