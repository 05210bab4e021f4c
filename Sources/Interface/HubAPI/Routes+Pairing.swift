// SPDX-License-Identifier: MIT
internal import HTTP

/// A new device joins an account by one code. Documentation/Protocols/Pairing.md
extension Routes {
    /// Makes a code known, for ten minutes and one device. An earlier code of the account ends. The same one again changes
    /// nothing.
    package static let newPairing = Route(
        .post, "/v1/devices/pairings", .signed, in: PairingOrder.self, out: Pairing.self,
        fits: { order, _, pairing in pairing.hash == order.hash })
    /// The latest pairing of the account.
    package static let pairing = Route(
        .get, "/v1/devices/pairings", .account, in: Nothing.self, out: Pairing.self)
    /// Confirms the device that shows these digits, or refuses whichever it is.
    package static let decidePairing = Route(
        .post, "/v1/devices/pairings/decide", .signed, in: PairingDecision.self, out: Pairing.self,
        fits: { decision, _, pairing in pairing.hash == decision.hash })
    /// Uses a code. A second device that uses it ends the pairing.
    package static let claimPairing = Route(
        .post, "/v1/auth/pairing/claim", .open, cost: .password, in: PairingClaim.self, out: PairingNonce.self)
    /// Hands the session over once the owner has confirmed the device. After a lost answer, another session takes its
    /// place.
    package static let collectPairing = Route(
        .post, "/v1/auth/pairing/session", .open, in: PairingProof.self, out: PairingOutcome.self)
}
