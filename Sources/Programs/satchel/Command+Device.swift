// SPDX-License-Identifier: MIT
import Bytes
import Keys
import Terminal
import Wallet

extension Operand {
    fileprivate static let mode = Operand(
        "mode", "log, warn, restrict or block. Default: show the present mode.", count: .optional,
        completion: .choices(DeviceMode.allCases.map(\.name)))
}

extension Command {
    /// The risks of this device, and what the wallet does about them.
    static let device = Command(
        "device", "Show risks of this device, choose what the wallet does about them, or use its security chip.",
        discussion: """
            Risks have three levels. `taken`: another party may control the device now. `weak`: keys are less \
            protected than usual. `note`: any other risk. An attacker who controls the device can hide from every check.
            """,
        usual: "list", commands: [deviceList, deviceMode, deviceChip])

    private static let deviceList = Command(
        "list", "Show all risks found, with what to do. It does not open the wallet.",
        examples: [.init("satchel device --json", "Print the codes and weights for a script.")]
    ) { invocation in
        let check = try CommandContext(invocation).home.device
        let findings = check.findings() + check.notes()
        guard !invocation.wantsJSON else {
            return invocation.console.print(.items(findings.map(json)))
        }
        guard !findings.isEmpty else { return invocation.console.print("No risk was found.") }
        for finding in findings {
            invocation.console.print("\(finding.weight.name): \(finding.sentence)".printable())
            invocation.console.print("  \(finding.cure)".printable())
        }
    }

    private static let deviceMode = Command(
        "mode", "Show or choose what the wallet does while another party may control the device.",
        discussion: """
            log shows risks only here. warn also shows them before you send or withdraw. restrict, the default, \
            refuses to send, to withdraw and to sign; receiving, balances and syncing stay available. block does not \
            open the wallet. To change the mode, type the passphrase, even if the wallet is unlocked.
            """,
        operands: [.mode], examples: [.init("satchel device mode warn", "Only warn from now on.")]
    ) { invocation in
        let context = try CommandContext(invocation)
        let wanted = try invocation.optional(.mode).map { name in
            guard let mode = DeviceMode(named: name) else {
                throw Failure(.usage, "There is no mode '\(name)'. Use log, warn, restrict or block.")
            }
            return mode
        }
        guard let wanted else {
            let mode = try context.open(isUse: false, isBlockable: false).deviceMode
            return invocation.answer(["mode": .string(mode.name)], "The mode is \(mode.name).")
        }
        let passphrase = try invocation.passphrase("Wallet passphrase")
        let wallet = try Wallet.open(context.environment(), .passphrase(passphrase), isBlockable: false)
        try wallet.setDeviceMode(wanted, passphrase: passphrase)
        invocation.answer(["mode": .string(wanted.name)], "The mode is now \(wanted.name).")
    }

    private static func json(_ finding: DeviceFinding) -> JSONValue {
        [
            "code": .string(finding.code), "weight": .string(finding.weight.name),
            "subject": finding.subject.map { .string($0) } ?? .null,
        ]
    }
}

extension CommandContext {
    /// Refuses what a weak device must not do, before any secret is shown or kept.
    ///
    /// - Parameter action: what is refused, as the beginning of a sentence.
    /// - Throws: ``Failure`` with ``ExitCode/restricted``.
    func requireProtection(for action: String) throws {
        guard let finding = home.device.findings().first else { return }
        throw Failure(
            .restricted,
            "\(action) is not available on this device now. \(finding.sentence) \(finding.cure) "
                + "To see all risks: satchel device")
    }

    /// Finds the risks before a guarded action, and warns about those that the action is not refused for.
    func findings(_ mode: DeviceMode) -> [DeviceFinding] {
        let findings = home.device.findings()
        let shown = findings.filter { $0.weight == .weak || mode == .warn }
        for finding in shown.prefix(3) { invocation.console.note("Warning: \(finding.sentence)") }
        if !shown.isEmpty { invocation.console.note("To see all risks: satchel device") }
        return findings
    }
}
