// SPDX-License-Identifier: MIT
import Glibc
import HTTP
import Hub
import HubAPI
import Terminal

extension Command {
    static let console = Command(
        "console", "Show the hub in a browser on this machine, for its operator.",
        discussion: """
            Prints a link that lets in once, within ten minutes. With --log-in operators come in with the name, the password \
            and the code of their accounts instead, and the audit log says which of them locked an account. Accounts are searched and locked, fraud cases, the audit, the \
            signed head of the ledger, the proof of one transaction and the numbers of the serving hub are shown, and the code with which wallets join. May run beside a serving hub. From another machine, forward the \
            port: ssh -L 8441:127.0.0.1:8441 hub.example. Ends with Ctrl-C.
            """,
        options: [.consolePort, .logIn, .numbers, .url, .proved],
        examples: [
            .init("satchel-hub console --directory hub", "Open the link that it prints."),
            .init("satchel-hub console --directory hub --log-in", "Keep it running for the operators of the hub."),
        ]
    ) { invocation in
        let signals = StopSignals()
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
        // A page holds a secret of its session beside text of others.
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
            invocation.console.print(["link": .text(url)])
        } else {
            invocation.console.print(url)
        }
        while signals.wait(seconds: 3_600) != .stop {}
        server.stop()
    }
}

extension Option {
    fileprivate static let numbers = Option(
        "numbers", value: "address:port", "Where the serving hub tells its metrics: the `--metrics` of `serve`.",
        fallback: "127.0.0.1:9440")
    fileprivate static let logIn = Option(
        "log-in", "Let operators in with their accounts, in place of whoever has a link.")
    fileprivate static let consolePort = Option(
        "port", short: "p", value: "number", "The port; 0 takes any free one.", fallback: "8441")
}
