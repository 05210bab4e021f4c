// SPDX-License-Identifier: MIT

import Bytes
package import Crypto

/// Decides each step of redeeming units at the hub for credit, without I/O.
///
///     committed ─signed→ signed ─hubAnswered→ settled ←─claimClosed─┐
///         │                │ └─hubAnswered, not for all of it→ claiming
///         └─drop→ dropped  └─refused→ refused
///
/// | State     | Meaning                                                    | Recovery after a crash                        |
/// |-----------|------------------------------------------------------------|-----------------------------------------------|
/// | committed | body, account and nonce are durable, the units are debited  | sign the same body: same id, safe             |
/// | signed    | the redemption is durable and may have reached the hub      | upload the same bytes; the hub's answer is the same |
/// | settled   | the hub's receipt is stored                                 | nothing                                       |
/// | refused   | the hub refused it for good                                 | nothing: the refund sweep decides             |
/// | dropped   | the store was rolled back before it was signed here         | nothing: it is never signed here              |
/// | claiming  | the hub's receipt is stored; a double spender owes the rest | ask the hub how much of the claim was paid    |
///
/// Every event that changes the state is persisted before its action is performed. A flow has no other state than this
/// one: other stored values, such as an indexed column, are computed from it. Decision 0076
package struct RedeemMachine: Hashable, Sendable {
    package enum State: Hashable, Sendable {
        case committed(UnsignedTransfer)
        case signed(Redemption)
        case settled(Redemption, HubReceipt)
        case refused(Redemption)
        case dropped(UnsignedTransfer)
        case claiming(Redemption, HubReceipt)
    }

    package enum Action: Hashable, Sendable {
        case nothing
        /// Sign the body with the owner's key and call ``RedeemMachine/signed(_:)``.
        case sign(UnsignedTransfer)
        /// Send these bytes to the hub. Repeating is safe.
        case upload(Redemption)
        /// The hub credited this many minor units to the account. Fewer than redeemed means that an earlier owner spent
        /// them twice.
        case credited(units: UInt64, of: UInt64)
        /// The refund came first: the hub paid this many minor units to their last known owner.
        case refunded(units: UInt64)
        /// These units are no longer being redeemed.
        case release(UnitRange)
    }

    package let hub: HubID
    package let account: AccountID
    package let nonce: Nonce
    package private(set) var state: State

    /// Makes the machine of a decided redemption. Persist it in one transaction with the debited units, then call
    /// ``resume()``.
    ///
    /// - Parameters:
    ///   - coin: the coin to redeem; `range` are free units of it.
    ///   - certificate: the owner's; needed unless the owner owns the root itself. It may have expired.
    ///   - hubKey: the hub's root key, which receives the units.
    /// - Throws: ``TokensError`` as ``UnsignedTransfer`` does.
    package init(
        redeeming token: OfflineToken, range: UnitRange, certificate: Certificate?, account: AccountID, nonce: Nonce,
        time: Timestamp, hubKey: P256.PublicKey
    ) throws {
        let hub = HubID(rootKey: hubKey)
        let transfer = try UnsignedTransfer(
            spending: token, certificate: certificate, range: range, to: hubKey,
            requestHash: Redemption.binding(account: account, nonce: nonce, hub: hub), time: time)
        self.init(hub: hub, account: account, nonce: nonce, state: .committed(transfer))
    }

    private init(hub: HubID, account: AccountID, nonce: Nonce, state: State) {
        self.hub = hub
        self.account = account
        self.nonce = nonce
        self.state = state
    }

    /// The id of the transfer to the hub, which the hub's receipt carries. It is known before signing.
    package var recordID: RecordID {
        switch state {
        case .committed(let transfer), .dropped(let transfer): transfer.id(hub: hub)
        case .signed(let redemption), .settled(let redemption, _), .refused(let redemption),
            .claiming(let redemption, _):
            redemption.id(hub: hub)
        }
    }

    /// The action after a restart, and after the machine was first persisted.
    package func resume() -> Action {
        switch state {
        case .committed(let transfer): .sign(transfer)
        case .signed(let redemption): .upload(redemption)
        case .settled, .refused, .dropped, .claiming: .nothing
        }
    }

    /// Takes the signature of the body. Persist, then upload. A second signature changes nothing.
    ///
    /// - Throws: ``TokensError`` with code `.badSignature`.
    package mutating func signed(_ signature: P256.Signature) throws -> Action {
        guard case .committed(let transfer) = state else { return resume() }
        let redemption = try Redemption(
            account: account, nonce: nonce, token: transfer.signed(signature, hub: hub))
        state = .signed(redemption)
        return .upload(redemption)
    }

    /// Takes the hub's receipt. Persist, then show. The same receipt again changes nothing.
    ///
    /// - Throws: ``TokensError`` with code `.wrongRequest` for another record, `.illegalState` before it is signed, or
    ///   when ``HubReceipt/verify(by:)`` throws.
    package mutating func hubAnswered(_ receipt: HubReceipt, announced: AnnouncementSet) throws -> Action {
        switch state {
        case .committed, .dropped:
            throw TokensError(.illegalState, "The hub answered for a redemption that was never sent.")
        case .settled, .refused, .claiming:
            return .nothing
        case .signed(let redemption):
            guard receipt.recordID == redemption.id(hub: hub) else {
                throw TokensError(.wrongRequest, "The hub's receipt is about another redemption.")
            }
            try receipt.verify(by: announced)
            switch receipt.outcome {
            case .recorded:
                // Another party uploaded the record first. The hub has yet to answer the redemption itself.
                return .nothing
            case .credited:
                let units = redemption.token.range.length
                state = receipt.units < units ? .claiming(redemption, receipt) : .settled(redemption, receipt)
                return .credited(units: receipt.units, of: units)
            case .refunded:
                state = .settled(redemption, receipt)
                return .refunded(units: receipt.units)
            }
        }
    }

    /// Takes the hub's final refusal.
    package mutating func refused() -> Action {
        guard case .signed(let redemption) = state else { return .nothing }
        state = .refused(redemption)
        return .release(redemption.token.range)
    }

    /// Drops the redemption because the store is an old copy, which must not sign it.
    package mutating func drop() -> Action {
        guard case .committed(let transfer) = state else { return .nothing }
        state = .dropped(transfer)
        return .release(transfer.range)
    }

    /// Closes the claim: it is paid, or there is none.
    package mutating func claimClosed() -> Action {
        if case .claiming(let redemption, let receipt) = state { state = .settled(redemption, receipt) }
        return .nothing
    }

    /// Opens a claim for a row of an older version, where only the column holds that state.
    package mutating func claimOpened() -> Action {
        if case .settled(let redemption, let receipt) = state { state = .claiming(redemption, receipt) }
        return .nothing
    }
}

