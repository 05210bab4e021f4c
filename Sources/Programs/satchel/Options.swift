// SPDX-License-Identifier: MIT
import Terminal

extension Option {
    static let wallet = Option(
        "wallet", short: "w", value: "directory", "Where the wallet lives; otherwise in your data directory.",
        environment: "SATCHEL_WALLET", completion: .directories)

    // What is shown to the other side
    static let png = Option("png", value: "file", "Write the code as a PNG picture.", completion: .files)
    static let svg = Option("svg", value: "file", "Write the code as an SVG picture.", completion: .files)
    static let text = Option("text", value: "file", "Write the text itself; - for standard output.", completion: .files)
    static let plain = Option("plain", "Draw the code without colours, for a terminal with a dark ground.")
    static let frames = Option(
        "frames", value: "file", "Write an animation of codes as a film of its frames (Y4M).", completion: .files)
    static let file = Option("file", value: "file", "Write it as a file of bytes.", completion: .files)
    static let ur = Option(
        "ur", value: "file", "Write it as UR texts, a line a code; - for standard output.", completion: .files)

    static let note = Option("note", value: "text", "Your own words, kept in your history.")
}

extension Operand {
    static let amount = Operand("amount", "How much, such as 12.50.")
    static let document = Operand(
        "document", "A text, a text file, a picture of its code, the pictures, folder or film of an animation, or - .",
        count: .any, completion: .files)
    static let subject = Operand("name", "The letter and number that the history shows, such as p1.")
}
