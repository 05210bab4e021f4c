// SPDX-License-Identifier: MIT

import Bytes
package import Crypto

/// Decides each step of giving units back to the hub for credit; performs nothing.
///
///     committed ─signed→ signed ─hubAnswered→ settled ←─claimClosed─┐
///         │                │ └─hubAnswered, not for all of it→ claiming
///         └─drop→ dropped  └─refused→ refused
///
/// | State     | Meaning                                                    | Recovery after a crash                        |
/// |-----------|------------------------------------------------------------|-----------------------------------------------|
/// | committed | body, account and nonce are durable, the units are debited  | sign the same body: same id, harmless         |
/// | signed    | the redemption is durable and may have reached the hub      | upload the same bytes; the hub answers alike  |
/// | settled   | the hub's receipt is held                                   | nothing                                       |
/// | refused   | the hub refused it for good                                 | nothing: the refund has the last word         |
/// | dropped   | the store was rolled back before it was signed here         | nothing: it is never signed here              |
/// | claiming  | the hub's receipt is held; the rest is owed by a culprit    | ask the hub how much of the claim was paid    |
///
/// Every event that changes the state is persisted before its action is performed. A flow has no other state than this one:
/// what a store keeps beside it, such as an indexed column, is computed from it. Decision 0076
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
        /// Sign the body with the holder's key and call ``RedeemMachine/signed(_:)``.
        case sign(UnsignedTransfer)
        /// Send these bytes to the hub, however often.
        case upload(Redemption)
        /// The hub credited so many minor units to the account; fewer than redeemed means that somebody spent them twice.
        case credited(units: UInt64, of: UInt64)
        /// The refund was quicker: the hub paid so many minor units to their last known owner.
        case refunded(units: UInt64)
        /// These units are not on their way to the account any more.
        case release(UnitRange)
    }

    package let hub: HubID
    package let account: AccountID
    package let nonce: Nonce
    package private(set) var state: State

    /// A redemption that is decided. Persist the machine in one transaction with the debited units, then ``resume()``.
    ///
    /// - Parameters:
    ///   - coin: as it is held; `range` are units of it that are free.
    ///   - certificate: the holder's; needed unless the holder owns the root itself. It need not be alive.
    ///   - hubKey: the hub's root key, which the units go to.
    /// - Throws: ``TokensError`` as ``UnsignedTransfer`` does.
    package init(
        redeeming coin: Coin, range: UnitRange, certificate: Certificate?, account: AccountID, nonce: Nonce,
        time: Timestamp, hubKey: P256.PublicKey
    ) throws {
        let hub = HubID(rootKey: hubKey)
        let transfer = try UnsignedTransfer(
            spending: coin, certificate: certificate, range: range, to: hubKey,
            requestHash: Redemption.binding(account: account, nonce: nonce, hub: hub), time: time)
        self.init(hub: hub, account: account, nonce: nonce, state: .committed(transfer))
    }

    private init(hub: HubID, account: AccountID, nonce: Nonce, state: State) {
        self.hub = hub
        self.account = account
        self.nonce = nonce
        self.state = state
    }

    /// The id of the transfer to the hub, known before it is signed: what the hub's receipt names.
    package var recordID: RecordID {
        switch state {
        case .committed(let transfer), .dropped(let transfer): transfer.id(hub: hub)
        case .signed(let redemption), .settled(let redemption, _), .refused(let redemption),
            .claiming(let redemption, _):
            redemption.id(hub: hub)
        }
    }

    /// What to do after the program started again, and after the machine was first persisted.
    package func resume() -> Action {
        switch state {
        case .committed(let transfer): .sign(transfer)
        case .signed(let redemption): .upload(redemption)
        case .settled, .refused, .dropped, .claiming: .nothing
        }
    }

    /// The body was signed. Persist, then upload; a second signature changes nothing.
    ///
    /// - Throws: ``TokensError`` with code `.badSignature`.
    package mutating func signed(_ signature: P256.Signature) throws -> Action {
        guard case .committed(let transfer) = state else { return resume() }
        let redemption = try Redemption(
            account: account, nonce: nonce, coin: transfer.signed(signature, hub: hub))
        state = .signed(redemption)
        return .upload(redemption)
    }

    /// The hub answered. Persist, then show; the same answer again changes nothing.
    ///
    /// - Throws: ``TokensError`` with code `.wrongRequest` for another record, `.illegalState` before it is signed, or when
    ///   ``HubReceipt/verify(by:)`` throws.
    package mutating func hubAnswered(_ receipt: HubReceipt, book: AnnouncementBook) throws -> Action {
        switch state {
        case .committed, .dropped:
            throw TokensError(.illegalState, "The hub answered for a redemption that was never sent.")
        case .settled, .refused, .claiming:
            return .nothing
        case .signed(let redemption):
            guard receipt.recordID == redemption.id(hub: hub) else {
                throw TokensError(.wrongRequest, "The hub's receipt is about another redemption.")
            }
            try receipt.verify(by: book)
            switch receipt.outcome {
            case .recorded:
                // Somebody else uploaded the record first; the redemption itself is still to be answered.
                return .nothing
            case .credited:
                let units = redemption.coin.range.length
                state = receipt.units < units ? .claiming(redemption, receipt) : .settled(redemption, receipt)
                return .credited(units: receipt.units, of: units)
            case .refunded:
                state = .settled(redemption, receipt)
                return .refunded(units: receipt.units)
            }
        }
    }

    /// The hub refused the redemption for good.
    package mutating func refused() -> Action {
        guard case .signed(let redemption) = state else { return .nothing }
        state = .refused(redemption)
        return .release(redemption.coin.range)
    }

    /// The store turned out to be an old copy: what it has not signed yet it never signs.
    package mutating func drop() -> Action {
        guard case .committed(let transfer) = state else { return .nothing }
        state = .dropped(transfer)
        return .release(transfer.range)
    }

    /// The claim is paid, or there is none.
    package mutating func claimClosed() -> Action {
        if case .claiming(let redemption, let receipt) = state { state = .settled(redemption, receipt) }
        return .nothing
    }

    /// A claim is open after all: rows that were written before this machine knew of claims say so in their column alone.
    package mutating func claimOpened() -> Action {
        if case .settled(let redemption, let receipt) = state { state = .claiming(redemption, receipt) }
        return .nothing
    }
}

// MARK: - At rest

extension RedeemMachine {
    private static let version: UInt64 = 1

    /// The machine as it is persisted: `[1, hubId, account, nonce, state, payload]`.
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

    /// Reads a machine that was persisted.
    ///
    /// - Throws: ``TokensError`` when the bytes are not one, or were written by a newer Satchel.
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
