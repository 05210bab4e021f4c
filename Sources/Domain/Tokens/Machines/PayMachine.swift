// SPDX-License-Identifier: MIT

import Bytes
package import Crypto

/// Decides each step of paying; performs nothing. Protocol: 02, What is on disk before what happens, payer.
///
///     committed ─signed→ handedOver ─acknowledged→ acknowledged
///                            │  └──────declined──→ declined ──┐
///                            │                                │ hubAnswered, with the decline: refunded
///                            └──────hubAnswered──→ settled ───┤ (recorded, credited → settled;
///                                                             └→  refunded → reclaimed)
///
/// | State        | Meaning                                              | Recovery after a crash                           |
/// |--------------|------------------------------------------------------|--------------------------------------------------|
/// | committed    | the bodies and the debited units are durable          | sign the same bodies: same ids, harmless         |
/// | handedOver   | the payload is durable and may have been shown        | show the same bytes again; never make a new body |
/// | acknowledged | the payee's receipt is held                           | nothing; the bytes are uploaded at sync          |
/// | declined     | the payee's signed decline is held                    | upload both; the units stay frozen until the hub |
/// |              |                                                      | pays them back: signing them again would be fraud |
/// | settled      | the hub has answered for every coin                   | nothing                                          |
/// | reclaimed    | the hub paid every coin back to the payer's account   | nothing                                          |
///
/// Every event that changes the state is persisted before its action is performed.
package struct PayMachine: Hashable, Sendable {
    package enum State: Hashable, Sendable {
        case committed([UnsignedTransfer], Attachments)
        case handedOver(UnverifiedPayment)
        case acknowledged(UnverifiedPayment, Receipt)
        case declined(UnverifiedPayment, Decline)
        case settled(UnverifiedPayment, Receipt?)
        case reclaimed(UnverifiedPayment)
    }

    package enum Action: Hashable, Sendable {
        case nothing
        /// Sign each body with its holder's key, in order, and call ``PayMachine/signed(_:)``.
        case sign([UnsignedTransfer])
        /// Show or send these bytes, however often.
        case show(UnverifiedPayment)
        /// Tell the user that the payee has it.
        case confirm(Receipt)
        /// The hub knows every coin: the bytes need not be uploaded any more.
        case finish
        /// The hub paid these units back to the account; fewer than were paid when the payee took the others all the same.
        case paidBack(units: UInt64)
    }

    package let hub: HubID
    package let request: PaymentRequest
    package private(set) var state: State
    /// The hub's newest answer for each coin, in no order.
    package private(set) var hubReceipts: [HubReceipt]

    /// A payment that is decided. Persist the machine in one transaction with the debited units, then ``resume()``.
    ///
    /// - Throws: ``TokensError`` with code `.wrongPayee`, `.wrongRequest` or `.wrongAmount` unless the transfers answer
    ///   the request exactly; `.tooManyCoins`, `.tooManyHops`.
    package init(
        answering request: PaymentRequest, with transfers: [UnsignedTransfer], attachments: Attachments = Attachments(),
        hub: HubID, policy: LimitPolicy = .standard
    ) throws {
        guard transfers.allSatisfy({ $0.recipient == request.payee }) else {
            throw TokensError(.wrongPayee, "A transfer does not go to the key in the request. Nothing is signed.")
        }
        let hash = request.hash(hub: hub)
        guard transfers.allSatisfy({ $0.requestHash == hash }) else {
            throw TokensError(.wrongRequest, "A transfer answers another request. Nothing is signed.")
        }
        guard transfers.count <= policy.coins else {
            throw TokensError(.tooManyCoins, "A payment holds at most \(policy.coins) coins. Pay in parts.")
        }
        guard transfers.allSatisfy({ $0.coin.hops < policy.hops }) else {
            throw TokensError(.tooManyHops, "A coin has passed through \(policy.hops) hands. Sync to redeem it.")
        }
        let (total, overflow) = transfers.reduce((UInt64(0), false)) { sum, transfer in
            let (next, over) = sum.0.addingReportingOverflow(transfer.range.length)
            return (next, sum.1 || over)
        }
        guard !overflow, total == request.units, total > 0 else {
            throw TokensError(.wrongAmount, "The transfers are not the amount of the request. Nothing is signed.")
        }
        self.init(hub: hub, request: request, state: .committed(transfers, attachments), hubReceipts: [])
    }

    private init(hub: HubID, request: PaymentRequest, state: State, hubReceipts: [HubReceipt]) {
        self.hub = hub
        self.request = request
        self.state = state
        self.hubReceipts = hubReceipts
    }

    /// What to do after the program started again, and after the machine was first persisted.
    package func resume() -> Action {
        if case .committed(let transfers, _) = state { return .sign(transfers) }
        return .nothing
    }

    /// The bodies were signed. Persist, then show.
    ///
    /// Signatures that arrive when the payload exists already change nothing: the bytes stay the same.
    /// - Throws: ``TokensError`` with code `.badSignature` or `.malformed` for signatures that do not fit; `.tooLarge`.
    package mutating func signed(_ signatures: [P256.Signature]) throws -> Action {
        guard case .committed(let transfers, let attachments) = state else { return try showAgain() }
        guard signatures.count == transfers.count else {
            throw TokensError(
                .malformed, "\(transfers.count) transfers need as many signatures, not \(signatures.count).")
        }
        let coins = try zip(transfers, signatures).map { try $0.signed($1, hub: hub) }
        let payment = try UnverifiedPayment(coins: coins, attachments: attachments)
        state = .handedOver(payment)
        return .show(payment)
    }

    /// The payee says that it never got it: the same bytes, whatever happened since.
    ///
    /// - Throws: ``TokensError`` with code `.illegalState` before the payload is durable, `.declined` after a decline or refund.
    package func showAgain() throws -> Action {
        switch state {
        case .committed:
            throw TokensError(.illegalState, "This payment is not signed yet. Open it again to finish it.")
        case .handedOver(let payment), .acknowledged(let payment, _), .settled(let payment, _):
            return .show(payment)
        case .declined, .reclaimed:
            throw TokensError(.declined, "This payment was called off. Ask for a new request.")
        }
    }

    /// A receipt arrived.
    ///
    /// - Throws: ``TokensError`` with code `.wrongRequest` when it names another payment, `.badSignature` when the payee
    ///   did not sign it, `.illegalState` or `.declined` when this payment cannot be acknowledged.
    package mutating func acknowledged(_ receipt: Receipt) throws -> Action {
        switch state {
        case .committed:
            throw TokensError(.illegalState, "A receipt came for a payment that was never handed over.")
        case .declined, .reclaimed:
            throw TokensError(
                .declined, "The payee has declined this payment before. Keep both texts: they contradict.")
        case .acknowledged(_, let known), .settled(_, let known?):
            try requireGenuine(receipt)
            return .confirm(known)
        case .handedOver(let payment):
            try requireGenuine(receipt)
            state = .acknowledged(payment, receipt)
            return .confirm(receipt)
        case .settled(let payment, nil):
            try requireGenuine(receipt)
            state = .settled(payment, receipt)
            return .confirm(receipt)
        }
    }

    /// A decline arrived. The units come back with the hub's word, not before.
    ///
    /// - Throws: ``TokensError`` with code `.wrongRequest`, `.badSignature`, or `.illegalState` when it was never handed
    ///   over, was acknowledged, or is already credited.
    package mutating func declined(_ decline: Decline) throws -> Action {
        switch state {
        case .handedOver(let payment), .settled(let payment, nil):
            guard !hubReceipts.contains(where: { $0.outcome == .credited }) else { throw Self.alreadyTaken() }
            guard decline.recordIDs == payment.recordIDs(hub: hub) else {
                throw TokensError(.wrongRequest, "This decline is about another payment.")
            }
            guard decline.isSigned(by: request.payee, hub: hub) else {
                throw TokensError(.badSignature, "This decline is not signed by the payee. The payment stands.")
            }
            state = .declined(payment, decline)
            return .nothing
        case .declined: return .nothing
        case .committed:
            throw TokensError(.illegalState, "A decline came for a payment that was never handed over.")
        case .acknowledged, .settled, .reclaimed:
            throw Self.alreadyTaken()
        }
    }

    /// The hub answered for one coin.
    ///
    /// - Throws: ``TokensError`` with code `.wrongRequest` when the coin is not of this payment, or when
    ///   ``HubReceipt/verify(by:)`` throws.
    package mutating func hubAnswered(_ receipt: HubReceipt, book: AnnouncementBook) throws -> Action {
        guard let payment, payment.recordIDs(hub: hub).contains(receipt.recordID) else {
            throw TokensError(.wrongRequest, "The hub's receipt is about another payment.")
        }
        try receipt.verify(by: book)
        // What was credited or refunded is final; only `recorded` is replaced.
        if let known = hubReceipts.first(where: { $0.recordID == receipt.recordID }) {
            guard known.outcome == .recorded, receipt.outcome != .recorded else { return .nothing }
            hubReceipts.removeAll { $0.recordID == receipt.recordID }
        }
        hubReceipts.append(receipt)
        guard hubReceipts.count == payment.coins.count else { return .nothing }
        return close(payment)
    }

    private mutating func close(_ payment: UnverifiedPayment) -> Action {
        if hubReceipts.allSatisfy({ $0.outcome == .refunded }) {
            state = .reclaimed(payment)
            return .paidBack(units: refundedUnits(of: payment))
        }
        switch state {
        case .handedOver, .settled(_, nil): state = .settled(payment, nil)
        case .acknowledged(_, let receipt), .settled(_, let receipt?): state = .settled(payment, receipt)
        case .committed, .declined, .reclaimed: return .nothing
        }
        return .finish
    }

    private func refundedUnits(of payment: UnverifiedPayment) -> UInt64 {
        payment.coins.reduce(0) { sum, coin in
            let id = coin.id(hub: hub)
            let refunded = hubReceipts.first { $0.recordID == id }?.units ?? 0
            // Never more than the coin, so that the sum is at most the request's, whatever a receipt says.
            return sum + min(refunded, coin.range.length)
        }
    }

    /// The payload, once it exists.
    package var payment: UnverifiedPayment? {
        switch state {
        case .committed: nil
        case .handedOver(let payment), .acknowledged(let payment, _), .declined(let payment, _),
            .settled(let payment, _), .reclaimed(let payment):
            payment
        }
    }

    /// The coins to upload at sync: those that the hub has not answered for, on the payee's behalf; of a declined payment,
    /// those that it has not paid back.
    package var coinsToUpload: [Coin] {
        let isDeclined = decline != nil
        return (payment?.coins ?? []).filter { coin in
            let id = coin.id(hub: hub)
            return !hubReceipts.contains { $0.recordID == id && !(isDeclined && $0.outcome == .recorded) }
        }
    }

    /// The payee's word that it does not take the payment; uploaded with each coin.
    package var decline: Decline? { if case .declined(_, let decline) = state { decline } else { nil } }

    private func requireGenuine(_ receipt: Receipt) throws {
        guard let payment, receipt.recordIDs == payment.recordIDs(hub: hub) else {
            throw TokensError(.wrongRequest, "This receipt is about another payment.")
        }
        guard receipt.isSigned(by: request.payee, hub: hub) else {
            throw TokensError(.badSignature, "This receipt is not signed by the payee. Show the payment again.")
        }
    }

    private static func alreadyTaken() -> TokensError {
        TokensError(.illegalState, "This payment was already taken or paid back; a decline has no effect now.")
    }
}

