// SPDX-License-Identifier: MIT
import Crypto
import Money
import Nearby
import NearbyProtocol
import Terminal
import Tokens
import Wallet

/// Pays a device nearby; what the network cannot do, the payment's code does.
struct NearbyPaying {
    let place: NearbyPlace

    private var invocation: Invocation { place.invocation }
    private var console: Console { place.invocation.console }

    /// How it ended: with the payment, or without one.
    struct Result {
        let payment: OutgoingPayment?
        let outcome: PayerMachine.Outcome
    }

    /// Pays a request that the person has read and confirmed.
    ///
    /// - Returns: nil if this machine cannot look for the payee; the reason has been told.
    func pay(_ requestText: String, allowing overrides: Set<RequestCheck.Override>) throws -> Result? {
        guard let way = try way() else { return nil }
        let request = try Envelope.request(in: requestText).encoded
        return try run(
            NearbyPayer(
                .seen(request), hub: place.hub, over: [way], access: place.access, allowing: overrides,
                note: invocation.value(.note), random: .system, elapsed: place.elapsed))
    }

    /// Pays a payee from the list, after the person has compared six digits.
    func payListed() throws -> Result {
        guard !invocation.has(.yes), !invocation.wantsJSON else {
            throw Failure(
                .usage,
                "Without a code, a person compares six digits with the payee's screen, so --yes and --json are not possible. Give the request."
            )
        }
        guard let way = try way() else {
            throw Failure(.failed, "This device cannot find payees nearby. See: satchel nearby")
        }
        return try run(
            NearbyPayer(
                .listed(try choose()), hub: place.hub, over: [way], access: place.access, note: invocation.value(.note),
                random: .system, elapsed: place.elapsed))
    }

    private func way() throws -> (any Way)? {
        if let address = try place.address() { return TCPWay(to: address) }
        do { return try NetworkWay() } catch let error as NearbyError {
            console.note(error.message)
            return nil
        }
    }

    /// Lets the person choose a payee; nil if `--address` leads to one.
    private func choose() throws -> ListedName? {
        guard !invocation.has(.nearbyAddress) else { return nil }
        console.note("Looking for payees nearby…")
        let time = try place.seconds(or: 10, upTo: 60)
        let names = try NetworkSearch.names(for: time, elapsed: place.elapsed) { name in
            console.print(name.text)
            return true
        }
        guard !names.isEmpty else {
            throw Failure(
                .failed, "The list of payees nearby is empty. The payee uses: satchel request --nearby --list")
        }
        let words = names.map { $0.text.lowercased() }
        let answer = try console.choose("Which name is on the payee's screen?", among: words)
        guard let name = names.first(where: { $0.text.lowercased() == answer }) else { throw Failure.cancelled }
        return name
    }

    private func run(_ payer: NearbyPayer) throws -> Result {
        while true {
            for event in try payer.step(atMost: .seconds(1)) {
                switch event {
                case .review(let summary, let digits): try review(summary, digits, payer)
                case .paid: break
                case .finished(let outcome): return Result(payment: payer.payment, outcome: outcome)
                }
            }
        }
    }

    private func review(_ summary: RequestSummary, _ digits: SessionDigits, _ payer: NearbyPayer) throws {
        guard summary.findings.isEmpty else {
            payer.stop()
            throw Failure(.badDocument, summary.findings.map(\.description).joined(separator: " "))
        }
        console.print("Compare with the payee's screen: \(digits)")
        do {
            try invocation.confirm("Are the digits the same, and do you pay \(summary.asked)?")
        } catch {
            payer.stop()
            throw error
        }
        try payer.agree()
    }
}

/// `satchel pay --nearby`
func payNearby(_ invocation: Invocation) throws {
    guard invocation.has(.camera) || invocation.optional(.document) != nil else {
        let context = try CommandContext(invocation)
        let paying = NearbyPaying(place: try NearbyPlace(invocation, context, try context.open()))
        return try show(try paying.payListed(), invocation)
    }
    let (text, place) = try confirmed(invocation)
    let result = try NearbyPaying(place: place).pay(text, allowing: invocation.overrides)
    if let result, result.payment != nil || !result.leavesTheCode { return try show(result, invocation) }
    if let result { invocation.console.note(result.outcome.sentence + " The code below pays too.") }
    // The person has agreed to the payment, and its code is another way to the same payee.
    let payment = try place.access.use {
        try $0.pay(text, allowing: invocation.overrides, note: invocation.value(.note))
    }
    try invocation.show(payment, isDelivered: false)
}

/// Reads the request and asks the person. The wallet is closed afterwards.
private func confirmed(_ invocation: Invocation) throws -> (String, NearbyPlace) {
    let context = try CommandContext(invocation)
    let wallet = try context.open()
    let text = try invocation.document()
    let summary = try wallet.inspect(requestText: text)
    // A request that must not be paid is refused before anybody is looked for.
    if !summary.findings.isEmpty, !(summary.isOnlyStale && invocation.has(.allowOld)) {
        throw Failure(.badDocument, summary.findings.map(\.description).joined(separator: " "))
    }
    try confirm(summary, invocation)
    return (text, try NearbyPlace(invocation, context, wallet))
}

private func show(_ result: NearbyPaying.Result, _ invocation: Invocation) throws {
    guard let payment = result.payment else { throw Failure(.failed, result.outcome.sentence) }
    switch result.outcome {
    case .delivered: try invocation.show(payment, isDelivered: true)
    case .declined:
        throw Failure(.failed, "\(payment.subject): \(result.outcome.sentence)")
    default:
        invocation.console.note("\(result.outcome.sentence) Let the payee read this code.")
        try invocation.show(payment, isDelivered: false)
    }
}

extension NearbyPaying.Result {
    /// Whether the code can still pay what the network did not.
    fileprivate var leavesTheCode: Bool {
        switch outcome {
        case .notFound, .lost, .otherVersion, .unanswered, .refused(.notNow): true
        case .delivered, .declined, .stopped, .refused: false
        }
    }
}

extension RequestSummary {
    /// The amount and the payee, for a question.
    var asked: String {
        "\(amount?.formatted ?? "an amount in another currency") to \(payee?.printable() ?? "an unverified payee")"
    }
}

extension PayerMachine.Outcome {
    /// Why the payee has not confirmed the payment over the network, for a person.
    var sentence: String {
        switch self {
        case .delivered: "The payee has confirmed it."
        case .declined: "The payee declined it. The next sync refunds it."
        case .refused(.invalidPayment): "The payee's wallet refused the payment as invalid."
        case .refused(.otherRequest): "The payee's wallet says that the payment answers another request."
        case .refused(.alreadyPaid): "This request is already paid."
        case .refused(.notNow): "The payee's wallet could not store the payment now."
        case .refused(.stopped): "The payee stopped."
        case .refused(.other): "The payee's wallet refused the payment."
        case .notFound: "The payee was not found nearby."
        case .unanswered: "The payee has not confirmed the payment yet."
        case .lost: "The link to the payee ended before the payment. Nothing was paid. Try again."
        case .otherVersion: "The payee's Satchel has another version for payments nearby."
        case .stopped: "Stopped. Nothing was paid."
        }
    }
}
