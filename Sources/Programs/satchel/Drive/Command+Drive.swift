// SPDX-License-Identifier: MIT
import Drive
import HubAPI
import Terminal
import Wallet

extension Option {
    fileprivate static let hubLink = Option(
        "hub", value: "link", "Join link of the hub. Default: the hub of the wallet.")
}

extension Operand {
    fileprivate static let optionalUsername = Operand(
        "username", "Username of the account at the hub. Default: that of the wallet.", count: .optional)
}

extension Command {
    /// Files at the hub.
    static let drive: [Command] = [
        Command(
            "drive", "Keep files at the hub and share them between your devices.",
            discussion: """
                The operator of the hub can read the files. What you order is written down first, and is done when \
                the hub confirms it; until then it waits, and `satchel drive drain` goes on with it. The drive has \
                its own session, which neither sees nor moves money, and needs no passphrase of the wallet: protect \
                this device's disk.
                """,
            commands: driveSession + driveListing + driveChanging + driveTransfers + driveQueue)
    ]

    private static let driveSession: [Command] = [
        Command(
            "login", "Log in to the files of your account.",
            discussion: """
                The hub and the username are those of the wallet, if you give no others. The hub's root key proves \
                itself before the password is sent.
                """,
            options: [
                .hubLink, .passwordFile, .passwordDescriptor, .deviceName, .codeFile, .codeDescriptor,
            ], operands: [.optionalUsername],
            examples: [
                .init("satchel drive login", "Ask for the password of the wallet's account."),
                .init("satchel drive login alice --hub 'satchel://join?hub=…&root=…'", "Without a wallet."),
            ]
        ) { invocation in
            let drive = try DriveContext(invocation)
            let (hub, username) = try drive.accountToLogIn()
            let password = try invocation.passphrase(
                "Account password", file: .passwordFile, descriptor: .passwordDescriptor)
            try drive.account.logIn(
                to: hub, username: username, password: password.text, device: invocation.deviceName
            ) { try invocation.oneTimeCode("Code from your authenticator app, or a recovery code") }
            try drive.client.refresh()
            let space = try drive.client.space(named: nil)
            invocation.answer(
                ["username": .text(username), "hub": .text(hub.url)],
                "Logged in as \(username). \(DriveWords.size(space.used)) of \(DriveWords.size(space.quota)) are used. Next: satchel drive put FILE"
            )
        },
        Command("logout", "Log out of the files. What waits stays in the queue.") { invocation in
            let drive = try DriveContext(invocation)
            let hasEnded = try drive.account.logOut()
            invocation.answer(
                ["endedAtHub": .bool(hasEnded)],
                hasEnded
                    ? "Logged out."
                    : "Logged out on this device. The hub could not be reached: end the session with `satchel devices` too."
            )
        },
    ]
}

extension DriveContext {
    /// What the command line names, else the drive's own, else those of the wallet.
    fileprivate func accountToLogIn() throws -> (HubDescription, String) {
        var hub = try invocation.value(.hubLink) { try HubDescription(link: $0) } ?? account.hub
        var username = try invocation.optional(.optionalUsername) ?? account.username
        if hub == nil || username == nil, Wallet.exists(in: home.folder) {
            let wallet = try CommandContext(invocation).open()
            hub = try hub ?? (wallet.isJoined ? wallet.hub : nil)
            username = try username ?? wallet.username
        }
        guard let hub else {
            throw Failure(.usage, "The hub is not known. Give its link: satchel drive login USERNAME --hub LINK")
        }
        guard let username else { throw Failure(.usage, "Give the username of your account at the hub.") }
        return (hub, username)
    }
}
