// SPDX-License-Identifier: MIT
import Bytes
import Demo
import ScreenModels
import Terminal

extension Command {
    static let demo = Command(
        "demo", "Keep a demo running until Ctrl-C: a wallet and a hub with invented people and money.",
        discussion: """
            `satchel --demo` without a command does the same. While it runs, `satchel --demo` with a command uses this \
            demo, also from another terminal. Without a running demo such a command gets one of its own, which is \
            removed after it. The demo is in a folder that is removed at the end. Your own wallet, its settings and the \
            keyring are not used. The program satchel-hub must be installed.
            """,
        examples: [
            .init("satchel --demo", "Keep a demo running."),
            .init("satchel --demo balance", "Show the balance of the demo's wallet."),
        ]
    ) { invocation in
        let signals = StopSignals()
        if let running = Demo.running(variable: Program.processEnvironment) {
            throw Failure(
                .conflict, "A demo runs already, in \(running.place.folder). Use it: satchel --demo balance",
                showsUsage: false)
        }
        let demo = try HeldDemo.start()
        invocation.answer(
            [
                "folder": .string(demo.place.folder), "account": .string(demo.access.username),
                "link": .string(demo.access.link),
            ],
            """
            The demo is ready. Nothing in it is real. Ctrl-C ends and removes it. In another terminal:
              satchel --demo balance
              satchel --demo activity
              satchel --demo send anna-demo 5 --note Tea
              satchel --demo cards list
            """)
        _ = signals.wait()
    }
}

extension Option {
    static let demo = Option(
        "demo", "Use a demo with invented people and money instead of your wallet. See satchel demo --help.")
}

extension CommandContext {
    /// - Throws: ``Failure`` in a demo, for a command that would change the user's session or lock the demo.
    func refuseInDemo() throws {
        if demo != nil { throw Failure(.failed, "The demo does not offer this.", showsUsage: false) }
    }
}
