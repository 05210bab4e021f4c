// SPDX-License-Identifier: MIT

import Bytes
import Crypto

/// Decides each step of receiving a payment, without I/O. Protocol: 02, What is on disk before what happens, payee.
///
///     requested ─received→ held ─receiptSigned→ acknowledged
///         └──refuse──→ (declined ids) ─declineSigned→        a later payment is still received
///
/// | State        | Meaning                                            | Recovery after a crash                              |
/// |--------------|----------------------------------------------------|-----------------------------------------------------|
/// | requested    | request, nonce and key are durable; it may be shown | show the same request again                         |
/// | held         | the coins are durable; "received" may be shown      | sign the receipt and acknowledge                    |
/// | acknowledged | the receipt is durable and may have been shown      | show the same receipt again for each repeat          |
///
/// A payment with the same ids is "already received" and is acknowledged again. A late or second payment for a closed
/// request is kept and acknowledged like the first. A refusal is durable before its decline is signed, and the
/// payment is never held afterwards. Every event that changes the state is persisted before its action is performed.
package struct ReceiveMachine: Hashable, Sendable {
    /// The state of the request. It is held while any of its payments lacks a receipt.
    package enum State: Hashable, Sendable { case requested, held, acknowledged }

    /// A received payment, with its receipt once signed.
    package struct Held: Hashable, Sendable {
        package let payment: [UInt8]
        package let recordIDs: [RecordID]
        package fileprivate(set) var receipt: Receipt?
    }

    /// A refused payment, with its decline once signed.
    package struct Refused: Hashable, Sendable {
        package let recordIDs: [RecordID]
        package fileprivate(set) var decline: Decline?
    }

    package enum Action: Hashable, Sendable {
        case nothing
        /// Insert the coins in the same transaction as this machine. Then show "received" and call
        /// ``ReceiveMachine/resume()``.
        case hold(VerifiedPayment)
        /// Sign a receipt for these ids and call ``ReceiveMachine/receiptSigned(_:)``.
        case signReceipt([RecordID])
        /// Show or send the receipt. Repeating is safe.
        case showReceipt(Receipt)
        /// Sign a decline for these ids and call ``ReceiveMachine/declineSigned(_:)``.
        case signDecline([RecordID])
        /// Show or send the decline. Repeating is safe.
        case showDecline(Decline)
    }

    package let hub: HubID
    package let request: PaymentRequest
    /// The payments in order of arrival. The first one closed the request.
    package private(set) var payments: [Held]
    package private(set) var refusals: [Refused]

    /// Makes the machine of a request. Persist it before the request is shown.
    package init(requesting request: PaymentRequest, hub: HubID) {
        self.init(hub: hub, request: request, payments: [], refusals: [])
    }

    private init(hub: HubID, request: PaymentRequest, payments: [Held], refusals: [Refused]) {
        self.hub = hub
        self.request = request
        self.payments = payments
        self.refusals = refusals
    }

    package var state: State {
        if payments.isEmpty { return .requested }
        return payments.contains { $0.receipt == nil } ? .held : .acknowledged
    }

    /// The action after a restart, and after the coins were committed.
    package func resume() -> Action {
        if let held = payments.first(where: { $0.receipt == nil }) { return .signReceipt(held.recordIDs) }
        if let refused = refusals.first(where: { $0.decline == nil }) { return .signDecline(refused.recordIDs) }
        return .nothing
    }

    /// The answer to a payment that was seen before; nil for a new one, which must be verified.
    package func answer(toRepeated recordIDs: [RecordID]) -> Action? {
        if let held = payments.first(where: { $0.recordIDs == recordIDs }) {
            return held.receipt.map(Action.showReceipt) ?? .signReceipt(recordIDs)
        }
        if let refused = refusals.first(where: { $0.recordIDs == recordIDs }) {
            return refused.decline.map(Action.showDecline) ?? .signDecline(recordIDs)
        }
        return nil
    }

    /// Takes a verified payment of this request.
    ///
    /// - Throws: ``TokensError`` with code `.wrongRequest` when it answers another request, `.declined` when one of its
    ///   coins was refused before, `.limitExceeded` when a request has more payments than can be stored.
    package mutating func received(_ payment: VerifiedPayment) throws -> Action {
        guard payment.requestHash == request.hash(hub: hub), payment.payee == request.payee else {
            throw TokensError(.wrongRequest, "This payment answers another request.")
        }
        let ids = payment.recordIDs
        if let held = payments.first(where: { $0.recordIDs == ids }) {
            return held.receipt.map(Action.showReceipt) ?? .signReceipt(ids)
        }
        guard !refusals.contains(where: { !Set($0.recordIDs).isDisjoint(with: ids) }) else {
            throw TokensError(.declined, "This payment was declined before. Ask the payer for a new one.")
        }
        guard payments.count < Self.maximumPayments else {
            throw TokensError(
                .limitExceeded, "This request was paid \(payments.count) times. Sync, then receive this one.")
        }
        payments.append(Held(payment: payment.encoded, recordIDs: ids, receipt: nil))
        return .hold(payment)
    }

    /// Refuses a payment, on behalf of the user or the verifier. Persist, then sign the decline.
    ///
    /// - Throws: ``TokensError`` with code `.wrongPayee` when it is not for this request's key, `.illegalState` when
    ///   one of its coins is already held: a received payment cannot be declined.
    package mutating func refuse(_ payment: UnverifiedPayment) throws -> Action {
        guard payment.tokens.allSatisfy({ $0.holder == request.payee }) else {
            throw TokensError(.wrongPayee, "This payment is not for this request, so it cannot be declined here.")
        }
        let ids = payment.recordIDs(hub: hub)
        if let refused = refusals.first(where: { $0.recordIDs == ids }) {
            return refused.decline.map(Action.showDecline) ?? .signDecline(ids)
        }
        guard !payments.contains(where: { !Set($0.recordIDs).isDisjoint(with: ids) }) else {
            throw TokensError(.illegalState, "This payment was received. Pay it back instead of declining it.")
        }
        guard refusals.count < Self.maximumPayments else {
            throw TokensError(.limitExceeded, "Too many payments were declined for this request. Make a new one.")
        }
        refusals.append(Refused(recordIDs: ids, decline: nil))
        return .signDecline(ids)
    }

    /// Takes the signed receipt. Persist, then show.
    ///
    /// - Throws: ``TokensError`` with code `.illegalState` when no payment with these ids is held, `.badSignature`.
    package mutating func receiptSigned(_ receipt: Receipt) throws -> Action {
        guard let index = payments.firstIndex(where: { $0.recordIDs == receipt.recordIDs }) else {
            throw TokensError(
                .illegalState,
                "The receipt is for offline tokens that this wallet does not hold, so the wallet does not show it.")
        }
        if let known = payments[index].receipt { return .showReceipt(known) }
        guard receipt.isSigned(by: request.payee, hub: hub) else {
            throw TokensError(.badSignature, "A receipt is not signed by the key that was paid. Sign it again.")
        }
        payments[index].receipt = receipt
        return .showReceipt(receipt)
    }

    /// Takes the signed decline. Persist, then show.
    ///
    /// - Throws: ``TokensError`` with code `.illegalState` when no payment with these ids was refused, `.badSignature`.
    package mutating func declineSigned(_ decline: Decline) throws -> Action {
        guard let index = refusals.firstIndex(where: { $0.recordIDs == decline.recordIDs }) else {
            throw TokensError(
                .illegalState,
                "The decline is for offline tokens that this wallet did not refuse, so the wallet does not show it.")
        }
        if let known = refusals[index].decline { return .showDecline(known) }
        guard decline.isSigned(by: request.payee, hub: hub) else {
            throw TokensError(.badSignature, "A decline is not signed by the key of the request. Sign it again.")
        }
        refusals[index].decline = decline
        return .showDecline(decline)
    }
}

