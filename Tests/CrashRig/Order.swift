// SPDX-License-Identifier: MIT

/// What one process of the crash driver does: one thing that a person asks a wallet for, or serving a hub.
package enum Operation: String, CaseIterable, Sendable {
    case enrol, request, pay, receive, acknowledge, decline, cancel, withhold, buy, send, sync, redeem, open, backup,
        restore, serve
}

/// The order to a process, as its command line: `name=value` words.
package struct Order: Sendable {
    package var operation: Operation
    package var folder: String
    /// Whose wallet; empty for the hub.
    package var person = ""
    /// Which copy of the wallet's folder; empty for the first. All copies of a person have one state folder.
    package var copy = ""
    /// Seconds since 1970, for as long as the process lives.
    package var time = Scene.start
    package var seed: UInt64 = 0
    /// The hub's URL; empty while nobody can reach it.
    package var hub = ""
    /// The document that the operation takes.
    package var text = ""
    package var cents: UInt64 = 0
    /// Whom to send to.
    package var recipient = ""
    /// The step, counted from one, at which the process kills itself; zero for never.
    package var killAt = 0
    /// The step at which the process says so and waits for the end of its input; zero for never.
    package var waitAt = 0
    /// Whether it waits like that with the wallet open, before it does anything.
    package var waits = false
    /// A file that each step's name is appended to.
    package var trace = ""
    /// Bytes that a file may have, as on a full disk; zero for no limit.
    package var fileLimit: UInt64 = 0
    /// Whether the process gives up the rights of the superuser, who may write anywhere.
    package var isOrdinary = false

    package init(_ operation: Operation, in folder: String) {
        self.operation = operation
        self.folder = folder
    }

    package var words: [String] {
        [
            "operation=\(operation.rawValue)", "folder=\(folder)", "person=\(person)", "copy=\(copy)", "time=\(time)",
            "seed=\(seed)",
            "hub=\(hub)", "text=\(text)", "cents=\(cents)", "recipient=\(recipient)", "killAt=\(killAt)",
            "waitAt=\(waitAt)", "waits=\(waits)",
            "trace=\(trace)", "fileLimit=\(fileLimit)", "isOrdinary=\(isOrdinary)",
        ]
    }

    /// Reads the words back; nil when they are not such an order.
    package init?(_ words: some Sequence<String>) {
        var values: [String: String] = [:]
        for word in words {
            let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2 else { return nil }
            values[String(halves[0])] = String(halves[1])
        }
        func number(_ name: String) -> UInt64 { values[name].flatMap { UInt64($0) } ?? 0 }
        guard let operation = values["operation"].flatMap(Operation.init), let folder = values["folder"] else {
            return nil
        }
        self.init(operation, in: folder)
        person = values["person"] ?? ""
        copy = values["copy"] ?? ""
        time = number("time")
        seed = number("seed")
        hub = values["hub"] ?? ""
        text = values["text"] ?? ""
        cents = number("cents")
        recipient = values["recipient"] ?? ""
        killAt = Int(number("killAt"))
        waitAt = Int(number("waitAt"))
        waits = values["waits"] == "true"
        trace = values["trace"] ?? ""
        fileLimit = number("fileLimit")
        isOrdinary = values["isOrdinary"] == "true"
    }
}