// MARK: - At rest

extension RedeemMachine {
    private static let version: UInt64 = 1

    /// The persisted form: `[1, hubId, account, nonce, state, payload]`.
    package var encoded: [UInt8] {
        encoding(6) { writer in
            writer.uint(Self.version)
            writer.bytes(hub.bytes)
            writer.bytes(account.bytes)
            writer.bytes(nonce.bytes)
            writer.uint(stateNumber)
            switch state {
            case .committed(let transfer), .dropped(let transfer): transfer.write(to: &writer)
            case .signed(let redemption), .refused(let redemption): writer.bytes(redemption.encoded)
            case .settled(let redemption, let receipt), .claiming(let redemption, let receipt):
                writer.array(2)
                writer.bytes(redemption.encoded)
                writer.bytes(receipt.encoded)
            }
        }
    }

    private var stateNumber: UInt64 {
        switch state {
        case .committed: 0
        case .signed: 1
        case .settled: 2
        case .refused: 3
        case .dropped: 4
        case .claiming: 5
        }
    }

    /// Reads a persisted machine.
    ///
    /// - Throws: ``TokensError`` when the bytes are not one, or a newer Satchel wrote them.
    package init(decoding bytes: [UInt8]) throws {
        self = try Tokens.decoding("stored redemption", bytes, maximum: Bound.state) { reader in
            try reader.array(of: 6)
            try requireVersion(reader.uint(), Self.version, of: "stored redemption")
            return RedeemMachine(
                hub: try reader.fixed(HubID.self), account: try reader.fixed(AccountID.self),
                nonce: try reader.fixed(Nonce.self), state: try Self.readState(reader.uint(), from: &reader))
        }
    }

    private static func readState(_ number: UInt64, from reader: inout CBORReader) throws -> State {
        switch number {
        case 0: return .committed(try UnsignedTransfer(from: &reader))
        case 1: return .signed(try redemption(from: &reader))
        case 2:
            let (redemption, receipt) = try answered(from: &reader)
            return .settled(redemption, receipt)
        case 3: return .refused(try redemption(from: &reader))
        case 4: return .dropped(try UnsignedTransfer(from: &reader))
        case 5:
            let (redemption, receipt) = try answered(from: &reader)
            return .claiming(redemption, receipt)
        default: throw TokensError(.malformed, "A stored redemption is in no known state. Restore the wallet's backup.")
        }
    }

    private static func answered(from reader: inout CBORReader) throws -> (Redemption, HubReceipt) {
        try reader.array(of: 2)
        return (try redemption(from: &reader), try HubReceipt(decoding: reader.bytes(maximum: Bound.record)))
    }

    private static func redemption(from reader: inout CBORReader) throws -> Redemption {
        try Redemption(decoding: reader.bytes(maximum: LimitPolicy.standard.payloadBytes))
    }
}