// MARK: - At rest

extension PayMachine {
    private static let version: UInt64 = 1
    private static let maximumReceipts = 16

    /// The machine as it is persisted: `[1, hubId, request, state, payload..., [hubReceipt...]]`.
    package var encoded: [UInt8] {
        encoding(6) { writer in
            writer.uint(Self.version)
            writer.bytes(hub.bytes)
            writer.bytes(request.encoded)
            writer.uint(stateNumber)
            writeState(to: &writer)
            writer.array(hubReceipts.count)
            for receipt in hubReceipts { writer.bytes(receipt.encoded) }
        }
    }

    /// Reads a machine that was persisted.
    ///
    /// - Throws: ``TokensError`` when the bytes are not one, or were written by a newer Satchel.
    package init(decoding bytes: [UInt8]) throws {
        self = try Tokens.decoding("stored payment", bytes, maximum: Bound.state) { reader in
            try reader.array(of: 6)
            try requireVersion(reader.uint(), Self.version, of: "stored payment")
            let hub = try reader.fixed(HubID.self)
            let request = try PaymentRequest(decoding: reader.bytes(maximum: PaymentRequest.maximumBytes))
            let state = try Self.readState(reader.uint(), from: &reader)
            let count = try reader.array(maximum: Self.maximumReceipts)
            let receipts = try (0..<count).map { _ in try HubReceipt(decoding: reader.bytes(maximum: Bound.record)) }
            return PayMachine(hub: hub, request: request, state: state, hubReceipts: receipts)
        }
    }