// MARK: - At rest

extension ReceiveMachine {
    private static let version: UInt64 = 1
    /// The most payments of one request, and the most refusals.
    package static let maximumPayments = 64

    /// The persisted form: `[1, hubId, request, [[payment, [recId...], receipt or null]...], [[[recId...], decline or
    /// null]...]]`.
    package var encoded: [UInt8] {
        encoding(5) { writer in
            writer.uint(Self.version)
            writer.bytes(hub.bytes)
            writer.bytes(request.encoded)
            writer.array(payments.count)
            for held in payments {
                writer.array(3)
                writer.bytes(held.payment)
                Self.write(held.recordIDs, to: &writer)
                if let receipt = held.receipt { writer.bytes(receipt.encoded) } else { writer.null() }
            }
            writer.array(refusals.count)
            for refused in refusals {
                writer.array(2)
                Self.write(refused.recordIDs, to: &writer)
                if let decline = refused.decline { writer.bytes(decline.encoded) } else { writer.null() }
            }
        }
    }

    /// Reads a persisted machine.
    ///
    /// - Throws: ``TokensError`` when the bytes are not one, or a newer Satchel wrote them.
    package init(decoding bytes: [UInt8]) throws {
        self = try Tokens.decoding("stored request", bytes, maximum: Bound.state) { reader in
            try reader.array(of: 5)
            try requireVersion(reader.uint(), Self.version, of: "stored request")
            let hub = try reader.fixed(HubID.self)
            let request = try PaymentRequest(decoding: reader.bytes(maximum: PaymentRequest.maximumBytes))
            let paid = try reader.array(maximum: Self.maximumPayments)
            let payments = try (0..<paid).map { _ in try Self.held(from: &reader) }
            let refused = try reader.array(maximum: Self.maximumPayments)
            let refusals = try (0..<refused).map { _ in
                try reader.array(of: 2)
                return Refused(
                    recordIDs: try reader.recordIDs(),
                    decline: try reader.null() ? nil : Decline(decoding: reader.bytes(maximum: Bound.record)))
            }
            return ReceiveMachine(hub: hub, request: request, payments: payments, refusals: refusals)
        }
    }

    private static func held(from reader: inout CBORReader) throws -> Held {
        try reader.array(of: 3)
        return Held(
            payment: try reader.bytes(maximum: LimitPolicy.standard.payloadBytes), recordIDs: try reader.recordIDs(),
            receipt: try reader.null() ? nil : Receipt(decoding: reader.bytes(maximum: Bound.record)))
    }

    private static func write(_ ids: [RecordID], to writer: inout CBORWriter) {
        writer.array(ids.count)
        for id in ids { writer.bytes(id.bytes) }
    }
}
