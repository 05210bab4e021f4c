// SPDX-License-Identifier: MIT
import Crypto
import HTTP
import Hub
import HubAPI
import Money
import Tokens

/// Drives the whole router with hostile bytes.
///
/// The first byte chooses the route, the rest is the body. Whatever comes, the answer has a status of the API, is well-formed
/// JSON, and the ledger stays sound.
enum RouterEntry {
    private struct Subject: Sendable {
        let hub: Hub
        let proof: CallerProof
    }

    private static let paths: [(Method, String)] = [
        (.post, Routes.register.path), (.post, Routes.login.path), (.post, Routes.refresh.path),
        (.post, Routes.logout.path), (.post, Routes.purchase.path), (.post, Routes.send.path),
        (.post, Routes.redeem.path), (.post, Routes.certificates.path), (.post, Routes.status.path),
        (.get, Routes.transactions.path), (.post, Routes.newRequest.path), (.post, Routes.newSplit.path),
        (.post, Routes.newRecurring.path), (.post, Routes.keepContact.path),
    ]

    /// One body of each route that is nearly right.
    static let seeds: [[UInt8]] = [
        #"0{"username":"alice","password":"correct horse"}"#, #"1{"username":"fuzz","password":"correct horse"}"#,
        #"2{"refreshToken":"AAAA"}"#, #"3{"refreshToken":"AAAA"}"#,
        #"4{"id":"01890a5d-ac96-774b-bcce-b302099a8057","pieces":[{"amount":{"value":"1.00","currency":"USD"},"owner":"A"}]}"#,
        #"5{"id":"01890a5d-ac96-774b-bcce-b302099a8057","recipient":"bob","amount":{"value":"1.00","currency":"USD"},"note":"x"}"#,
        #"6{"items":["hgFQAAAAAAAAAAAAAAAAAAAAAFAA"]}"#, #"7{"keys":["AgAA"]}"#, #"8{"records":["AAAA"]}"#, "9",
        #":{"id":"01890a5d-ac96-774b-bcce-b302099a8057","amount":{"value":"1.00","currency":"USD"},"due":"2026-12-01"}"#,
        #";{"id":"01890a5d-ac96-774b-bcce-b302099a8057","total":{"value":"1.00","currency":"USD"},"shares":[{"person":"bob","weight":1},{"person":"fuzz","weight":2}]}"#,
        #"<{"id":"01890a5d-ac96-774b-bcce-b302099a8057","recipient":"bob","amount":{"value":"1.00","currency":"USD"},"rhythm":{"unit":"monthly","every":1},"first":"2026-11-20"}"#,
        #"={"username":"bob","name":"Robert","favourite":true}"#,
    ].map { Array($0.utf8) }

    /// Runs one input; stops the program when a promise is broken.
    static func run(_ bytes: [UInt8]) {
        let choice = Int(bytes.first ?? 0)
        let (method, path) = paths[(choice + paths.count * 26 - Int(UInt8(ascii: "0"))) % paths.count]
        var request = Request(
            method: method, path: path, headers: ["Content-Type": "application/json"], body: Array(bytes.dropFirst()))
        subject.proof.prove(&request, for: .signed)
        let response = subject.hub.answer(request)
        precondition(response.status != HubProblem(.internalError, "").status, "The router met a fault of its own.")
        do {
            if response.status != 200 { _ = try Wire.decode(HubProblem.self, from: response.body) }
        } catch {
            preconditionFailure("A refusal is not a problem: \(error)")
        }
    }

    private static let subject: Subject = {
        do {
            let clock = Clock { Timestamp(seconds: 1_795_180_000) }
            var configuration = HubConfiguration()
            configuration.passwordCost = .minimum
            configuration.accessTokenLife = 1 << 32
            let hub = try Hub.inMemory(
                currency: try Currency(code: "USD"), configuration: configuration, clock: clock, random: .system)
            let session = try HubCaller(hub.pipe).call(
                Routes.register, Credentials(username: "fuzz", password: "correct horse"))
            _ = try hub.topUp(.account("fuzz"), Amount(minorUnits: 1_000_000, currency: hub.currency))
            return Subject(hub: hub, proof: CallerProof(session, at: clock.now().seconds))
        } catch {
            preconditionFailure("No hub to fuzz: \(error)")
        }
    }()
}
