// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HubAPI
import ScreenModels
import SystemBus
import Terminal
import Wallet

extension Command {
    /// Notifications of the desktop while no program has the wallet open.
    static let notify = Command(
        "notify", "Show desktop notifications of received money while the app is closed.",
        discussion: """
            A key on this device hears the events of the account, with their amounts. It cannot spend, and it needs no \
            passphrase: protect this device's disk. What a notification shows is chosen in the app under Settings, \
            Notifications; without amounts if nothing was chosen.
            """,
        commands: [turnNotificationsOn, turnNotificationsOff, showNotifications, runNotifications])

    private static let turnNotificationsOn = Command(
        "on", "Turn notifications on for this device.",
        discussion: """
            The hub lists the key among your devices, and `satchel devices revoke` ends it. Where systemd manages \
            your session, the unit satchel-notify starts now and at each log-in.
            """,
        options: [.deviceName]
    ) { invocation in
        let context = try CommandContext(invocation)
        try context.refuseInDemo()
        let device = try context.open().turnOnListener(
            named: invocation.value(.deviceName) ?? Listener.deviceName)
        let isStarted = attempt(invocation) { try UserUnit.notify.enable() }
        invocation.answer(
            ["device": .string(device), "started": .bool(isStarted)],
            isStarted
                ? "Notifications are on. To end them: satchel notify off"
                : "Notifications are on, but systemd did not start them. Start with your desktop: satchel notify run")
    }

    private static let turnNotificationsOff = Command(
        "off", "Turn notifications off for this device."
    ) { invocation in
        let context = try CommandContext(invocation)
        try context.refuseInDemo()
        let isRevoked = try context.open().turnOffListener()
        _ = attempt(invocation) { try UserUnit.notify.disable() }
        invocation.answer(
            ["revoked": .bool(isRevoked)],
            isRevoked
                ? "Notifications are off. The hub has revoked their key."
                : "Notifications are off, and their key is gone from this device. The hub did not confirm that it has revoked it: look at `satchel devices list`."
        )
    }

    private static let showNotifications = Command("show", "Show whether this device has a key.") { invocation in
        let isOn = Listener.isOn(wallet: try CommandContext(invocation).folder)
        invocation.answer(
            ["on": .bool(isOn)],
            isOn ? "Notifications are on." : "Notifications are off. Turn them on: satchel notify on")
    }

    private static let runNotifications = Command(
        "run", "Show notifications until Ctrl-C. The unit satchel-notify runs this.",
        discussion: """
            While the app hears the events itself, this shows nothing. After an interruption it tells what came \
            meanwhile.
            """
    ) { invocation in
        let context = try CommandContext(invocation)
        try context.refuseInDemo()
        try Notifier(context).run()
    }

    /// Whether the session's service manager did it. A reason is printed for people.
    private static func attempt(_ invocation: Invocation, _ body: () throws -> Void) -> Bool {
        do {
            try body()
            return true
        } catch {
            if !invocation.wantsJSON, let error = error as? BusError { invocation.console.note(error.message) }
            return false
        }
    }
}

extension CommandContext {
    /// The key of this wallet that hears events.
    var listener: Listener {
        Listener(wallet: folder, clock: WalletHome.clock) { try HubConnection.open($0, trusting: $1) }
    }

    fileprivate var choice: DesktopNotices.Choice {
        let (file, language) = (
            home.settings.map { $0 + "/app.json" }, Language(variable: Program.processEnvironment)
        )
        // Commands run on the main thread.
        return MainActor.assumeIsolated {
            let preferences = Preferences(file: file, systemLanguage: language)
            return DesktopNotices.Choice(words: preferences.words, notices: preferences.notices)
        }
    }
}

/// Hears the events of an account and tells the desktop.
private struct Notifier {
    private let context: CommandContext
    private var listener: Listener
    private let notices: DesktopNotices

    init(_ context: CommandContext) {
        self.context = context
        listener = context.listener
        notices = DesktopNotices(
            app: AppName.listening(AppName.instance(of: context.invocation.value(.wallet).map { _ in context.folder })))
    }

    func run() throws {
        let console = context.invocation.console
        var listener = listener
        var watch = EventWatch(after: listener.position, random: .system)
        try watch.run { checking in
            try listener.eventAccess(checking: checking)
        } listening: { position in
            if context.invocation.wantsJSON {
                console.print(["listening": true])
            } else {
                console.note("Waiting for events. Press Ctrl-C to stop.")
            }
            note(position)
        } told: { event in
            do {
                if let subject = try notices.tell(event, context.choice), context.invocation.wantsJSON {
                    console.print(["told": .string(subject.rawValue)])
                }
            } catch {
                console.note("The desktop was not told: \((error as? BusError)?.message ?? "\(error)")")
            }
            note(event.id)
            return true
        }
    }

    private func note(_ position: String?) {
        guard let position else { return }
        do {
            try listener.note(position: position)
        } catch {
            context.invocation.console.note("The position could not be written down: \(error)")
        }
    }
}
