// SPDX-License-Identifier: MIT
import Bytes
import Demo
import HubAPI
import Keys
import ScreenModels
import Terminal
import Tokens
import Wallet

extension Option {
    static let passwordFile = Option(
        "password-file", value: "file", "Read the account's password from the first line of a file only you can read.",
        completion: .files)
    static let passwordDescriptor = Option(
        "password-fd", value: "number", "Read the account's password from the first line of an open file descriptor.")
    static let minutes = Option("minutes", value: "number", "Duration in minutes, 1 to 1440. Default: 15.")
    static let newPassphraseFile = Option(
        "new-passphrase-file", value: "file", "Read the new passphrase from a file only you can read.",
        completion: .files)
    static let newPassphraseDescriptor = Option(
        "new-passphrase-fd", value: "number", "Read the new passphrase from an open file descriptor.")
}

extension Operand {
    static let link = Operand("link", "Join link from the hub's operator: satchel://join?…")
    static let username = Operand("username", "Username of the account at the hub.")
}

extension Command {
    /// Creation of a wallet, and its lock.
    static let walletSetUp: [Command] = [
        Command(
            "init", "Create an empty wallet.",
            examples: [.init("satchel init", "Create a wallet in your data directory and ask for its passphrase.")]
        ) { invocation in
            let context = try CommandContext(invocation)
            guard !Wallet.exists(in: context.folder) else {
                throw Failure(
                    .conflict, "A wallet already exists in \(context.folder). Choose another folder with --wallet.")
            }
            let passphrase = try invocation.passphrase("Passphrase for the new wallet", isNew: true)
            context.forgetKeys()
            _ = try Wallet.create(context.environment(), .passphrase(passphrase))
            invocation.answer(
                ["wallet": .string(context.folder)],
                "Created a wallet in \(context.folder). Next: satchel join LINK, or satchel coins new")
        },
        Command(
            "unlock", "Unlock the wallet for a time, so that commands do not ask for the passphrase.",
            discussion: "The kernel's keyring holds the wallet's key and deletes it afterwards.", options: [.minutes],
            examples: [.init("satchel unlock --minutes 60", "Ask for no passphrase for the next hour.")]
        ) { invocation in
            let context = try CommandContext(invocation)
            try context.refuseInDemo()
            let minutes = try invocation.integer(.minutes, in: 1...1440) ?? 15
            context.unlockCache.clear()
            try context.requireProtection(for: "Keeping the key")
            let wallet = try context.open()
            guard context.unlockCache.store(wallet.vaultKey, seconds: UInt32(minutes * 60)) else {
                throw Failure(
                    .failed, "This system has no kernel keyring for the key. Use --passphrase-file instead.")
            }
            invocation.answer(["minutes": .number(Int64(minutes))], "Unlocked for \(minutes) minutes.")
        },
        Command("lock", "Lock the wallet now: delete the key that `unlock` stored.") { invocation in
            try CommandContext(invocation).unlockCache.clear()
            invocation.answer([:], "Locked.")
        },
        Command(
            "passphrase", "Change the wallet's passphrase.", options: [.newPassphraseFile, .newPassphraseDescriptor]
        ) { invocation in
            let context = try CommandContext(invocation)
            try context.refuseInDemo()
            let old = try invocation.passphrase("Current passphrase")
            let new = try invocation.passphrase(
                "New passphrase", isNew: true, file: .newPassphraseFile, descriptor: .newPassphraseDescriptor)
            try Wallet.changePassphrase(in: context.folder, from: old, to: new, context.environment())
            context.pin.remove()
            invocation.answer(
                [:],
                "Passphrase changed. A PIN of the app no longer opens the wallet. Existing backups keep their "
                    + "passphrases.")
        },
    ]

    /// The hub and the account there.
    static let accountSetUp: [Command] = [
        Command(
            "join", "Join a hub, or accept a new address of the joined hub.", confirms: true,
            discussion: """
                The wallet joins a hub when the hub proves its root key. Until then another link replaces this one. \
                A joined wallet stays with its hub. It accepts a new address only if the hub proves its root key \
                there and you agree.
                """,
            operands: [.link],
            examples: [
                .init("satchel join 'satchel://join?hub=…&root=…'", "Join with the link from the hub's operator.")
            ]
        ) { invocation in
            let wallet = try CommandContext(invocation).open()
            let hub = try invocation.operand(.link) { try HubDescription(link: $0) }
            var outcome = try wallet.join(hub)
            if case .asks(let former) = outcome {
                try invocation.confirm(
                    "This wallet's hub is at \(former.url). The link gives a new address: \(hub.url). Use the new address?"
                )
                outcome = try wallet.join(hub, leaving: former)
            }
            var sentence = "Joined the hub at \(hub.url). Next: satchel register NAME, or satchel login NAME"
            if case .waiting(let error) = outcome {
                sentence =
                    try wallet.isJoined
                    ? "The hub at \(hub.url) cannot be reached: \(error.message) The wallet stays joined to it."
                    : "The hub at \(hub.url) cannot be reached: \(error.message) The wallet keeps the link and joins when the hub first answers. Another link replaces this one."
            } else if try wallet.username != nil {
                sentence = "This wallet's hub is at \(hub.url)."
            }
            let known = try wallet.hub ?? hub
            if known.isProvedByRoot && !hub.isProvedByRoot {
                sentence +=
                    " The wallet still requires a proof by the hub's root key, although this link does not ask for it."
            }
            invocation.answer(
                ["hub": .string(known.url), "reached": .bool(outcome.isJoined), "joined": .bool(try wallet.isJoined)],
                sentence)
        },
        accountCommand("register", "Open an account at the hub.", "Opened the account %@.") {
            try $0.register(username: $1, password: $2, device: $3.deviceName)
        },
        accountCommand("login", "Log in to your account at the hub.", "Logged in as %@.") {
            wallet, username, password, invocation in
            try wallet.login(username: username, password: password, device: invocation.deviceName) {
                try invocation.oneTimeCode("Code from your authenticator app, or a recovery code")
            }
        },
    ]
}

private func accountCommand(
    _ name: String, _ summary: String, _ answer: String,
    enter: @escaping @Sendable (Wallet, _ username: String, _ password: String, Invocation) throws -> Void
) -> Command {
    Command(
        name, summary,
        options: [.passwordFile, .passwordDescriptor, .deviceName]
            + (name == "login" ? [.codeFile, .codeDescriptor] : []),
        operands: [.username],
        examples: [.init("satchel \(name) alice", "Ask for the account password.")]
    ) { invocation in
        let context = try CommandContext(invocation)
        let wallet = try context.open()
        var username = try invocation.operand(.username)
        if let demo = context.demo {
            // Any name and any password are the demo's.
            username = demo.access.username
            try wallet.login(username: username, password: demo.access.password)
        } else {
            try enter(wallet, username, try password(invocation, isNew: name == "register").text, invocation)
        }
        let halves = answer.split(separator: "%@", maxSplits: 1, omittingEmptySubsequences: false)
        var sentence = halves.joined(separator: username)
        // A wallet needs certificates from the hub before it can request a payment offline.
        let report = try wallet.sync()
        if let failure = report.failure { sentence += " The first sync failed: \(failure.sentence)" }
        invocation.answer(["username": .string(username), "synced": .bool(report.isComplete)], sentence)
    }
}

private func password(_ invocation: Invocation, isNew: Bool) throws -> SecretBytes {
    try invocation.passphrase(
        "Account password", isNew: isNew, file: .passwordFile, descriptor: .passwordDescriptor)
}
