// SPDX-License-Identifier: MIT

import Bytes
package import Crypto

/// Decides each step of paying, without I/O. Protocol: 02, What is on disk before what happens, payer.
///
///     committed ─signed→ handedOver ─acknowledged→ acknowledged ─hubAnswered→ settled
///         │               │  │  │                                               ↑
///         │               │  │  └───────────────hubAnswered─────────────────────┘
///         │               │  └─declined→ declined ─hubAnswered, with the decline: refunded→ reclaimed
///         └─withhold──────┴─withhold→ withheld ─acknowledged→ acknowledged, ─declined→ declined
///
///     withheld, declined ─refundLearned, past the refund date→ returned, taken
///     acknowledged ─refundLearned, past the refund date→ returned, settled
///
/// | State        | Meaning                                              | Recovery after a crash                           |
/// |--------------|------------------------------------------------------|--------------------------------------------------|
/// | committed    | the bodies and the debited units are durable          | sign the same bodies: same ids, safe             |
/// | handedOver   | the payload is durable and may have been shown        | show the same bytes again; never make a new body |
/// | acknowledged | the payee's receipt is stored                         | nothing; the bytes are uploaded at sync; past the refund date the hub says who has the value |
/// | withheld     | never shown or uploaded again; the payee may have it  | a receipt or a decline is accepted; else the hub says at the refund date who has the value |
/// | declined     | the payee's signed decline is stored                  | upload both; the units are not spent until the hub |
/// |              |                                                      | pays them back: signing them again would be fraud |
/// | settled      | the hub has answered for every coin, or refused one for good | nothing                                  |
/// | reclaimed    | the hub paid every coin back, because of the decline  | nothing                                          |
/// | returned     | past the refund date: the hub returned it to the account | nothing                                      |
/// | taken        | past the refund date: the payee had redeemed it       | nothing                                          |
///
/// Every event that changes the state is persisted before its action is performed. A flow has no other state than this
/// one: other stored values, such as an indexed column, are computed from it. Decision 0076
package struct PayMachine: Hashable, Sendable {
    package enum State: Hashable, Sendable {
        case committed([UnsignedTransfer], Attachments)
        case handedOver(UnverifiedPayment)
        case acknowledged(UnverifiedPayment, Receipt)
        case declined(UnverifiedPayment, Decline)
        case settled(UnverifiedPayment, Receipt?)
        case reclaimed(UnverifiedPayment)
        case withheld(Form)
        /// With the payee's decline, if there was one.
        case returned(Form, Decline?)
        /// With the payee's decline, if there was one. The redemption then contradicts the decline.
        case taken(Form, Decline?)
    }

    /// What this machine stores of a payment that it no longer shows.
    package enum Form: Hashable, Sendable {
        /// Never signed by this store. Another copy of the store may have signed it.
        case unsigned([UnsignedTransfer])
        case signed(UnverifiedPayment)
    }

    package enum Action: Hashable, Sendable {
        case nothing
        /// Sign each body with its owner's key, in order, and call ``PayMachine/signed(_:)``.
        case sign([UnsignedTransfer])
        /// Show or send these bytes. Repeating is safe.
        case show(UnverifiedPayment)
        /// Tell the user that the payee has the payment.
        case confirm(Receipt)
        /// The hub knows every coin, so the bytes need no further upload.
        case finish
        /// The hub paid these units back to the account. They are fewer than were paid if the payee took the rest in
        /// spite of its decline.
        case paidBack(units: UInt64)
    }

    package let hub: HubID
    package let request: PaymentRequest
    package private(set) var state: State
    /// The hub's newest answer for each coin, in no particular order.
    package private(set) var hubReceipts: [HubReceipt]

    /// Makes the machine of a decided payment. Persist it in one transaction with the debited units, then call
    /// ``resume()``.
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
        guard transfers.count <= policy.tokens else {
            throw TokensError(.tooManyCoins, "A payment holds at most \(policy.tokens) offline tokens. Pay in parts.")
        }
        for token in transfers.map(\.token) {
            let hops = try LimitPolicy.policy(id: token.root.policyID, present: policy).hops
            guard token.hops < hops else {
                throw TokensError(.tooManyHops, "An offline token has passed through \(hops) hands. Sync to redeem it.")
            }
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

    /// The action after a restart, and after the machine was first persisted.
    package func resume() -> Action {
        if case .committed(let transfers, _) = state { return .sign(transfers) }
        return .nothing
    }

    /// Takes the signatures of the bodies. Persist, then show.
    ///
    /// If the payload already exists, new signatures change nothing: the bytes stay the same.
    ///
    /// - Throws: ``TokensError`` with code `.badSignature` or `.malformed` for signatures that do not match;
    ///   `.tooLarge`.
    package mutating func signed(_ signatures: [P256.Signature]) throws -> Action {
        guard case .committed(let transfers, let attachments) = state else { return try showAgain() }
        guard signatures.count == transfers.count else {
            throw TokensError(
                .malformed, "\(transfers.count) transfers need as many signatures, not \(signatures.count).")
        }
        let tokens = try zip(transfers, signatures).map { try $0.signed($1, hub: hub) }
        let payment = try UnverifiedPayment(tokens: tokens, attachments: attachments)
        state = .handedOver(payment)
        return .show(payment)
    }

    /// Shows the same bytes again, for a payee that did not receive them.
    ///
    /// - Throws: ``TokensError`` with code `.illegalState` before the payload is durable, `.declined` after a decline,
    ///   `.tooLate` once it was withheld or the outcome of the refund date is known.
    package func showAgain() throws -> Action {
        switch state {
        case .committed:
            throw TokensError(.illegalState, "This payment is not signed yet. Open it again to finish it.")
        case .handedOver(let payment), .acknowledged(let payment, _), .settled(let payment, _):
            return .show(payment)
        case .declined, .reclaimed, .returned(_, .some), .taken(_, .some):
            throw TokensError(.declined, "This payment was cancelled. Ask for a new request.")
        case .withheld:
            throw TokensError(
                .tooLate, "This payment was cancelled, so the wallet no longer shows it. Ask for a new request.")
        case .returned(_, nil):
            throw TokensError(
                .tooLate, "The hub has returned this payment to your account. Ask for a new request and pay that.")
        case .taken(_, nil):
            throw TokensError(.tooLate, "The payee has redeemed this payment already.")
        }
    }

    /// Takes the payee's receipt.
    ///
    /// - Throws: ``TokensError`` with code `.wrongRequest` when it is about another payment, `.badSignature` when the
    ///   payee did not sign it, `.illegalState` when this machine never signed the payment, `.declined` when the payee
    ///   had declined it, `.tooLate` when the hub has refunded it.
    package mutating func acknowledged(_ receipt: Receipt) throws -> Action {
        switch state {
        case .committed, .withheld(.unsigned), .returned(.unsigned, _), .taken(.unsigned, _):
            throw TokensError(.illegalState, "A receipt came for a payment that was never handed over.")
        case .declined, .reclaimed, .returned(_, .some), .taken(_, .some):
            try requireGenuine(receipt)
            throw TokensError(
                .declined, "The payee has declined this payment before. Keep both texts: they contradict.")
        case .returned(.signed, nil):
            try requireGenuine(receipt)
            throw TokensError(
                .tooLate,
                "The payee has signed for this payment, but did not redeem it in time: the hub has returned it to your account. Pay a new request to settle with the payee."
            )
        case .acknowledged(_, let known), .settled(_, let known?):
            try requireGenuine(receipt)
            return .confirm(known)
        case .handedOver(let payment), .withheld(.signed(let payment)):
            try requireGenuine(receipt)
            state = .acknowledged(payment, receipt)
            return .confirm(receipt)
        case .settled(let payment, nil), .taken(.signed(let payment), nil):
            try requireGenuine(receipt)
            state = .settled(payment, receipt)
            return .confirm(receipt)
        }
    }

    /// Takes the payee's decline. The units come back when the hub says so, not before.
    ///
    /// - Throws: ``TokensError`` with code `.wrongRequest`, `.badSignature`, or `.illegalState` when the payment was
    ///   never handed over, was acknowledged, is already credited, or the outcome of the refund date is known.
    package mutating func declined(_ decline: Decline) throws -> Action {
        switch state {
        case .handedOver(let payment), .settled(let payment, nil), .withheld(.signed(let payment)):
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
        case .committed, .withheld(.unsigned):
            throw TokensError(.illegalState, "A decline came for a payment that was never handed over.")
        case .acknowledged, .settled, .reclaimed, .returned, .taken:
            throw Self.alreadyTaken()
        }
    }

    /// Withholds the payment, because the payer took it back or the store is an old copy. It is never shown or uploaded
    /// again.
    ///
    /// Withholding it again changes nothing.
    ///
    /// - Throws: ``TokensError`` with code `.illegalState` once the payee or the hub has answered for it.
    package mutating func withhold() throws -> Action {
        switch state {
        case .committed(let transfers, _): state = .withheld(.unsigned(transfers))
        case .handedOver(let payment): state = .withheld(.signed(payment))
        case .withheld: break
        case .acknowledged, .declined, .settled, .reclaimed, .returned, .taken:
            throw TokensError(
                .illegalState, "You cannot cancel this payment: the payee or the hub has confirmed it.")
        }
        return .nothing
    }

    /// Takes the hub's final refusal of one of the coins. No coin of the payment is uploaded any more. A declined
    /// payment stays declined until the hub says who has the value, and so does an acknowledged one that the hub
    /// received too late.
    ///
    /// - Parameter isTooLate: whether the refund date has passed, so that the value may be the payer's again.
    package mutating func uploadRefused(isTooLate: Bool) -> Action {
        switch state {
        case .handedOver(let payment): state = isTooLate ? .withheld(.signed(payment)) : .settled(payment, nil)
        case .acknowledged(let payment, let receipt): if !isTooLate { state = .settled(payment, receipt) }
        case .committed, .withheld, .declined, .settled, .reclaimed, .returned, .taken: break
        }
        return .nothing
    }

    /// Takes the hub's answer, past the refund date, about who has the value. It is final, in every state that is not
    /// final already.
    package mutating func refundLearned(isTaken: Bool) -> Action {
        switch state {
        case .committed(let transfers, _): close(.unsigned(transfers), nil, isTaken)
        case .withheld(let form): close(form, nil, isTaken)
        case .handedOver(let payment): close(.signed(payment), nil, isTaken)
        case .declined(let payment, let decline): close(.signed(payment), decline, isTaken)
        case .acknowledged(let payment, let receipt), .settled(let payment, let receipt?):
            state = isTaken ? .settled(payment, receipt) : .returned(.signed(payment), nil)
        case .settled(let payment, nil): close(.signed(payment), nil, isTaken)
        case .reclaimed, .returned, .taken: break
        }
        return .nothing
    }

    private mutating func close(_ form: Form, _ decline: Decline?, _ isTaken: Bool) {
        state = isTaken ? .taken(form, decline) : .returned(form, decline)
    }

    /// Takes the hub's receipt for one coin.
    ///
    /// - Throws: ``TokensError`` with code `.wrongRequest` when the coin is not of this payment, or when
    ///   ``HubReceipt/verify(by:)`` throws.
    package mutating func hubAnswered(_ receipt: HubReceipt, announced: AnnouncementSet) throws -> Action {
        guard let payment, payment.recordIDs(hub: hub).contains(receipt.recordID) else {
            throw TokensError(.wrongRequest, "The hub's receipt is about another payment.")
        }
        try receipt.verify(by: announced)
        // Credited and refunded are final; only `recorded` can be replaced.
        if let known = hubReceipts.first(where: { $0.recordID == receipt.recordID }) {
            guard known.outcome == .recorded, receipt.outcome != .recorded else { return .nothing }
            hubReceipts.removeAll { $0.recordID == receipt.recordID }
        }
        hubReceipts.append(receipt)
        guard hubReceipts.count == payment.tokens.count else { return .nothing }
        return close(payment)
    }

    private mutating func close(_ payment: UnverifiedPayment) -> Action {
        switch state {
        case .committed, .withheld, .reclaimed, .returned, .taken: return .nothing
        case _ where hubReceipts.allSatisfy { $0.outcome == .refunded }:
            state = .reclaimed(payment)
            return .paidBack(units: refundedUnits(of: payment))
        case .handedOver, .settled(_, nil): state = .settled(payment, nil)
        case .acknowledged(_, let receipt), .settled(_, let receipt?): state = .settled(payment, receipt)
        case .declined: return .nothing
        }
        return .finish
    }

    private func refundedUnits(of payment: UnverifiedPayment) -> UInt64 {
        payment.tokens.reduce(0) { sum, token in
            let id = token.id(hub: hub)
            let refunded = hubReceipts.first { $0.recordID == id }?.units ?? 0
            // At most the coin's units, so that the sum never exceeds the request's, whatever a receipt says.
            return sum + min(refunded, token.range.length)
        }
    }

    /// The payload, once it exists.
    package var payment: UnverifiedPayment? {
        switch state {
        case .committed: nil
        case .handedOver(let payment), .acknowledged(let payment, _), .declined(let payment, _),
            .settled(let payment, _), .reclaimed(let payment):
            payment
        case .withheld(let form), .returned(let form, _), .taken(let form, _):
            if case .signed(let payment) = form { payment } else { nil }
        }
    }

    /// The bodies, if the payment was never signed here.
    private var unsigned: [UnsignedTransfer]? {
        switch state {
        case .committed(let transfers, _), .withheld(.unsigned(let transfers)), .returned(.unsigned(let transfers), _),
            .taken(.unsigned(let transfers), _):
            transfers
        default: nil
        }
    }

    /// The ids of its transfers, signed or not.
    package var recordIDs: [RecordID] {
        unsigned?.map { $0.id(hub: hub) } ?? payment?.recordIDs(hub: hub) ?? []
    }

    /// The coin that each transfer spends or makes, and the number of units that it moves.
    package var transfers: [(token: OfflineToken, units: UInt64)] {
        unsigned?.map { ($0.token, $0.range.length) } ?? (payment?.tokens ?? []).map { ($0, $0.range.length) }
    }

    /// The position of a transfer in the tree of its root.
    package struct Place: Hashable, Sendable {
        package let id: RecordID
        /// The record whose units it spends; nil if that is the root.
        package let spends: RecordID?
        package let units: UInt64
    }

    /// The places of its transfers, signed or not.
    package var places: [Place] {
        if let unsigned {
            return unsigned.map {
                Place(
                    id: $0.id(hub: hub), spends: $0.token.transfers.isEmpty ? nil : $0.token.id(hub: hub),
                    units: $0.range.length)
            }
        }
        return (payment?.tokens ?? []).map { token in
            let ids = token.ids(hub: hub)
            return Place(
                id: ids[ids.count - 1], spends: ids.count > 2 ? ids[ids.count - 2] : nil, units: token.range.length)
        }
    }

    /// The coins to upload at sync on the payee's behalf: those that the hub has not answered for. Of a declined
    /// payment, those that the hub has not paid back.
    package var coinsToUpload: [OfflineToken] {
        let payment: UnverifiedPayment
        switch state {
        case .handedOver(let open), .acknowledged(let open, _), .declined(let open, _): payment = open
        case .committed, .settled, .reclaimed, .withheld, .returned, .taken: return []
        }
        let isDeclined = decline != nil
        return payment.tokens.filter { token in
            let id = token.id(hub: hub)
            return !hubReceipts.contains { $0.recordID == id && !(isDeclined && $0.outcome == .recorded) }
        }
    }

    /// The payee's decline, until the hub has answered; uploaded with each coin.
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
        TokensError(
            .illegalState,
            "The payee has already received this payment, or the money was returned. A decline has no effect now.")
    }
}

