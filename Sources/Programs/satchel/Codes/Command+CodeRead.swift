// SPDX-License-Identifier: MIT
import Codes
import Symbols
import Terminal

extension Option {
    static let camera = Option("camera", "Look through a camera; its device may follow, otherwise /dev/video0.")
    static let video = Option(
        "frames", value: "file", "Look at a video (YUV4MPEG2) or a folder of pictures, in their order.",
        completion: .files)
    static let seconds = Option("seconds", value: "number", "Give up after so long; a camera after 60.")
    static let onlyOne = Option("one", "Insist on a single code, and print only what it holds.")
    static let kinds = Option(
        "kind", value: "kind", "Look for this kind only; may be repeated.", isRepeated: true,
        completion: .choices(Symbology.allCases.map(\.word)))
    static let bytesFile = Option(
        "output", short: "o", value: "file", "Write the bytes that came: of the only code, or of an animated one.",
        completion: .files)
}

extension Operand {
    static let images = Operand(
        "image", "Pictures or PDF files; - for standard input. With --camera, its device.", count: .any,
        completion: .files)
}

extension Command {
    static let codeReading: [Command] = [
        Command(
            "read", "Read the codes in pictures, in a video or through a camera.",
            discussion: """
                QR, Aztec, Data Matrix, PDF417, MaxiCode and every common code of bars, several in one picture. Animated \
                codes (UR, BBQr) and series are put together from all pictures or frames. A camera is looked through \
                until something is read, --seconds are over or you press Ctrl-C. No wallet is needed. Pictures are \
                looked at by a program of their own that can neither open files nor connect.
                """,
            options: [.camera, .video, .seconds, .onlyOne, .kinds, .bytesFile], operands: [.images],
            examples: [
                .init("satchel code read card.jpg", "Every code in a photo."),
                .init("satchel code read --camera", "The first code that the camera sees."),
                .init("satchel code read --frames clip.y4m --output signed.psbt", "An animated code in a video."),
            ]
        ) { try CodeReadingDesk(invocation: $0).run() }
    ]
}
