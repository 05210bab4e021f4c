// SPDX-License-Identifier: MIT
internal import Canvas
internal import Glibc
internal import Keys
internal import ScreenModels
internal import Screens
internal import Terminal
internal import Wallet

/// The graphical wallet.
@main struct SatchelApp: App {
    private let app: AppModel

    init() {
        let variable = { (name: String) in getenv(name).map { String(cString: $0) } }
        let arguments = Self.arguments()
        // Before this process holds a key.
        ProcessProtection.forbidDumps()
        AssetCatalog.shared.folder = Installation.folder("Assets.xcassets")
        let wallet = arguments.wallet ?? variable("SATCHEL_WALLET")
        guard let home = WalletHome(wallet: wallet, variable: variable) else {
            Self.leave("HOME is not set. Set it, or name the wallet's folder with --wallet.", code: 1)
        }
        let identifier = "org.satchel.Satchel"
        // One window for each wallet: another folder has another name on the bus.
        ProgramIdentity.current = ProgramIdentity(
            identifier: identifier, name: "Satchel", size: arguments.window,
            instance: wallet == nil ? identifier : "\(identifier).w\(Self.mark(of: home.folder))")
        if let link = arguments.link { ProgramIdentity.current.links = [link] }
        var dependencies = AppDependencies(home: home, variable: variable)
        dependencies.camera = arguments.camera ?? dependencies.camera
        let model = AppModel(dependencies)
        app = model
        ProgramWindow.shared.onInput = { model.noteUse() }
        ProgramWindow.shared.onOpen = { model.follow($0) }
        model.desktop = Desktop(
            isWatched: { ProgramWindow.shared.isActive },
            show: { ProgramWindow.shared.show(notice: $0.subject.rawValue, title: $0.title, body: $0.body) },
            withdraw: { ProgramWindow.shared.withdraw(notice: $0.rawValue) })
        ProgramWindow.shared.onActive = { model.noteLook() }
        ProgramWindow.shared.onMemoryPressure = { Task { await model.freeMemory() } }
        if let link = arguments.link { model.follow(link) }
    }

    var body: some Scene {
        WindowGroup {
            RootView(app: app).onChange(of: app.preferences.language, initial: true) {
                CanvasTexts.current = .named(app.words.language.rawValue)
            }
        }
    }

    /// A hash of a folder's path, as a part of a name on the bus. FNV-1a, 64 bits
    private static func mark(of folder: String) -> String {
        let path = URL(fileURLWithPath: folder).path
        let hash = path.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) {
            ($0 ^ UInt64($1)).multipliedReportingOverflow(by: 0x100_0000_01B3).partialValue
        }
        return String(hash, radix: 16)
    }

    private static func arguments() -> Arguments {
        do {
            let arguments = try Arguments(ProgramWords.all)
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
