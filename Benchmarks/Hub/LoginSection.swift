// SPDX-License-Identifier: MIT
import Crypto
import Hub
import HubAPI
import Money
import Tokens

/// Log-ins, each of which works a password through Argon2id as it is meant to be worked: 19 MiB, twice.
enum LoginSection {
    private static let accounts = 8
    private static let password = "correct horse battery"

    static func run(_ options: Options, scratch: ScratchFolder) throws -> [Finding] {
        let folder = try scratch.folder("logins")
        let clock = Clock { Timestamp(seconds: Stopwatch.civilSeconds) }
        try HubSetup.create(
            in: HubDirectory(folder + "/hub"), currency: try Currency(code: "USD"),
            rootKey: P256.PrivateKey(random: .system), clock: clock)
        let hub = try Hub.open(directory: folder + "/hub", clock: clock)
        for number in 0..<accounts {
            _ = try HubCaller(hub.pipe).call(
                Routes.register, Credentials(username: "client\(number)", password: password))
        }
        hub.close()
        let requests = try (0..<options.repetitions(400, quick: 60)).map { number in
            try HubRequest.bytes(
                Routes.login, Credentials(username: "client\(number % accounts)", password: password))
        }
        let process = try HubProcess(.program, directory: folder + "/hub", complaints: folder + "/hub.log")
        let client = try LoadClient(port: process.port, connections: accounts)
        var rounds = HubRounds()
        try rounds.measure(process.process) { try client.run(requests[...]) { try HubRounds.requireDone($1) } }
        return [
            Finding(
                .logins, "log-ins with Argon2id (19 MiB, 2 passes)",
                "\(Text.count(rounds.perSecond))/s" + rounds.processorNote
                    + ", 99 of 100 within \(Text.duration(rounds.latencies.percentile(99)))")
        ]
    }
}
