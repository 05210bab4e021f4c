// SPDX-License-Identifier: MIT
internal import Canvas

/// The program's command line arguments.
struct Arguments {
    /// The folder of the wallet; nil for the default.
    var wallet: String?
    /// The initial size of the window, in points.
    var window = CGSize(width: 390, height: 844)
    /// A camera device, or a video or a folder of pictures in its place; nil for the first camera.
    var camera: String?
    var link: String?
    /// Whether to show invented people and money instead of a wallet.
    var isDemo = false
    var wantsHelp = false
    var wantsVersion = false

    static let help = """
        satchel-app: the Satchel wallet with a graphical interface

        Usage: satchel-app [--wallet <folder>] [--window <width>x<height>] [--camera <place>]
                           [<satchel:// link>]
               satchel-app --demo [--window <width>x<height>]

          --wallet <folder>   The wallet's folder, or set SATCHEL_WALLET. Default:
                              $XDG_DATA_HOME/satchel or ~/.local/share/satchel.
          --window <size>     Initial window size in points, 200x200 to 10000x10000.
                              Default: 390x844.
          --camera <place>    Camera device, or a video (YUV4MPEG2) or a folder of pictures instead of
                              a camera, or set SATCHEL_CAMERA. Default: /dev/video0.
          --demo              Show a demo: a wallet and a hub with invented people and money, in a
                              folder that is removed at the end. Your own wallet is not touched.
          --help              Show this help.
          --version           Show the version.

        A link opens its page: satchel://join, satchel://pay, satchel://request and others.
        If a window of the same wallet is open, the link opens there.
        For the command line of the same wallet, see satchel --help.

        """

    /// Why the arguments are invalid, and what to do.
    struct UserMessage: Error {
        let message: String
    }

    /// - Throws: ``UserMessage`` for an unknown option, or a missing or invalid value.
    init(_ words: [String]) throws(UserMessage) {
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--help", "-h": wantsHelp = true
            case "--version": wantsVersion = true
            case "--demo": isDemo = true
            case "--wallet": wallet = try Self.value(of: word, &rest)
            case "--camera": camera = try Self.value(of: word, &rest)
            case "--window":
                let parts = try Self.value(of: word, &rest).split(separator: "x").compactMap { Int($0) }
                guard parts.count == 2, parts.allSatisfy({ (200...10_000).contains($0) }) else {
                    throw UserMessage(message: "Invalid --window: use a size such as 390x844, 200 to 10000 each.")
                }
                window = CGSize(width: Double(parts[0]), height: Double(parts[1]))
            default:
                guard !word.hasPrefix("-"), link == nil else {
                    throw UserMessage(message: "Unknown argument '\(word)'. See satchel-app --help.")
                }
                link = word
            }
        }
        guard !isDemo || wallet == nil else {
            throw UserMessage(message: "--demo has a wallet of its own. Leave out --wallet.")
        }
    }

    private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(UserMessage) -> String {
        guard let value = rest.popFirst() else { throw UserMessage(message: "Missing value for \(option).") }
        return value
    }
}
