// SPDX-License-Identifier: MIT
package import Chains
package import Coins
internal import Observation
internal import Parcels

/// Sending coins: to whom, how much, at which fee; what will be signed is taken apart and looked over first.
///
///     editing ─plan─▶ reviewing ─every warning confirmed─▶ sending ─▶ sent
///        ▲──────back──────┘        └─ of a watched account ─▶ exported ─what the signer shows─▶ sent
///     A payment that waits begins at reviewing: with a higher fee, or with one's own address in the place of its payee.
@Observable @MainActor
package final class CoinSendModel: BusyModel {
    package enum Step {
        case editing
        case reviewing(SendReview)
        case sending(SendReview)
        /// On the screen for the signer, and kept until the answer comes or it is taken back.
        case exported(SendStatus, CodeModel)
        case sent(SendStatus)
    }

    package private(set) var step = Step.editing
    package internal(set) var refusal: Refusal?
    package internal(set) var isBusy = false
    package private(set) var fees: Content<[FeeQuote]> = .loading
    package private(set) var tokens: [CoinWallet.KnownToken] = []
    package private(set) var contacts: [CoinWallet.Contact] = []
    package var recipient = ""
    package var amount = ""
    /// Everything that the account holds, in place of an amount.
    package var sendsAll = false
    package var level = FeeLevel.normal
    /// A fee of one's own, in the unit of the chain; empty for the level's.
    package var customFee = ""
    /// The address of a token in place of the network's own coin.
    package var token: String?
    package var label = ""
    /// Put on the chain for all to read.
    package var memo = ""
    /// Whom the same transaction pays besides. Bitcoin
    package var others: [OtherPayee] = []
    /// The account whose nonce stands in for a blockhash, so that what is signed slowly does not expire; empty for none.
    /// Solana
    package var nonceAccount = ""
    /// Whether the signer's answer was taken and others must still sign.
    package private(set) var isPartlySigned = false
    /// The names of the warnings that the person has confirmed.
    package var acknowledged: Set<String> = []
    package let intake = Intake()
    package let account: CoinAccount
    package let session: WalletSession

    /// What the link asks for that was taken.
    @ObservationIgnored private var ask: PaymentAsk?
    /// The payment whose place the plan takes.
    @ObservationIgnored private var replacing: Replacement?

    package enum Replacement: Hashable, Sendable {
        case speedUp(Int64), cancel(Int64), again(Int64)
        /// Spends what this transaction brings, with a fee that pays for both. Bitcoin
        case child(String)
        /// Makes an account whose value stands in for a blockhash. Solana
        case nonceAccount
    }

    /// Somebody else whom the same transaction pays.
    package struct OtherPayee: Identifiable, Hashable, Sendable {
        package let id: Int
        package var recipient = ""
        package var amount = ""
    }

    /// - Parameter link: a payment link or an address that led here.
    package init(_ account: CoinAccount, _ session: WalletSession, link: String? = nil) {
        self.account = account
        self.session = session
        recipient = link ?? ""
    }

    /// Reads what the form offers, and takes the link that led here apart.
    package func load() async {
        if !recipient.isEmpty { await take(recipient) }
        let (id, network) = (account.id, account.network)
        do {
            (tokens, contacts) = try await session.custodian.useCoins { coins in
                (try coins.tokens(on: network), try coins.contacts().filter { $0.network == network })
            }
        } catch {
            // Both are offers; an address can be typed without them.
        }
        do {
            fees = Content(try await session.custodian.useCoins { try $0.fees(for: id) })
        } catch {
            fees = .failed(Refusal(error))
        }
    }

    /// Takes what was scanned or pasted: a payment link or a bare address.
    package func take(_ text: String) async {
        let (id, link) = (account.id, text.trimmed)
        await attempt {
            if let ask = try await self.session.custodian.useCoins({ try $0.ask(in: link, account: id) }) {
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

    package var canPlan: Bool {
        guard case .editing = step else { return false }
        return !isBusy && !recipient.trimmed.isEmpty && (sendsAll || !amount.trimmed.isEmpty)
            && others.allSatisfy { !$0.recipient.trimmed.isEmpty && !$0.amount.trimmed.isEmpty }
    }

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

    /// Plans the payment and takes it apart; nothing is signed and nothing is kept.
    package func plan() async {
        guard canPlan else { return }
        // A link that was pasted into the field is taken apart before it is taken for an address.
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
            refusal = Refusal(error)
            return
        }
        var draft = SendDraft(
            account: account.id,
            recipients: [.init(to: recipient.trimmed, sendsAll ? .everything : .exactly(typed.amount))],
            token: token, fee: fee(typed.fee), label: label.trimmed.isEmpty ? nil : label.trimmed,
            memo: memo.trimmed.isEmpty ? nil : memo.trimmed)
        // A recipient typed since is not the link's.
        if let ask, ask.to == recipient.trimmed { (draft.ask, draft.references) = (ask, ask.references) }
        draft.recipients += besides
        if account.network.chain == .solana, !nonceAccount.trimmed.isEmpty {
            draft.nonceAccount = nonceAccount.trimmed
        }
        let wish = draft
        replacing = nil
        await review { try $0.plan(wish) }
    }

    /// Plans something in the place of a payment that waits.
    package func plan(_ replacement: Replacement) async {
        let id = account.id
        let fee: FeeChoice
        do {
            fee = self.fee(try session.words.typed(customFee.trimmed))
        } catch {
            refusal = Refusal(error)
            return
        }
        replacing = replacement
        await review { coins in
            // What a block took meanwhile needs nothing in its place.
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

    /// Plans again what is being looked over, at another fee.
    package func planAgain() async {
        guard case .reviewing = step else { return }
        step = .editing
        if let replacing { await plan(replacing) } else { await plan() }
    }

    /// Whether it takes the place of another payment.
    package var isReplacing: Bool { replacing != nil }

    private func review(_ make: @escaping @Sendable (CoinWallet) throws -> SendPlan) async {
        await attempt {
            let review = try await self.session.custodian.planCoins(make)
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

    /// Whether the payment is signed elsewhere: of a watched account, and of one of several people, who sign one by one.
    package var needsSigner: Bool { account.isWatchOnly || account.scheme == .shared }

    /// Signs what was shown, keeps it, and hands it to a server; without one it leaves at the next refresh. What a watched
    /// account pays is put on the screen for its signer.
    package func send() async {
        guard canSend, case .reviewing(let review) = step else { return }
        step = .sending(review)
        let names = acknowledged
        let isDone = await attempt {
            if self.needsSigner {
                let (status, document) = try await self.session.custodian.export(review, acknowledging: names)
                self.step = .exported(status, try CodeModel(coins: document))
            } else {
                self.step = .sent(try await self.session.custodian.send(review, acknowledging: names))
            }
        }
        if !isDone { step = .editing }
    }

    // MARK: - What a signer brings back

    /// Shows a payment to its signer once more.
    package func show(_ payment: SendStatus) async {
        await attempt {
            let document = try await self.session.custodian.useCoins { try $0.document(of: payment.id) }
            self.step = .exported(payment, try CodeModel(coins: document))
        }
    }

    package func take(file path: String) async {
        if let scanned = await intake.take(file: path) { await take(scanned) }
    }

    /// Takes what was typed: a path or a text.
    package func take(typed: String) async {
        if let scanned = await intake.take(typed: typed) { await take(scanned) }
    }

    /// Takes the signer's answer: it must be of the payment that was shown.
    package func take(_ scanned: Scanned) async {
        intake.reset()
        refusal = nil
        guard case .exported(let status, _) = step else { return }
        guard case .signing(let document) = scanned else {
            refusal = Refusal(.refusedOtherContent)
            return
        }
        await attempt {
            let signed = try document.answer()
            let done = try await self.session.custodian.sendCoins { try $0.complete(status.id, with: signed) }
            guard done.state == .exported else {
                self.step = .sent(done)
                return
            }
            // Of an account of several people: the next one is given what is there.
            let document = try await self.session.custodian.useCoins { try $0.document(of: done.id) }
            self.step = .exported(done, try CodeModel(coins: document))
            self.isPartlySigned = true
        }
    }
}
