// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Nearby
import NearbyProtocol
import Terminal
import Tokens
import Wallet

/// Waits for the payment of an open request from devices nearby, beside its code on the screen.
struct NearbyReceiving {
    let place: NearbyPlace
    let request: OpenRequest

    private var invocation: Invocation { place.invocation }
    private var console: Console { place.invocation.console }

    /// - Parameter began: told when payers can call: the port, and the name in the list if there is one.
    func run(began: (_ port: UInt16, _ name: String?) throws -> Void) throws {
        let doorway = try place.address().map { try TCPDoorway(at: $0) } ?? TCPDoorway()
        let names = MeetingKeys(
            request: try Envelope.request(in: request.text).encoded, hub: place.hub)
        let isListed = invocation.has(.listed)
        let listing = try announce(names, at: doorway.port, isListed)
        let payee = try NearbyPayee(
            request.text, hub: place.hub, isListed: isListed, at: [doorway], access: place.access, random: .system,
            elapsed: place.elapsed)
        defer { payee.close() }
        try began(doorway.port, isListed ? names.listedName : nil)
        let received = try wait(for: payee, listing, names)
        guard let received else {
            throw Failure(
                .failed,
                "No payment came. The request \(request.subject) stays open, and its code still works. "
                    + "To wait again: satchel receive --nearby \(request.subject)")
        }
        invocation.answer(received)
    }

    /// Announces the request in the local network; nil if an address is given, which the payer must know then.
    private func announce(_ names: MeetingKeys, at port: UInt16, _ isListed: Bool) throws -> NetworkListing? {
        guard !invocation.has(.nearbyAddress) else { return nil }
        do {
            let listing = try NetworkListing(port: port)
            try listing.add(names.networkName)
            if isListed { try listing.add(names.listedName) }
            return listing
        } catch let error as NearbyError {
            throw Failure(
                .failed,
                "\(error.message) The request \(request.subject) stays open, and its code works. See: satchel nearby")
        }
    }

    private func wait(
        for payee: NearbyPayee, _ listing: NetworkListing?, _ names: MeetingKeys
    ) throws -> IncomingPayment? {
        let end = place.elapsed() + (try place.seconds(or: NearbyPlace.longestWait, upTo: NearbyPlace.longestWait))
        var received: IncomingPayment?
        // A payer who is connected at the end may finish; others who come then do not prolong it.
        let last = end + NearbyBound.decision
        while place.elapsed() < end || payee.hasCallers && place.elapsed() < last {
            for event in try payee.step(atMost: .seconds(1)) {
                switch event {
                case .digits(let digits): tell(digits)
                case .ended: break
                case .listingEnded:
                    listing?.remove(names.listedName)
                    console.note("Someone nearby interfered, so you are not in the list any more. Show the code.")
                case .received(let payment): received = received ?? payment
                case .refused(let error): console.note("A payment was refused: \(error.message)")
                }
            }
            // The payer has its receipt, or asks for it again by the code.
            if received != nil, !payee.hasCallers { break }
        }
        return received
    }

    private func tell(_ digits: SessionDigits) {
        if invocation.wantsJSON {
            console.print(["digits": .string(digits.text)])
        } else {
            console.print("A payer has connected. The payer's screen must show the same digits: \(digits)")
        }
    }
}