// MARK: - At rest

extension PayMachine {
    private static let version: UInt64 = 1
    private static let maximumReceipts = 16

    /// The persisted form: `[1, hubId, request, state, payload..., [hubReceipt...]]`.
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

    /// Reads a persisted machine.
    ///
    /// - Throws: ``TokensError`` when the bytes are not one, or a newer Satchel wrote them.
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
        case .withheld: 6
        case .returned: 7
        case .taken: 8
        }
    }

    private func writeState(to writer: inout CBORWriter) {
        switch state {
        case .committed(let transfers, let attachments):
            writer.array(2)
            Self.write(transfers, to: &writer)
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
        case .withheld(let form): Self.write(form, nil, to: &writer)
        case .returned(let form, let decline), .taken(let form, let decline):
            Self.write(form, decline, to: &writer)
        }
    }

    /// `[[transfer...] or payment, decline or null]`
    private static func write(_ form: Form, _ decline: Decline?, to writer: inout CBORWriter) {
        writer.array(2)
        switch form {
        case .unsigned(let transfers): write(transfers, to: &writer)
        case .signed(let payment): writer.bytes(payment.encoded)
        }
        if let decline { writer.bytes(decline.encoded) } else { writer.null() }
    }

    private static func write(_ transfers: [UnsignedTransfer], to writer: inout CBORWriter) {
        writer.array(transfers.count)
        for transfer in transfers { transfer.write(to: &writer) }
    }

    private static func readState(_ number: UInt64, from reader: inout CBORReader) throws -> State {
        let items = try reader.array(maximum: 2)
        switch (number, items) {
        case (0, 2): return .committed(try transfers(from: &reader), try Attachments(from: &reader))
        case (1, 1): return .handedOver(try payment(from: &reader))
        case (2, 2): return .acknowledged(try payment(from: &reader), try receipt(from: &reader))
        case (3, 2): return .declined(try payment(from: &reader), try decline(from: &reader))
        case (4, 1): return .settled(try payment(from: &reader), nil)
        case (4, 2): return .settled(try payment(from: &reader), try receipt(from: &reader))
        case (5, 1): return .reclaimed(try payment(from: &reader))
        case (6, 2):
            let form = try form(from: &reader)
            if try reader.null() { return .withheld(form) }
        case (7, 2): return .returned(try form(from: &reader), try reader.null() ? nil : decline(from: &reader))
        case (8, 2): return .taken(try form(from: &reader), try reader.null() ? nil : decline(from: &reader))
        default: break
        }
        throw TokensError(.malformed, "A stored payment is in no known state. Restore the wallet from its backup.")
    }

    private static func form(from reader: inout CBORReader) throws -> Form {
        try reader.peekMajorType() == .array
            ? .unsigned(transfers(from: &reader)) : .signed(payment(from: &reader))
    }

    private static func transfers(from reader: inout CBORReader) throws -> [UnsignedTransfer] {
        let count = try reader.array(maximum: LimitPolicy.standard.tokens)
        return try (0..<count).map { _ in try UnsignedTransfer(from: &reader) }
    }

    private static func payment(from reader: inout CBORReader) throws -> UnverifiedPayment {
        try UnverifiedPayment(decoding: reader.bytes(maximum: LimitPolicy.standard.payloadBytes))
    }

    private static func receipt(from reader: inout CBORReader) throws -> Receipt {
        try Receipt(decoding: reader.bytes(maximum: Bound.record))
    }

    private static func decline(from reader: inout CBORReader) throws -> Decline {
        try Decline(decoding: reader.bytes(maximum: Bound.record))
    }
}
