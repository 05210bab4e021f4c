// SPDX-License-Identifier: MIT
import Bytes
import Codes
import HubAPI
import Terminal
import Tokens
import Wallet

extension Option {
    static let deviceName = Option(
        "device", value: "name", "Name of this wallet in the list of devices. Default: this machine's name.")
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
    static let everywhere = Option("everywhere", "Log out all devices of the account, including this one.")
    static let idleMinutes = Option("minutes", value: "number", "Minutes without use until logout, 1 to 525600.")
    static let never = Option("never", "Turn automatic logout off.")
}

extension Operand {
    static let device = Operand("device", "Device ID, its first characters, or the device's name.")
}

extension Command {
    /// Access to the account: devices, second factor, password, logout.
    static let accountKeeping: [Command] = [
        Command(
            "logout", "Log out of the hub. The wallet and its offline money stay.", options: [.everywhere]
        ) { invocation in
            let wallet = try CommandContext(invocation).open()
            if invocation.has(.everywhere) { try wallet.logoutEverywhere() } else { try wallet.logout() }
            invocation.answer(
                [:],
                invocation.has(.everywhere)
                    ? "Logged out on all devices. You can still spend offline money."
                    : "Logged out. You can still spend offline money.")
        },
        autoLogout,
        Command(
            "devices", "List logged-in devices, log one out, or let a new one join.",
            commands: [listDevices, revokeDevice] + pairing),
        Command(
            "second-factor", "Require a code from an authenticator app at each login.",
            commands: [turnOn, confirm, turnOff, freshCodes, showState]),
        password,
    ]

    private static let autoLogout = Command(
        "auto-logout", "Log out automatically after a time without use.",
        discussion: """
            A scheduled sync does not count as use. Offline money stays in the wallet and can be spent. Log in again \
            to continue. To lock the wallet itself, see `unlock` and `lock`.
            """,
        options: [.idleMinutes, .never],
        examples: [
            .init("satchel auto-logout --minutes 30", "Log out after 30 minutes without use."),
            .init("satchel auto-logout", "Show the current setting."),
        ]
    ) { invocation in
        let wallet = try CommandContext(invocation).open()
        if invocation.has(.never) {
            try wallet.logoutWhenIdle(afterMinutes: nil)
        } else if let minutes = try invocation.integer(.idleMinutes, in: 1...525_600) {
            try wallet.logoutWhenIdle(afterMinutes: UInt64(minutes))
        }
        let minutes = try wallet.autoLogoutMinutes
        invocation.answer(
            ["minutes": minutes.map { .number(Int64(clamping: $0)) } ?? .null],
            minutes.map { "The wallet logs out after \($0) minutes without use." }
                ?? "The wallet stays logged in. Automatic logout is off.")
    }

    // MARK: - Devices

    private static let listDevices = Command("list", "List devices, most recently used first.") { invocation in
        let devices = try CommandContext(invocation).open().devices()
        guard !invocation.wantsJSON else {
            return invocation.console.print(
                .items(
                    devices.map {
                        [
                            "id": .string($0.id), "name": .string($0.name), "loggedIn": .time($0.loggedIn),
                            "lastUsed": .time($0.lastUsed), "address": .string($0.address),
                            "secondFactor": .bool($0.hasSecondFactor), "present": .bool($0.isPresent),
                        ]
                    }))
        }
        var table = Table(.words(""), .words("id"), .words("name"), .words("last used"), .words("from"))
        for device in devices {
            table.add(
                device.isPresent ? "*" : "", device.id, device.name ?? "",
                Timestamp(seconds: device.lastUsed).description, device.address ?? "")
        }
        invocation.console.print(table.text)
        invocation.console.note("* marks this device.")
    }

    private static let revokeDevice = Command(
        "revoke", "Log out a device.", operands: [.device],
        examples: [.init("satchel devices revoke 3fa9", "Log out the device whose ID begins with 3fa9.")]
    ) { invocation in
        let device = try CommandContext(invocation).open().revokeDevice(try invocation.operand(.device))
        let name = device.name.map { " (\($0))" } ?? ""
        invocation.answer(
            ["id": .string(device.id)],
            "Device \(device.id)\(name) is logged out. Its offline money stays on it.")
    }

    // MARK: - Second factor

