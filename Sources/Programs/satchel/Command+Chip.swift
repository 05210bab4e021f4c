// SPDX-License-Identifier: MIT
import Bytes
import Keys
import Terminal
import Wallet

extension Option {
    fileprivate static let place = Option(
        "at", value: "path", "The chip's device, or the socket of a software chip. Default: \(Chip.usualPlace).",
        completion: .files)
}

extension Command {
    /// The security chip that records the wallet's offline payments.
    static let deviceChip = Command(
        "chip", "Let the machine's security chip (TPM 2.0) record each use of offline money.",
        discussion: """
            No copy of a disk contains the chip, and no backup turns it back. With a chip, a wallet from an old disk \
            image or snapshot, or a second copy of a disk, notices that it is out of date and spends nothing.
            """,
        usual: "status", commands: [chipStatus, chipOn, chipForget])

    private static let chipStatus = Command(
        "status", "Ask the chip whether this wallet is the one that it knows.",
        examples: [.init("satchel device chip --json", "Print the state for a script.")]
    ) { invocation in
        answer(try CommandContext(invocation).open(isUse: false).chipState, invocation)
    }

    private static let chipOn = Command(
        "on", "Record each use of offline money in the chip from now on.", confirms: true,
        discussion: """
            To turn this on, type the passphrase, even if the wallet is unlocked. Copies of the wallet that were made \
            before are not stopped. If the chip is replaced or fails for good, the offline money of that time is held \
            until its refund date, at most 38 days. A chip that is cleared no longer protects until you turn this on \
            again. On Debian a user must be in the group tss, which can also use what other programs keep in the chip \
            without a password.
            """,
        options: [.place]
    ) { invocation in
        let context = try CommandContext(invocation)
        let place = invocation.value(.place) ?? Chip.usualPlace
        try refuseVirtualMachine(context, place)
        try invocation.confirm(
            "Use the security chip \(place)? If it fails or is replaced, offline money is held for up to 38 days.")
        let passphrase = try invocation.passphrase("Wallet passphrase")
        let wallet = try Wallet.open(context.environment(), .passphrase(passphrase))
        try wallet.useChip(at: place, passphrase: passphrase)
        answer(try wallet.chipState, invocation)
    }

    private static let chipForget = Command(
        "forget", "Use the chip no more. If it does not answer, hold the offline money until its refund date.",
        confirms: true,
        discussion: """
            If the chip confirms that this is the only copy, the offline money stays usable. If the \
            chip does not answer, or is another chip, the wallet cannot know that. It then never spends its present \
            offline money, and the hub refunds that money at its refund date.
            """
    ) { invocation in
        let context = try CommandContext(invocation)
        try invocation.confirm("Stop using the security chip?")
        let passphrase = try invocation.passphrase("Wallet passphrase")
        let wallet = try Wallet.open(context.environment(), .passphrase(passphrase))
        let isFrozen = try wallet.forgetChip(passphrase: passphrase)
        invocation.answer(
            ["frozen": .bool(isFrozen)],
            isFrozen
                ? "The wallet no longer uses a security chip. Its offline money is held until the refund date. Sync before paying again."
                : "The wallet no longer uses a security chip.")
    }

    /// The chip of a virtual machine goes back with the machine's snapshot.
    private static func refuseVirtualMachine(_ context: CommandContext, _ place: String) throws {
        let isVirtual = context.home.device.notes().contains { if case .virtualMachine = $0 { true } else { false } }
        guard place.hasPrefix("/dev/") else {
            return context.invocation.console.note(
                "Warning: a software chip protects only while its own files are not copied or restored with the wallet."
            )
        }
        guard isVirtual else { return }
        throw Failure(
            .restricted,
            "This is a virtual machine. Its security chip goes back with a snapshot, so it would not protect the wallet."
        )
    }

    private static func answer(_ state: ChipState, _ invocation: Invocation) {
        switch state {
        case .off:
            invocation.answer(json("off"), "The wallet uses no security chip. To use one: satchel device chip on")
        case .on(let place, let index):
            invocation.answer(
                json("on", place, index),
                "The security chip \(place) confirms that this wallet spent last. Its register there is \(name(index))."
            )
        case .unavailable(let place, let index, let error):
            invocation.answer(
                json("unavailable", place, index, error.message),
                "\(error.message) Until the chip \(place) answers, the wallet signs no offline payment.")
        }
    }

    private static func name(_ index: UInt32) -> String { "0x0" + String(index, radix: 16) }

    private static func json(
        _ state: String, _ place: String? = nil, _ index: UInt32? = nil, _ reason: String? = nil
    ) -> JSONValue {
        [
            "state": .string(state), "place": .string(place), "register": .string(index.map(name)),
            "reason": .string(reason),
        ]
    }
}
