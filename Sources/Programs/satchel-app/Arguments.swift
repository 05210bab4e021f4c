// SPDX-License-Identifier: MIT
internal import Canvas

/// What can stand behind the program's name.
struct Arguments {
    /// The folder of the wallet; nil for the usual place.
    var wallet: String?
    /// The first size of the window, in points.
    var window = CGSize(width: 390, height: 844)
    /// A device, or a film or folder of pictures that stands for one; nil for the first camera.
    var camera: String?
    var link: String?
    var wantsHelp = false

    static let help = """
        satchel-app: the wallet on a screen

        Usage: satchel-app [--wallet <folder>] [--window <width>x<height>] [--camera <place>]
                           [<satchel:// link>]

          --wallet <folder>   The wallet's folder; SATCHEL_WALLET names it too. Without either it is
                              $XDG_DATA_HOME/satchel, or ~/.local/share/satchel.
          --window <size>     The window's first size in points, such as 1000x800; 390x844 without.
          --camera <place>    A camera's device, or a film (YUV4MPEG2) or a folder of pictures in its
                              place; SATCHEL_CAMERA names it too. /dev/video0 without.
          --help              This text.

        A link opens what it names: satchel://join, satchel://pay, satchel://request and others.
        Where the same wallet is on the screen already, it goes there.
        The same wallet on the command line: satchel --help

        """

    /// Why the words cannot be understood, and how to go on.
    struct Refusal: Error {
        let message: String
    }

    /// - Throws: ``Refusal`` for an option that is unknown, lacks its value or has a bad one.
    init(_ words: [String]) throws(Refusal) {
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--help", "-h": wantsHelp = true
            case "--wallet": wallet = try Self.value(of: word, &rest)
            case "--camera": camera = try Self.value(of: word, &rest)
            case "--window":
                let parts = try Self.value(of: word, &rest).split(separator: "x").compactMap { Int($0) }
                guard parts.count == 2, parts.allSatisfy({ (200...10_000).contains($0) }) else {
                    throw Refusal(message: "The value of --window must be like 390x844.")
                }
                window = CGSize(width: Double(parts[0]), height: Double(parts[1]))
            default:
                guard !word.hasPrefix("-"), link == nil else {
                    throw Refusal(message: "'\(word)' is not understood; see satchel-app --help.")
                }
                link = word
            }
        }
    }

    private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(Refusal) -> String {
        guard let value = rest.popFirst() else { throw Refusal(message: "\(option) needs a value.") }
        return value
    }
}
