// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Glibc
import HTTP
import Hub
import HubAPI
import HubStorage
import Logging
import Money
import Terminal
import Tokens

extension Command {
    static let demo = Command(
        "demo", "Run the hub of a demo, which is removed when standard input ends. See satchel --demo.",
        discussion: """
            The hub serves this machine only, on a free port, from a folder of its own beneath the given one. Programs \
            of Satchel start it. Each line of standard input is an order: `behind SECONDS` sets the hub's clock behind \
            the machine's, and `credit ACCOUNT AMOUNT` credits an account. The hub answers each with a line. When \
            standard input ends, also because the other program was killed, the hub removes its folder and ends.
            """,
        options: [.behind],
        operands: [Operand("folder", "An existing folder, such as /tmp.", completion: .directories)],
        examples: [.init("satchel-hub demo /tmp", "Run an empty hub until Ctrl-D.")]
    ) { invocation in
        let parent = try invocation.operand(Operand("folder", ""))
        let behind = try invocation.integer(.behind, in: DemoHub.secondsBehind) ?? 0
        // The other program may end before an answer. The folder must be removed then too.
        signal(SIGPIPE, SIG_IGN)
        DemoFolder.removeLeftovers(in: parent)
        let folder = try DemoFolder(in: parent)
        defer { folder.remove() }
        let demo = try DemoHub(in: folder.path + "/hub", secondsBehind: behind, log: try invocation.log())
        defer { demo.close() }
        if invocation.wantsJSON {
            invocation.console.print([
                "folder": .string(folder.path), "ready": .string(demo.url), "link": .string(demo.link),
            ])
        } else {
            invocation.console.print("ready \(demo.url)\nfolder \(folder.path)\n\(demo.link)")
        }
        try demo.run { invocation.answer(["done": .string($0)], "done \($0)") }
    }
}

/// A hub whose clock and operator obey the lines of standard input.
private struct DemoHub {
    /// At most about two months.
    static let secondsBehind = 0...60 * 86_400
    private static let maximumLine = 1_024

    let url: String
    let link: String
    private let hub: Hub
    private let server: Server
    private let housekeeping: Housekeeping
    private let time = DemoClock()

    init(in directory: String, secondsBehind: Int, log: Log) throws {
        time.set(secondsBehind: UInt64(secondsBehind))
        // Not the settings of the environment, which are those of the operator's own hub.
        var configuration = HubConfiguration()
        configuration.actor = HubProgram.actor
        configuration.passwordCost = .minimum
        configuration.log = log
        let files = HubDirectory(directory)
        try HubSetup.prepare(files)
        // The root key is thrown away: no later hub needs it.
        try HubSetup.create(
            in: files, currency: try Currency(code: "USD"), rootKey: P256.PrivateKey(random: .system),
            configuration: configuration, clock: time.clock)
        hub = try Hub.open(directory: directory, configuration: configuration, clock: time.clock)
        server = try hub.serve(.at("127.0.0.1", port: 0), loops: 1)
        url = "http://127.0.0.1:\(server.port)"
        link = HubDescription(url: url, rootKey: hub.rootKey, isProvedByRoot: false).link
        housekeeping = try Housekeeping(of: hub, now: time.clock.now(), log: log)
    }

    func close() {
        server.stop()
        housekeeping.close()
        hub.close()
    }

    /// Obeys each line, and looks after the hub in between.
    ///
    /// - Parameter done: called with each line that was obeyed.
    func run(_ done: (String) -> Void) throws {
        var waiting: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: Self.maximumLine)
        while true {
            var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            guard poll(&input, 1, 5_000) > 0 else {
                housekeeping.look(at: time.clock.now(), isClockAhead: false)
                continue
            }
            let count = read(STDIN_FILENO, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0, waiting.count + count <= Self.maximumLine else { return }
            waiting += piece[..<count]
            while let end = waiting.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: waiting[..<end], as: UTF8.self)
                waiting.removeFirst(end + 1)
                try obey(line.split(separator: " ").map { String($0) })
                done(line)
            }
        }
    }

    private func obey(_ words: [String]) throws {
        switch (words.first, words.count) {
        case ("behind", 2):
            guard let seconds = Int(words[1]), Self.secondsBehind.contains(seconds) else {
                throw Failure(
                    .usage, "Invalid seconds '\(words[1])': use 0 to \(Self.secondsBehind.upperBound).")
            }
            time.set(secondsBehind: UInt64(seconds))
            // At once: the next line may depend on it.
            try hub.payRecurring()
        case ("credit", 3):
            _ = try hub.topUp(.account(words[1]), try Amount(parsing: words[2], currency: hub.currency))
        default:
            throw Failure(.usage, "Unknown order '\(words.joined(separator: " "))': use behind or credit.")
        }
    }
}

extension Option {
    static let behind = Option(
        "behind", value: "seconds", "How far the hub's clock is behind at the start. Default: 0.")
}
