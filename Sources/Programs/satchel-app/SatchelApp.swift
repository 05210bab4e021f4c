// SPDX-License-Identifier: MIT
internal import Canvas
internal import Demo
internal import Glibc
internal import Keys
internal import Release
internal import ScreenModels
internal import Screens
internal import SystemBus
internal import Terminal
internal import Wallet

/// The graphical wallet.
@main struct SatchelApp: App {
    private let app: AppModel
    /// Its hub ends with this process.
    private let demo: Demo?

    init() {
        if ProgramWords.all == [BrightScreen.word] { BrightScreen.run() }
        let variable = { (name: String) in getenv(name).map { String(cString: $0) } }
        let arguments = Self.arguments()
        // Before this process holds a key.
        ProcessProtection.forbidDumps()
        ChipLibrary.forbidMessages()
        AssetCatalog.shared.folder = Installation.folder("Assets.xcassets")
        let demo = arguments.isDemo ? Self.startDemo(variable) : nil
        let wallet = demo?.place.home.folder ?? arguments.wallet ?? variable("SATCHEL_WALLET")
        guard let home = demo?.place.home ?? WalletHome(wallet: wallet, variable: variable) else {
            Self.leave("HOME is not set. Set it, or name the wallet's folder with --wallet.", code: 1)
        }
        // One window for each wallet: another folder has another name on the bus.
        let instance = AppName.instance(of: wallet.map { _ in home.folder })
        ProgramIdentity.current = ProgramIdentity(
            identifier: AppName.identifier, name: demo == nil ? "Satchel" : Self.demoWords(variable)(.demoTitle),
            size: arguments.window, instance: instance)
        if let link = arguments.link { ProgramIdentity.current.links = [link] }
        var dependencies =
            demo?.dependencies(variable: variable) ?? AppDependencies(home: home, variable: variable)
        dependencies.camera = arguments.camera ?? dependencies.camera
        dependencies.keepBright = BrightScreen.keep
        // A demo changes nothing in the user's session.
        if demo == nil { dependencies.notifier = Self.startNotifier }
        self.demo = demo
        let model = AppModel(dependencies)
        app = model
        ProgramWindow.shared.onInput = { model.noteUse() }
        ProgramWindow.shared.onOpen = { model.follow($0) }
        model.desktop = Desktop(
            isWatched: { ProgramWindow.shared.isActive },
            show: { ProgramWindow.shared.show(notice: $0.subject.rawValue, title: $0.title, body: $0.body) },
            withdraw: { ProgramWindow.shared.withdraw(notice: $0.rawValue) },
            hears: { ProgramWindow.shared.own(AppName.listening(instance), $0) })
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

    /// Has the user's service manager start `satchel notify run`, or stop it.
    private nonisolated static let startNotifier: @Sendable (Bool) -> Bool = { isOn in
        do {
            try isOn ? UserUnit.notify.enable() : UserUnit.notify.disable()
            return true
        } catch {
            return false
        }
    }

    private static func startDemo(_ variable: (String) -> String?) -> Demo {
        do {
            return try Demo.start(in: demoWords(variable), variable: variable)
        } catch {
            leave((error as? DemoError)?.message ?? "The demo could not be made: \(error)", code: 1)
        }
    }

    private static func demoWords(_ variable: (String) -> String?) -> Localizer {
        Localizer(Language(variable: variable))
    }

    private static func arguments() -> Arguments {
        do {
            let arguments = try Arguments(ProgramWords.all)
            if arguments.wantsHelp || arguments.wantsVersion {
                print(arguments.wantsHelp ? Arguments.help : "satchel-app \(Release.version)\n", terminator: "")
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
