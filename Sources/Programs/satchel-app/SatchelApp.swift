// SPDX-License-Identifier: MIT
internal import Canvas
internal import Glibc
internal import ScreenModels
internal import Screens
internal import Wallet

/// The wallet on a screen.
@main struct SatchelApp: App {
    private let app: AppModel

    init() {
        let variable = { (name: String) in getenv(name).map { String(cString: $0) } }
        let arguments = Self.arguments()
        ProgramIdentity.current = ProgramIdentity(
            identifier: "org.satchel.Satchel", name: "Satchel", size: arguments.window)
        AssetCatalog.shared.folder = Installation.folder("Assets.xcassets")
        let wallet = arguments.wallet ?? variable("SATCHEL_WALLET")
        guard let home = WalletHome(wallet: wallet, variable: variable) else {
            Self.leave("There is no place for a wallet: set HOME, or name a folder with --wallet.", code: 1)
        }
        let model = AppModel(Surroundings(home: home, variable: variable))
        app = model
        ProgramWindow.shared.onInput = { model.noteUse() }
        if let link = arguments.link { model.follow(link) }
    }

    var body: some Scene {
        WindowGroup {
            RootView(app: app).onChange(of: app.preferences.language, initial: true) {
                Wording.current.back = app.words(.back)
                Wording.current.cancel = app.words(.cancel)
                Wording.current.close = app.words(.close)
            }
        }
    }

    private static func arguments() -> Arguments {
        do {
            let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
            if arguments.wantsHelp {
                print(Arguments.help, terminator: "")
                exit(0)
            }
            return arguments
        } catch {
            leave(error.message, code: 64)
        }
    }

    private static func leave(_ message: String, code: Int32) -> Never {
        let line = "satchel-app: \(message)\n"
        _ = write(STDERR_FILENO, line, line.utf8.count)
        exit(code)
    }
}
