// SPDX-License-Identifier: MIT
import Glibc
import Terminal

extension Option {
    static let profile = Option(
        "profile", short: "p", value: "directory", "Where the wallet lives.", fallback: "~/.satchel",
        environment: "SATCHEL_PROFILE", completion: .directories)
    static let amount = Option("amount", short: "a", value: "amount", "How much, such as 12.50.")
    static let format = Option(
        "format", value: "format", "The image's format.", completion: .choices(["png", "svg"]))
    static let tag = Option("tag", value: "word", "A word to find it by.", isRepeated: true)
    static let loud = Option("loud", short: "l", "Say more.")
}

extension Operand {
    static let request = Operand("request", "The request's text or file.", completion: .files)
    static let note = Operand("note", "What it is for.", count: .optional)
    static let files = Operand("file", "Files to look at.", count: .many, completion: .files)
}

enum SampleFormat: String, CaseIterable { case png, svg }

struct SampleError: Error { let text: String }

/// A program with a command of each kind, whose commands print what they were given.
func sampleProgram(_ pay: @escaping Command.Action = { _ in }) -> Program {
    Program(
        "satchel", version: "0.1.0", summary: "Pay each other without a network.", options: [.profile],
        topics: [
            Topic("Payments", samplePayments(pay)),
            Topic(
                "Account",
                [
                    Command("examine", "Look at files.", aliases: ["inspect"], operands: [.files]) { _ in },
                    Command(
                        "hub", "What concerns the hub.",
                        topics: [
                            Topic("Enter", [Command("join", "Join a hub.", operands: [.request]) { _ in }]),
                            Topic(
                                "Exit",
                                [
                                    Command("leave", "Leave the hub.") { _ in
                                        throw SampleError(text: "You have not joined.")
                                    }
                                ]),
                        ]),
                ]),
        ],
        explain: { Failure(.conflict, ($0 as? SampleError)?.text ?? "\($0)") })
}

private func samplePayments(_ pay: @escaping Command.Action) -> [Command] {
    [
        Command(
            "pay", "Pay a request.", discussion: "The coins are reserved first.",
            options: [.amount.required(), .format, .tag, .loud, .yes, .passphraseFile, .passphraseDescriptor],
            operands: [.request, .note],
            examples: [.init("satchel pay request.png --amount 12.50", "Pay what a picture asks for.")], run: pay),
        Command("balance", "Show what is yours.") { $0.console.print("nothing") },
    ]
}

/// What a command line printed and how it ended.
struct Outcome {
    let output: String
    let complaints: String
    let exitCode: ExitCode

    init(
        _ arguments: String..., environment: [String: String] = [:], terminal: String = "/nowhere/tty",
        pay: @escaping Command.Action = { _ in }
    ) {
        let (output, complaints) = (Recording(), Recording())
        let console = Console(output: output.descriptor, errorOutput: complaints.descriptor, terminal: terminal)
        exitCode = sampleProgram(pay).run(arguments, console: console) { environment[$0] }
        self.output = output.text
        self.complaints = complaints.text
    }
}

/// An unnamed temporary file that stands for an output stream.
final class Recording {
    private let file: UnsafeMutablePointer<FILE>

    init() {
        guard let file = tmpfile() else { preconditionFailure("No temporary file can be made.") }
        self.file = file
    }

    deinit { fclose(file) }

    var descriptor: Int32 { fileno(file) }

    var text: String {
        var bytes = [UInt8](repeating: 0, count: 1 << 18)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}
