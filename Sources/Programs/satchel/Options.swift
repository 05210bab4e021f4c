// SPDX-License-Identifier: MIT
import Terminal

extension Option {
    static let wallet = Option(
        "wallet", short: "w", value: "directory", "The wallet's directory. Default: satchel in your data directory.",
        environment: "SATCHEL_WALLET", completion: .directories)

    // Forms of a document for the other device
    static let png = Option("png", value: "file", "Write the code as a PNG picture.", completion: .files)
    static let svg = Option("svg", value: "file", "Write the code as an SVG picture.", completion: .files)
    static let text = Option("text", value: "file", "Write the text; - for standard output.", completion: .files)
    static let plain = Option("plain", "Draw the code without colours, for a dark terminal.")
    static let frames = Option(
        "frames", value: "file", "Write an animated code as a video (Y4M).", completion: .files)
    static let file = Option("file", value: "file", "Write a binary file.", completion: .files)
    static let ur = Option(
        "ur", value: "file", "Write UR text, one line for each code; - for standard output.", completion: .files)

    static let note = Option("note", value: "text", "A note for your history.")
}

extension Operand {
    static let amount = Operand("amount", "Amount, such as 12.50.")
    static let document = Operand(
        "document", "Text, text file, picture of a code, pictures, folder or video of an animated code, or - .",
        count: .any, completion: .files)
    static let subject = Operand("name", "Name from the history: a letter and a number, such as p1.")
}