    private var stateNumber: UInt64 {
        switch state {
        case .committed: 0
        case .handedOver: 1
        case .acknowledged: 2
        case .declined: 3
        case .settled: 4
        case .reclaimed: 5
        }
    }

    private func writeState(to writer: inout CBORWriter) {
        switch state {
        case .committed(let transfers, let attachments):
            writer.array(2)
            writer.array(transfers.count)
            for transfer in transfers { transfer.write(to: &writer) }
            attachments.write(to: &writer)
        case .handedOver(let payment), .reclaimed(let payment), .settled(let payment, nil):
            writer.array(1)
            writer.bytes(payment.encoded)
        case .acknowledged(let payment, let receipt), .settled(let payment, let receipt?):
            writer.array(2)
            writer.bytes(payment.encoded)
            writer.bytes(receipt.encoded)
        case .declined(let payment, let decline):
            writer.array(2)
            writer.bytes(payment.encoded)
            writer.bytes(decline.encoded)
        }
    }

    private static func readState(_ number: UInt64, from reader: inout CBORReader) throws -> State {
        let items = try reader.array(maximum: 2)
        if number == 0, items == 2 {
            let count = try reader.array(maximum: LimitPolicy.standard.coins)
            return .committed(
                try (0..<count).map { _ in try UnsignedTransfer(from: &reader) }, try Attachments(from: &reader))
        }
        let payment = try UnverifiedPayment(decoding: reader.bytes(maximum: LimitPolicy.standard.payloadBytes))
        switch (number, items) {
        case (1, 1): return .handedOver(payment)
        case (2, 2): return .acknowledged(payment, try Receipt(decoding: reader.bytes(maximum: Bound.record)))
        case (3, 2): return .declined(payment, try Decline(decoding: reader.bytes(maximum: Bound.record)))
        case (4, 1): return .settled(payment, nil)
        case (4, 2): return .settled(payment, try Receipt(decoding: reader.bytes(maximum: Bound.record)))
        case (5, 1): return .reclaimed(payment)
        default:
            throw TokensError(.malformed, "A stored payment is in no known state. Restore the wallet from its backup.")
        }
    }
}
