// SPDX-License-Identifier: MIT
internal import Canvas
internal import Glibc
internal import ScreenModels
internal import Screens
internal import Wallet

/// The app's parts under the bench's eye: satchel-app-probe START-NANOSECONDS start|scroll|history|screens|mounts|rows|menus FOLDER.
///
/// Prints one line of numbers and ends; with `rows` and `menus` it stays, for a scenario. Not installed; `make bench ARGS=app`
/// starts it.
@main struct AppProbe: App {
    private enum Task: String { case start, scroll, history, screens, mounts, rows, menus }

    private static let words = CommandLine.arguments
    private static let started = words.count > 1 ? UInt64(words[1]) ?? FrameMeter.now : FrameMeter.now
    private static let task = words.count > 2 ? Task(rawValue: words[2]) ?? .start : .start
    private static let meter = FrameMeter()
    private let app: AppModel

    init() {
        let folder = Self.words.count > 3 ? Self.words[3] : "/tmp/satchel-app-probe"
        ProgramIdentity.current = ProgramIdentity(
            identifier: "org.satchel.Probe", name: "Satchel", instance: "org.satchel.Probe.p\(getpid())")
        let sources = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        AssetCatalog.shared.folder = "/\(sources)/Sources/Faces/Screens/Assets.xcassets"
        // Where the bench's own wallets are.
        let variables = ["HOME": folder, "XDG_STATE_HOME": Self.task == .history ? folder + "/state" : nil]
        let name = Self.task == .history ? "alice" : "wallet"
        guard let home = WalletHome(wallet: "\(folder)/\(name)", variable: { variables[$0] ?? nil }) else {
            exit(1)
        }
        app = AppModel(AppDependencies(home: home, variable: { variables[$0] ?? nil }))
        let (app, task) = (app, Self.task)
        Self.meter.afterNextFrame { Self.begin(task, app, first: FrameMeter.now - Self.started) }
    }

    var body: some Scene {
        WindowGroup {
            if Self.task == .menus {
                MenusView()
            } else {
                ProbeView(app: app, isList: Self.task == .scroll || Self.task == .rows, canHide: Self.task == .rows)
            }
        }
    }

    private static func begin(_ task: Task, _ app: AppModel, first: UInt64) {
        switch task {
        case .start: end("first=\(first) resident=\(resident)")
        case .scroll:
            meter.scroll(seconds: 10, pointsPerFrame: 40) { result in
                end(
                    "first=\(first) resident=\(resident) frames=\(result.frames) dropped=\(result.dropped) "
                        + "work=\(result.processorTime)")
            }
        case .history: Swift.Task { await scrollHistory(app) }
        case .screens: Swift.Task { await openEach(app) }
        case .rows, .menus: break
        case .mounts: Swift.Task { await mount(app) }
        }
    }

    /// Opens a wallet with a long history, and scrolls through what happened, page after page as a person does.
    private static func scrollHistory(_ app: AppModel) async {
        await app.start()
        guard case .locked(let lock) = app.phase else { return end("error=1") }
        let start = FrameMeter.now
        lock.passphrase = "correct horse"
        await lock.unlock()
        await frame()
        let opened = FrameMeter.now
        app.follow("satchel://open/activity")
        await frame()
        let shown = FrameMeter.now
        // The first page is read meanwhile.
        for _ in 0..<60 { await frame() }
        meter.scroll(seconds: 10, pointsPerFrame: 40) { result in
            end(
                "opened=\(opened - start) shown=\(shown - opened) resident=\(resident) frames=\(result.frames) "
                    + "dropped=\(result.dropped) work=\(result.processorTime)")
        }
    }

    /// From what opens a place to the frame that shows it; what it then reads from the disk may come later.
    private static func openEach(_ app: AppModel) async {
        guard case .onboarding(let model) = app.phase else { return end("error=1") }
        model.begin()
        model.passphrase = "green lamp paper river"
        model.passphraseAgain = model.passphrase
        await model.create()
        await model.skip()
        await frame()
        var line: [String] = []
        for place in ["wallet", "activity", "cards", "coins", "settings", "scan", "receive", "contacts", "requests"] {
            let start = FrameMeter.now
            app.follow("satchel://open/\(place)")
            await frame()
            line.append("\(place)=\(FrameMeter.now - start)")
            for _ in 0..<20 { await frame() }
        }
        end(line.joined(separator: " "))
    }

    /// Nodes and memory before and after two hundred mounts of the whole app.
    private static func mount(_ app: AppModel) async {
        func settle() async { for _ in 0..<30 { await frame() } }
        for _ in 0..<20 {
            ProgramWindow.shared.show(RootView(app: app))
            await frame()
        }
        ProgramWindow.shared.clear()
        await settle()
        let (nodes, memory) = (Node.count, resident)
        for _ in 0..<200 {
            ProgramWindow.shared.show(RootView(app: app))
            await frame()
        }
        ProgramWindow.shared.clear()
        await settle()
        end("before=\(nodes) after=\(Node.count) memoryBefore=\(memory) memoryAfter=\(resident)")
    }

    private static func frame() async {
        await withCheckedContinuation { reached in meter.afterNextFrame { reached.resume() } }
    }

    /// Kilobytes. proc(5), `/proc/self/status`
    private static var resident: Int {
        guard let file = fopen("/proc/self/status", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, Int32(line.count), file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            if text.hasPrefix("VmRSS:") { return text.split(separator: " ").compactMap { Int($0) }.first ?? 0 }
        }
        return 0
    }

    private static func end(_ line: String) {
        _ = write(STDOUT_FILENO, line + "\n", line.utf8.count + 1)
        exit(0)
    }
}