    private static let turnOn = Command(
        "on", "Show the secret for your authenticator app, as text and as a QR code.",
        discussion: "The second factor stays off until you run `second-factor confirm` with a code from the app.",
        options: [.passwordFile, .passwordDescriptor, .png]
    ) { invocation in
        let wallet = try CommandContext(invocation).open()
        let password = try invocation.accountPassword("Account password")
        let enrolment = try wallet.enrolSecondFactor(password: password)
        if let path = invocation.value(.png) { try QRCode.draw(enrolment.link).write(to: path) }
        guard !invocation.wantsJSON else {
            return invocation.console.print(["link": .string(enrolment.link), "secret": .string(enrolment.secret)])
        }
        if invocation.console.isTerminal, !invocation.has(.png) {
            invocation.console.write(try QRCode.draw(enrolment.link).terminalText())
        }
        invocation.console.print(enrolment.link)
        invocation.console.note(
            "Scan the code, or enter \(enrolment.secret) in the app. Next: satchel second-factor confirm")
    }

    private static let confirm = codeCommand(
        "confirm", "Turn the second factor on with a code from the app, and print recovery codes.", "Code from the app"
    ) { wallet, code, invocation in
        show(try wallet.confirmSecondFactor(code), invocation)
    }

    private static let turnOff = codeCommand(
        "off", "Turn the second factor off with a code.", "Code from the app, or a recovery code"
    ) { wallet, code, invocation in
        try wallet.disableSecondFactor(code)
        invocation.answer([:], "The second factor is off. Login needs only the password.")
    }

    private static let freshCodes = codeCommand(
        "recovery-codes", "Print new recovery codes. The old ones stop working.", "Code from the app"
    ) { wallet, code, invocation in
        show(try wallet.makeRecoveryCodes(code), invocation)
    }

    private static let showState = Command("show", "Show the state of the second factor.") {
        invocation in
        let state = try CommandContext(invocation).open().secondFactor()
        invocation.answer(
            ["on": .bool(state.isOn), "recoveryCodesLeft": .number(Int64(state.recoveryCodesLeft))],
            state.isOn
                ? "The second factor is on. \(state.recoveryCodesLeft) recovery codes are left."
                : "The second factor is off. Turn it on: satchel second-factor on")
    }

    private static func codeCommand(
        _ name: String, _ summary: String, _ prompt: String,
        run: @escaping @Sendable (Wallet, _ code: String, Invocation) throws -> Void
    ) -> Command {
        Command(name, summary, options: [.codeFile, .codeDescriptor]) { invocation in
            let wallet = try CommandContext(invocation).open()
            try run(wallet, try invocation.oneTimeCode(prompt), invocation)
        }
    }

    private static func show(_ codes: [String], _ invocation: Invocation) {
        guard !invocation.wantsJSON else {
            return invocation.console.print(["recoveryCodes": .array(codes.map { .string($0) })])
        }
        invocation.console.note("The second factor is on. Keep these recovery codes on paper. Each works once:")
        for code in codes { invocation.console.print(code) }
    }

    // MARK: - Password

    private static let password = Command(
        "password", "Change the account password and log out all other devices.",
        options: [.passwordFile, .passwordDescriptor, .newPasswordFile, .newPasswordDescriptor]
    ) { invocation in
        let context = try CommandContext(invocation)
        try context.refuseInDemo()
        let wallet = try context.open()
        let old = try invocation.accountPassword("Current password")
        let new = try invocation.passphrase(
            "New password", isNew: true, file: .newPasswordFile, descriptor: .newPasswordDescriptor)
        try wallet.changePassword(from: old, to: new.text)
        invocation.answer([:], "Password changed. All other devices are logged out.")
    }
}

extension SecretBytes {
    /// The typed text.
    var text: String { withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
}

extension Invocation {
    /// The account's password, from the source that the options name, or from the prompt.
    func accountPassword(_ prompt: String) throws -> String {
        try passphrase(prompt, file: .passwordFile, descriptor: .passwordDescriptor).text
    }

    func oneTimeCode(_ prompt: String) throws -> String {
        try passphrase(prompt, file: .codeFile, descriptor: .codeDescriptor).text
    }

    /// The wallet's name in the list of devices.
    var deviceName: String { value(.deviceName) ?? WalletHome.deviceName }
}
