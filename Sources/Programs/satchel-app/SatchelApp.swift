// SPDX-License-Identifier: MIT
internal import Canvas
internal import Glibc
internal import ScreenModels
internal import Screens
internal import Wallet

/// The wallet on a screen.
@main struct SatchelApp: App {
    private let app: AppModel?

    init() {
        ProgramIdentity.current = ProgramIdentity(identifier: "org.satchel.Satchel", name: "Satchel")
        AssetCatalog.shared.folder = Installation.folder("Assets.xcassets")
        let variable = { (name: String) in getenv(name).map { String(cString: $0) } }
        let words = CommandLine.arguments.dropFirst()
        let wallet = words.firstIndex(of: "--wallet").flatMap { words.dropFirst($0).first } ?? variable("SATCHEL_WALLET")
        app = WalletHome(wallet: wallet, variable: variable).map { AppModel(Surroundings(home: $0, variable: variable)) }
        if let link = words.last, link.hasPrefix("satchel:") { app?.follow(link) }
    }

    var body: some Scene { WindowGroup { if let app { RootView(app: app) } } }
}
