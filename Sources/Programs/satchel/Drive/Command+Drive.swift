// SPDX-License-Identifier: MIT
import Bytes
import Drive
import HubAPI
import Terminal
import Wallet

extension Option {
    fileprivate static let baluHost = Option(
        "baluhost", value: "address", "Address of a BaluHost, such as https://home.example:8000, in place of a hub.")
    fileprivate static let pairing = Option(
        "pairing", value: "file",
        "File with the text of a BaluHost's pairing picture, in place of username and password; - for standard input.",
        completion: .files)
    fileprivate static let serverKey = Option(
        "server-key", value: "key",
        "Key that the BaluHost must have, such as sha256//… Default: the one it shows first.")
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
            commands: driveSession + [drivePair] + driveListing + driveChanging + driveTransfers + driveSharing
                + driveMount
                + driveQueue + [driveCamera, driveAppPassword, driveTunnel])
    ]

    private static let driveSession: [Command] = [
        Command(
            "login", "Log in to the files of your account.", confirms: true,
            discussion: """
                The hub and the username are those of the wallet, if you give no others. The hub's root key proves \
                itself before the password is sent.

                A BaluHost can take the place of the hub. This device is then in its list of devices, and the password is \
                not kept. If no authority vouches for its certificate, you are asked about its key once; later it must \
                have that key.
                """,
            options: [
                .hubLink, .baluHost, .pairing, .serverKey, .passwordFile, .passwordDescriptor, .deviceName, .codeFile,
                .codeDescriptor,
            ], operands: [.optionalUsername],
            examples: [
                .init("satchel drive login", "Ask for the password of the wallet's account."),
                .init("satchel drive login alice --hub 'satchel://join?hub=…&root=…'", "Without a wallet."),
                .init("satchel drive login alice --baluhost https://home.example:8000", "At a BaluHost."),
                .init(
                    "satchel drive login --pairing code.txt",
                    "With what `satchel code read --output code.txt PICTURE` has written."),
            ]
        ) { invocation in
            let drive = try DriveContext(invocation)
            if try drive.isAtBaluHost {
                try drive.logInAtBaluHost()
            } else {
                let (hub, username) = try drive.accountToLogIn()
                let password = try invocation.accountPassword("Account password")
                let account = HubAccount(
                    folder: drive.home.folder + "/drive", store: drive.client.store, clock: WalletHome.clock
                ) { _ in }
                try account.logIn(to: hub, username: username, password: password, device: invocation.deviceName) {
                    try invocation.oneTimeCode("Code from your authenticator app, or a recovery code")
                }
            }
            // The server of the account that is known now.
            let known = try DriveContext(invocation)
            try known.client.refresh()
            let space = try known.client.space(named: nil)
            let username = try known.account.username ?? space.owner
            invocation.answer(
                ["username": .string(username), "hub": .string(try known.account.url ?? "")],
                "Logged in as \(username). \(DriveWords.size(space.used)) of \(DriveWords.size(space.quota)) are used. Next: satchel drive put FILE"
            )
            if known.account.hub == nil, !invocation.wantsJSON { invocation.console.note(DriveWords.baluHost) }
        },
        Command("logout", "Log out of the files. What waits stays in the queue.") { invocation in
            let drive = try DriveContext(invocation)
            let hasEnded = try drive.account.logOut()
            let list = drive.account.hub == nil ? "in the BaluHost's list of devices" : "with `satchel devices`"
            invocation.answer(
                ["endedAtHub": .bool(hasEnded)],
                hasEnded
                    ? "Logged out."
                    : "Logged out on this device. The server could not be reached: end the session \(list) too.")
        },
    ]
}

extension DriveContext {
    /// Whether the command line names a BaluHost, or the drive is at one.
    fileprivate var isAtBaluHost: Bool {
        get throws {
            let isNamed = invocation.has(.baluHost) || invocation.has(.pairing)
            guard !isNamed || !invocation.has(.hubLink) else {
                throw Failure(.usage, "A drive is at a hub or at a BaluHost. Give one of them.")
            }
            return isNamed || account.hub == nil && !invocation.has(.hubLink)
        }
    }

    fileprivate func logInAtBaluHost() throws {
        let baluHost = BaluAccount(folder: home.folder + "/drive", store: client.store, clock: WalletHome.clock)
        if let path = invocation.value(.pairing) {
            let text = try TextFile.read(path, maximumBytes: BaluPairingCode.maximumCount)
            guard var code = BaluPairingCode(text) else {
                throw Failure(
                    .badDocument,
                    "This is not a pairing code of a BaluHost. Read its picture: satchel code read --output code.txt PICTURE",
                    showsUsage: false)
            }
            // The picture often has the address of the plain http at home.
            if let address = invocation.value(.baluHost) { code.address = BaluAccount.plain(address) }
            try meet(baluHost, code.address)
            return try baluHost.pair(with: code, device: invocation.deviceName)
        }
        guard let address = try invocation.value(.baluHost) ?? account.url,
            let username = try invocation.optional(.optionalUsername) ?? account.username
        else { throw Failure(.usage, "Give the username of your account at the BaluHost.") }
        try meet(baluHost, address)
        try baluHost.logIn(
            to: address, username: username, password: invocation.accountPassword("Account password"),
            device: invocation.deviceName
        ) { try invocation.oneTimeCode("Code from your authenticator app, or a backup code") }
    }

    private func meet(_ baluHost: BaluAccount, _ address: String) throws {
        try baluHost.meet(address, key: invocation.value(.serverKey)) { key in
            invocation.console.note(
                "No authority vouches for \(address). Its key is \(key). Compare it at the BaluHost, or pair at home, in a network that you trust."
            )
            try invocation.confirm("Trust this key from now on?")
        }
    }
}

extension DriveContext {
    /// What the command line names, else the drive's own, else those of the wallet.
    fileprivate func accountToLogIn() throws -> (HubDescription, String) {
        var hub = try invocation.value(.hubLink) { try HubDescription(link: $0) } ?? account.hub?.hub
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
