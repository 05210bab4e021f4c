// SPDX-License-Identifier: MIT
import Bytes
import Glibc
import HTTP
import Hub
import HubAPI
import Terminal

extension Command {
    static let console = Command(
        "console", "Show the hub in a browser on this machine, for its operator.",
        discussion: """
            Prints a link that works once, within ten minutes. With --log-in, operators log in with the username, \
            the password and the code of their accounts instead, and the audit log names the operator who locked an \
            account. The console lets you search and lock accounts, and set the quotas of files. It shows fraud cases, \
            the audit, the signed head of the ledger, the proof of a transaction, the metrics of the serving hub, and the QR code of the join \
            link. You can run it while the hub serves. From another machine, forward the port: ssh -L \
            8441:127.0.0.1:8441 hub.example. Press Ctrl-C to stop.
            """,
        options: [.consolePort, .logIn, .numbers, .url, .proved],
        examples: [
            .init("satchel-hub console --directory hub", "Print a link to open in the browser."),
            .init("satchel-hub console --directory hub --log-in", "Run it for all operators of the hub."),
        ]
    ) { invocation in
        let signals = StopSignals(and: [SIGHUP])
        let hub = try HubProgram.open(invocation)
        defer { hub.close() }
        let address = try invocation.required(.url)
        let link = HubDescription(
            url: address, rootKey: hub.rootKey, isProvedByRoot: try isProved(invocation, address, hub)
        ).link
        let door = invocation.has(.logIn) ? ConsoleServer.Door.accounts : .key(ConsoleServer.secret())
        let pages = ConsoleServer(
            hub: hub, link: link, numbers: try invocation.required(.numbers), door: door)
        var limits = Limits()
        // A page holds a secret of its session beside text of others. Compressed lengths could reveal it (BREACH).
        limits.packsAnswers = false
        let server = try Server(
            address: "127.0.0.1", port: UInt16(try invocation.integer(.consolePort, in: 0...65_535) ?? 8441),
            limits: limits, handler: pages.handle)
        let place =
            switch door {
            case .key(let key): "enter?key=\(key)"
            case .accounts: "log-in"
            }
        let url = "http://127.0.0.1:\(server.port)/\(place)"
        if invocation.wantsJSON {
            invocation.console.print(["link": .string(url)])
        } else {
            invocation.console.print(url)
        }
        while signals.wait() == SIGHUP {}
        server.stop()
    }
}

extension Option {
    fileprivate static let numbers = Option(
        "numbers", value: "address:port", "Address of the serving hub's metrics: the --metrics of `serve`.",
        fallback: "127.0.0.1:9440")
    fileprivate static let logIn = Option(
        "log-in", "Let operators log in with their accounts instead of a link.")
    fileprivate static let consolePort = Option(
        "port", short: "p", value: "number", "Port to listen on; 0 for any free port.", fallback: "8441")
}
