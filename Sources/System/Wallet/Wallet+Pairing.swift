// SPDX-License-Identifier: MIT
internal import Crypto
package import HubAPI

/// Letting a new device join the account by a code. Documentation/Protocols/Pairing.md
///
/// The wallet stores nothing of this: the hub knows where the pairing stands. After a lost answer the user asks again.
extension Wallet {
    /// Makes a code that is good for ten minutes and one device. An earlier one ends.
    package func makePairingCode() throws -> (code: PairingCode, pairing: Pairing) {
        try run {
            let hub = try open.hubSetting().description
            let code = PairingCode(hub: hub, token: open.random.bytes(PairingCode.tokenCount))
            return (code, try link.call(Routes.newPairing, PairingOrder(hash: Blob(code.hash.bytes))))
        }
    }

    /// The latest pairing of the account.
    package func pairing() throws -> Pairing { try run { try link.call(Routes.pairing, Nothing()) } }

    /// Confirms the device that shows these six digits.
    package func confirmPairing(_ digits: String) throws -> Pairing {
        try decide(digits)
    }

    /// Refuses the device that has used the code, or ends a code that no device has used.
    package func refusePairing() throws -> Pairing {
        try decide(nil)
    }

    private func decide(_ digits: String?) throws -> Pairing {
        try run {
            let latest = try link.call(Routes.pairing, Nothing())
            return try link.call(Routes.decidePairing, PairingDecision(hash: latest.hash, digits: digits))
        }
    }
}
