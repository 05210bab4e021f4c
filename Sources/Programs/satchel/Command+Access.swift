// SPDX-License-Identifier: MIT
import Bytes
import Codes
import HubAPI
import Terminal
import Tokens
import Wallet

extension Option {
    static let deviceName = Option(
        "device", value: "name", "What the list of devices calls this wallet; otherwise this machine's name.")
    static let codeFile = Option(
        "code-file", value: "file", "Read the code from the first line of a file only you can read.",
        completion: .files)
    static let codeDescriptor = Option(
        "code-fd", value: "number", "Read the code from the first line of an open file descriptor.")
    static let newPasswordFile = Option(
        "new-password-file", value: "file", "Read the new password from a file only you can read.",
        completion: .files)
    static let newPasswordDescriptor = Option(
        "new-password-fd", value: "number", "Read the new password from an open file descriptor.")
    static let everywhere = Option("everywhere", "Log all devices of the account out, this one too.")
    static let idleMinutes = Option("minutes", value: "number", "After how many minutes without use.")
    static let never = Option("never", "Stay logged in, however long nobody uses the wallet.")
}

extension Operand {
    static let device = Operand("device", "The id that the list shows, or the first letters of it, or the name.")
}

extension Command {
    /// Who may use the account: devices, second factor, password, log-out.
    static let accountKeeping: [Command] = [
        Command(
            "logout", "End the session at the hub; the wallet and its offline money stay.", options: [.everywhere]
        ) { invocation in
            let wallet = try WalletDesk(invocation).open()
            if invocation.has(.everywhere) { try wallet.logoutEverywhere() } else { try wallet.logout() }
            invocation.answer(
                [:],
                invocation.has(.everywhere)
                    ? "Logged out everywhere. What is offline can still be paid."
                    : "Logged out. What is offline can still be paid.")
        },
        autoLogout,
        Command("devices", "The devices that are logged in to your account.", commands: [listDevices, revokeDevice]),
        Command(
            "second-factor", "Ask for a code of an authenticator app at each log-in.",
            commands: [turnOn, confirm, turnOff, freshCodes, showState]),
        password,
    ]

    private static let autoLogout = Command(
        "auto-logout", "Log out by itself after a while without use.",
        discussion: """
            A sync from a timer is no use. What is offline stays and can be paid; the next log-in goes on. \
            For the wallet itself see `unlock` and `lock`.
            """,
        options: [.idleMinutes, .never],
        examples: [
            .init("satchel auto-logout --minutes 30", "After half an hour."),
            .init("satchel auto-logout", "Show what is set."),
        ]
    ) { invocation in
        let wallet = try WalletDesk(invocation).open()
        if invocation.has(.never) {
            try wallet.logoutWhenIdle(afterMinutes: nil)
        } else if let minutes = try invocation.integer(.idleMinutes, in: 1...525_600) {
            try wallet.logoutWhenIdle(afterMinutes: UInt64(minutes))
        }
        let minutes = try wallet.autoLogoutMinutes
        invocation.answer(
            ["minutes": minutes.map { .integer(Int64(clamping: $0)) } ?? .null],
            minutes.map { "The wallet logs out after \($0) minutes without use." }
                ?? "The wallet stays logged in, however long nobody uses it.")
    }

    // MARK: - Devices

    private static let listDevices = Command("list", "List them, the one used last first.") { invocation in
        let devices = try WalletDesk(invocation).open().devices()
        guard !invocation.wantsJSON else {
            return invocation.console.print([
                "devices": .array(
                    devices.map {
                        [
                            "id": .text($0.id), "name": .text($0.name),
                            "loggedIn": .integer(Int64(clamping: $0.loggedIn)),
                            "lastUsed": .integer(Int64(clamping: $0.lastUsed)), "address": .text($0.address),
                            "secondFactor": .bool($0.hasSecondFactor), "present": .bool($0.isPresent),
                        ]
                    })
            ])
        }
        var table = Table(.words(""), .words("id"), .words("name"), .words("last used"), .words("from"))
        for device in devices {
            table.add(
                device.isPresent ? "*" : "", device.id, device.name ?? "",
                Timestamp(seconds: device.lastUsed).description, device.address ?? "")
        }
        invocation.console.print(table.text)
        invocation.console.note("* is this one.")
    }

    private static let revokeDevice = Command(
        "revoke", "Log a device out.", operands: [.device],
        examples: [.init("satchel devices revoke 3fa9", "The one whose id begins so.")]
    ) { invocation in
        let device = try WalletDesk(invocation).open().revokeDevice(try invocation.operand(.device))
        let name = device.name.map { " (\($0))" } ?? ""
        invocation.answer(
            ["id": .text(device.id)],
            "The device \(device.id)\(name) is logged out. What it holds offline is still its own.")
    }

