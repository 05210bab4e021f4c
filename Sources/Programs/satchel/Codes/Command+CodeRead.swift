// SPDX-License-Identifier: MIT
import Codes
import Barcodes
import Terminal

extension Option {
    static let camera = Option("camera", "Scan with a camera: the device in the argument. Default: /dev/video0.")
    static let video = Option(
        "frames", value: "file", "Read a video (YUV4MPEG2) or a folder of pictures, in their order.",
        completion: .files)
    static let seconds = Option(
        "seconds", value: "number", "Time limit in seconds, 1 to 86400. Default: 60 for a camera, none for a video.")
    static let onlyOne = Option("one", "Require exactly one code, and print only its content.")
    static let kinds = Option(
        "kind", value: "kind", "Look for this kind only; can be repeated.", isRepeated: true,
        completion: .choices(Symbology.allCases.map(\.word)))
    static let bytesFile = Option(
        "output", short: "o", value: "file", "Write the bytes of a single code or of an animated code to a file.",
        completion: .files)
}

extension Operand {
    static let images = Operand(
        "image", "Pictures or PDF files; - for standard input. With --camera, the camera device.", count: .any,
        completion: .files)
}

extension Command {
    static let codeReading: [Command] = [
        Command(
            "read", "Read the codes in pictures, in a video or from a camera.",
            discussion: """
                Reads QR, Aztec, Data Matrix, PDF417, MaxiCode and all common barcodes, also several in one picture. \
                It assembles animated codes (UR, BBQr) and series from all pictures or frames. A camera scan ends \
                when a code is read, after --seconds, or with Ctrl-C. The command needs no wallet. A separate \
                process reads the pictures. It cannot open files or use the network.
                """,
            options: [.camera, .video, .seconds, .onlyOne, .kinds, .bytesFile], operands: [.images],
            examples: [
                .init("satchel code read card.jpg", "Read every code in a photo."),
                .init("satchel code read --camera", "Scan a code with the camera."),
                .init("satchel code read --frames clip.y4m --output signed.psbt", "Read an animated code in a video."),
            ]
        ) { try CodeReading(invocation: $0).run() }
    ]
}
