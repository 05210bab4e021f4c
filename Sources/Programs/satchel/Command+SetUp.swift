// SPDX-License-Identifier: MIT
import Bytes
import HubAPI
import Keys
import Terminal
import Tokens
import Wallet

extension Option {
    static let passwordFile = Option(
        "password-file", value: "file", "Read the account's password from the first line of a file only you can read.",
        completion: .files)
    static let passwordDescriptor = Option(
        "password-fd", value: "number", "Read the account's password from the first line of an open file descriptor.")
    static let minutes = Option("minutes", value: "number", "For how long; 15 unless said otherwise.")
    static let newPassphraseFile = Option(
        "new-passphrase-file", value: "file", "Read the new passphrase from a file only you can read.",
        completion: .files)
    static let newPassphraseDescriptor = Option(
        "new-passphrase-fd", value: "number", "Read the new passphrase from an open file descriptor.")
}

extension Operand {
    static let link = Operand("link", "What the hub's operator gives you: satchel://join?…")
    static let username = Operand("username", "The account's name at the hub.")
}

extension Command {
    /// Having a wallet, a hub and an account.
    static let setUp: [Command] = [
        Command(
            "init", "Make an empty wallet.",
            examples: [.init("satchel init", "Make a wallet in your data directory; it asks for a passphrase.")]
        ) { invocation in
            let desk = try WalletDesk(invocation)
            guard !Wallet.exists(in: desk.folder) else {
                throw Failure(
                    .conflict, "There is a wallet in \(desk.folder) already. Choose another folder with --wallet.")
            }
            let passphrase = try invocation.passphrase("Passphrase of the new wallet", isNew: true)
            desk.forgetKeys()
            _ = try Wallet.create(desk.environment(), .passphrase(passphrase))
            invocation.answer(
                ["wallet": .text(desk.folder)],
                "A new wallet is in \(desk.folder). Next: satchel join LINK, or satchel coins new")
        },
        Command(
            "join", "Join a hub, or follow the joined hub to another address.",
            discussion: """
                A wallet is joined once the hub's root key has proved itself; until then another link replaces this one. \
                Afterwards the wallet stays with that hub. It believes another address only when the hub proves itself \
                there by its root key, and when you agree.
                """, options: [.yes], operands: [.link],
            examples: [
                .init("satchel join 'satchel://join?hub=…&root=…'", "Join with the link that the operator gave you.")
            ]
        ) { invocation in
            let wallet = try WalletDesk(invocation).open()
            let hub = try invocation.operand(.link) { try HubDescription(link: $0) }
            var outcome = try wallet.join(hub)
            if case .asks(let former) = outcome {
                guard
                    try invocation.has(.yes)
                        || invocation.console.confirm(
                            "This wallet's hub is at \(former.url). The link says that it is at \(hub.url). Go there from now on?"
                        )
                else { throw Failure(.failed, "Nothing was changed: the hub stays at \(former.url).") }
                outcome = try wallet.join(hub, leaving: former)
            }
            var sentence = "Joined the hub at \(hub.url). Next: satchel register NAME, or satchel login NAME"
            if case .waiting(let reason) = outcome {
                sentence =
                    try wallet.isJoined
                    ? "The hub at \(hub.url) cannot be reached now: \(reason) The wallet stays joined to it."
                    : "The hub at \(hub.url) is kept as a candidate. It could not be asked now: \(reason) The wallet joins it when it first answers; another link replaces it."
            } else if try wallet.username != nil {
                sentence = "This wallet's hub is at \(hub.url)."
            }
            let known = try wallet.hub ?? hub
            if known.isProvedByRoot && !hub.isProvedByRoot {
                sentence +=
                    " The wallet goes on demanding that the hub proves itself by its root key, which the link leaves out."
            }
            invocation.answer(
                ["hub": .text(known.url), "reached": .bool(outcome.isJoined), "joined": .bool(try wallet.isJoined)],
                sentence)
        },
        accountCommand("register", "Open an account at the hub.", "The account %@ is open.") {
            try $0.register(username: $1, password: $2, device: $3.deviceName)
        },
        accountCommand("login", "Log in to your account at the hub.", "Logged in as %@.") {
            wallet, username, password, invocation in
            try wallet.login(username: username, password: password, device: invocation.deviceName) {
                try invocation.oneTimeCode("Code of your authenticator app, or a recovery code")
            }
        },
        Command(
            "unlock", "Open the wallet for a while, so that commands do not ask for the passphrase.",
            discussion: "The key is kept in the kernel's memory and forgotten by itself.", options: [.minutes],
            examples: [.init("satchel unlock --minutes 60", "No passphrase is asked for during the next hour.")]
        ) { invocation in
            let desk = try WalletDesk(invocation)
            let minutes = try invocation.integer(.minutes, in: 1...1440) ?? 15
            desk.unlockCache.clear()
            let wallet = try desk.open()
            guard desk.unlockCache.store(wallet.vaultKey, seconds: UInt32(minutes * 60)) else {
                throw Failure(
                    .failed, "This system has no keyring to remember the key in. Use --passphrase-file instead.")
            }
            invocation.answer(["minutes": .integer(Int64(minutes))], "Unlocked for \(minutes) minutes.")
        },
        Command("lock", "Forget the key that `unlock` remembered, at once.") { invocation in
            try WalletDesk(invocation).unlockCache.clear()
            invocation.answer([:], "Locked.")
        },
        Command(
            "passphrase", "Change the passphrase.", options: [.newPassphraseFile, .newPassphraseDescriptor]
        ) { invocation in
            let desk = try WalletDesk(invocation)
            let old = try invocation.passphrase("Passphrase until now")
            let new = try invocation.passphrase(
                "New passphrase", isNew: true, file: .newPassphraseFile, descriptor: .newPassphraseDescriptor)
            try Wallet.changePassphrase(in: desk.folder, from: old, to: new, desk.environment())
            desk.pin.remove()
            invocation.answer(
                [:],
                "The passphrase is changed, and no PIN opens the wallet any more. Backups keep the passphrase that they were "
                    + "made with.")
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
        examples: [.init("satchel \(name) alice", "It asks for the account's password.")]
    ) { invocation in
        let wallet = try WalletDesk(invocation).open()
        let username = try invocation.operand(.username)
        let password = try invocation.passphrase(
            "Password of the account", isNew: name == "register", file: .passwordFile,
            descriptor: .passwordDescriptor)
        try enter(wallet, username, password.text, invocation)
        let halves = answer.split(separator: "%@", maxSplits: 1, omittingEmptySubsequences: false)
        var sentence = halves.joined(separator: username)
        // Being ready to be paid needs certificates, which only the hub gives.
        let report = try wallet.sync()
        if let failure = report.failure { sentence += " The first sync is not complete: \(failure.message)" }
        invocation.answer(["username": .text(username), "synced": .bool(report.isComplete)], sentence)
    }
}
