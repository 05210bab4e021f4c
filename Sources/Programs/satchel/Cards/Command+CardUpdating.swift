// SPDX-License-Identifier: MIT
import Bytes
import Cards
import CardStore
import Terminal

extension Command {
    /// Newer copies of passes, from their issuers.
    static let cardUpdating: [Command] = [
        Command(
            "update", "Ask the issuers of passes for newer copies.", confirms: true,
            discussion: """
                A pass may name a host of its issuer that has its newest copy. The command names the hosts and asks \
                before it contacts them. A host learns this machine's address and which of its passes you have. What \
                you changed on a card stays, and `undo` restores the card as it was.
                """,
            options: [.passLanguage], operands: [.someCards],
            examples: [
                .init("satchel cards update", "Update all passes that name a host, except archived ones."),
                .init("satchel cards update cinema", "Update one pass."),
            ]
        ) { invocation in
            let context = try CardContext(invocation)
            let named = try context.cards(.someCards)
            let cards = try named.isEmpty ? context.cards.cards() : named
            let asked = cards.compactMap { card in context.cards.passService(of: card).map { (card, $0.host) } }
            if let card = named.first(where: { card in !asked.contains { $0.0.id == card.id } }) {
                throw Failure(.failed, "The card \(card.named) has no pass that names a host for updates.")
            }
            guard !asked.isEmpty else {
                guard !invocation.wantsJSON else { return invocation.console.print(.items([])) }
                return invocation.console.print("No card has a pass that names a host for updates.")
            }
            let hosts = Set(asked.map(\.1)).sorted()
            let passes = asked.count == 1 ? "a newer copy of 1 pass" : "newer copies of \(asked.count) passes"
            try invocation.confirm("Ask \(hosts.joined(separator: ", ")) for \(passes)?")
            let client = try PassClient()
            let outcomes = try asked.map { card, host in
                let outcome = try context.cards.updatePass(
                    of: card.id, language: invocation.value(.passLanguage) ?? "en", by: client)
                return (card, host, outcome)
            }
            try context.print(outcomes)
        }
    ]
}

extension CardContext {
    /// Prints what became of each pass.
    ///
    /// - Throws: ``Failure`` when one could not be updated. Everything is printed before.
    fileprivate func print(_ outcomes: [(card: Card, host: String, outcome: PassUpdate)]) throws {
        if invocation.wantsJSON {
            invocation.console.print(
                .items(
                    outcomes.map { card, host, outcome in
                        [
                            "no": cards.number(of: card.id).map { .number(Int64($0)) } ?? .null,
                            "id": .string(card.id.text), "host": .string(host), "result": .string(outcome.word),
                            "reason": .string(outcome.failure?.rawValue),
                        ]
                    }))
        } else {
            var table = Table(.numbers("no"), .words("store"), .words("host"), .words("result"))
            for (card, host, outcome) in outcomes {
                table.add(
                    cards.number(of: card.id).map(String.init) ?? "", card.store.shortened(to: 28), host,
                    outcome.sentence)
            }
            invocation.console.print(table.text)
        }
        let failures = outcomes.compactMap(\.outcome.failure)
        guard let first = failures.first else { return }
        let what = failures.count == 1 ? "1 pass was" : "\(failures.count) passes were"
        throw Failure(
            failures.allSatisfy(\.isOfNetwork) ? .hubUnreachable : first == .notTaken ? .failed : .badDocument,
            "\(what) not updated. Their cards are as they were.")
    }
}

extension PassUpdate {
    fileprivate var word: String {
        switch self {
        case .updated: "updated"
        case .unchanged: "unchanged"
        case .failed: "failed"
        }
    }

    fileprivate var failure: Failure? { if case .failed(let failure) = self { failure } else { nil } }

    fileprivate var sentence: String {
        switch self {
        case .updated: "updated"
        case .unchanged: "nothing new"
        case .failed(let failure): failure.sentence
        }
    }
}

extension PassUpdate.Failure {
    fileprivate var isOfNetwork: Bool {
        [.unreachable, .timedOut, .cutOff, .insecure, .serverFault].contains(self)
    }

    fileprivate var sentence: String {
        switch self {
        case .unreachable: "The host cannot be reached. Try again later."
        case .timedOut: "The host did not answer in time. Try again later."
        case .cutOff: "The connection broke. Try again later."
        case .insecure: "The host's certificate is not valid, so nothing was sent."
        case .denied: "The issuer does not accept this pass any more."
        case .notFound: "The issuer does not have this pass any more."
        case .redirected: "The host names another address, which was not followed."
        case .serverFault: "The host has a fault. Try again later."
        case .unexpected: "The host's answer cannot be understood."
        case .tooLarge: "The answer is larger than a pass may be."
        case .notAPass: "The answer is not a pass."
        case .otherPass: "The answer is another pass."
        case .noService: "The pass is lost."
        case .notTaken: "The changed card is beyond a limit."
        }
    }
}