    // MARK: - Second factor

    private static let turnOn = Command(
        "on", "Show the secret for your authenticator app as a code.",
        discussion: "Nothing changes until `second-factor confirm` proves that the app has it.",
        options: [.passwordFile, .passwordDescriptor, .png]
    ) { invocation in
        let wallet = try WalletDesk(invocation).open()
        let password = try invocation.accountPassword("Password of the account")
        let enrolment = try wallet.enrolSecondFactor(password: password)
        if let path = invocation.value(.png) { try QRCode.draw(enrolment.link).write(to: path) }
        guard !invocation.wantsJSON else {
            return invocation.console.print(["link": .text(enrolment.link), "secret": .text(enrolment.secret)])
        }
        if invocation.console.isTerminal, !invocation.has(.png) {
            invocation.console.write(try QRCode.draw(enrolment.link).terminalText())
        }
        invocation.console.print(enrolment.link)
        invocation.console.note("Scan it, or type \(enrolment.secret). Then: satchel second-factor confirm")
    }

    private static let confirm = codeCommand(
        "confirm", "Turn it on with a code that the app shows, and print recovery codes.", "Code of the app"
    ) { wallet, code, invocation in
        show(try wallet.confirmSecondFactor(code), invocation)
    }

    private static let turnOff = codeCommand(
        "off", "Turn it off with a code.", "Code of the app, or a recovery code"
    ) { wallet, code, invocation in
        try wallet.disableSecondFactor(code)
        invocation.answer([:], "The second factor is off. Log-ins ask for the password alone.")
    }

    private static let freshCodes = codeCommand(
        "recovery-codes", "Print fresh recovery codes; the earlier ones are void.", "Code of the app"
    ) { wallet, code, invocation in
        show(try wallet.makeRecoveryCodes(code), invocation)
    }

    private static let showState = Command("show", "Show whether it is on, and how many recovery codes are left.") {
        invocation in
        let state = try WalletDesk(invocation).open().secondFactor()
        invocation.answer(
            ["on": .bool(state.isOn), "recoveryCodesLeft": .integer(Int64(state.recoveryCodesLeft))],
            state.isOn
                ? "The second factor is on; \(state.recoveryCodesLeft) recovery codes are left."
                : "The second factor is off. Turn it on: satchel second-factor on")
    }

    private static func codeCommand(
        _ name: String, _ summary: String, _ prompt: String,
        run: @escaping @Sendable (Wallet, _ code: String, Invocation) throws -> Void
    ) -> Command {
        Command(name, summary, options: [.codeFile, .codeDescriptor]) { invocation in
            let wallet = try WalletDesk(invocation).open()
            try run(wallet, try invocation.oneTimeCode(prompt), invocation)
        }
    }

    private static func show(_ codes: [String], _ invocation: Invocation) {
        guard !invocation.wantsJSON else {
            return invocation.console.print(["recoveryCodes": .array(codes.map { .text($0) })])
        }
        invocation.console.note("The second factor is on. Keep these codes on paper; each is good once:")
        for code in codes { invocation.console.print(code) }
    }

    // MARK: - Password

    private static let password = Command(
        "password", "Change the password of the account at the hub, and log all other devices out.",
        options: [.passwordFile, .passwordDescriptor, .newPasswordFile, .newPasswordDescriptor]
    ) { invocation in
        let wallet = try WalletDesk(invocation).open()
        let old = try invocation.accountPassword("Password until now")
        let new = try invocation.passphrase(
            "New password", isNew: true, file: .newPasswordFile, descriptor: .newPasswordDescriptor)
        try wallet.changePassword(from: old, to: new.text)
        invocation.answer([:], "The password is changed, and all other devices are logged out.")
    }
}

extension SecretBytes {
    /// What was typed.
    var text: String { withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
}

extension Invocation {
    /// The account's password, as the command line says or the person types it.
    func accountPassword(_ prompt: String) throws -> String {
        try passphrase(prompt, file: .passwordFile, descriptor: .passwordDescriptor).text
    }

    func oneTimeCode(_ prompt: String) throws -> String {
        try passphrase(prompt, file: .codeFile, descriptor: .codeDescriptor).text
    }

    /// What the list of devices calls this wallet.
    var deviceName: String { value(.deviceName) ?? WalletHome.deviceName }
}
