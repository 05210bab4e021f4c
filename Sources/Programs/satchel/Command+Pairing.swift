// SPDX-License-Identifier: MIT
import Bytes
import Codes
import HubAPI
import Terminal
import Tokens
import Wallet

extension Operand {
    fileprivate static let digits = Operand("digits", "The six digits that the new device shows.", count: .many)
}

extension Command {
    /// Letting a new device join the account.
    static let pairing: [Command] = [
        Command(
            "pair", "Show a code by which a new device joins your account's files.",
            discussion: """
                The code is good for ten minutes and one device. Another person who sees it can try to join, so show it \
                to your device alone. No device gets in before you confirm it. The new device has the files of the \
                account and no money.
                """,
            options: [.png],
            examples: [
                .init("satchel devices pair", "On the new device: satchel drive pair"),
                .init("satchel devices pair --png code.png", "On the new device: satchel drive pair code.png"),
            ]
        ) { invocation in
            let (code, pairing) = try CommandContext(invocation).open().makePairingCode()
            if let path = invocation.value(.png) { try QRCode.draw(code.text).write(to: path) }
            guard !invocation.wantsJSON else {
                return invocation.console.print(["code": .string(code.text), "expires": .time(pairing.expires)])
            }
            if invocation.console.isTerminal, !invocation.has(.png) {
                invocation.console.write(try QRCode.draw(code.text).terminalText())
            }
            invocation.console.print(code.text)
            invocation.console.note(
                "On the new device: satchel drive pair. It shows six digits; type them here: satchel devices confirm DIGITS"
            )
        },
        Command(
            "confirm", "Let the new device in that shows these six digits.",
            discussion: "Type the digits from the new device's screen. After three wrong tries the code is over.",
            operands: [.digits],
            examples: [.init("satchel devices confirm 472 913", "Confirm the device that shows 472 913.")]
        ) { invocation in
            let digits = invocation.operands(.digits).joined()
            let pairing = try CommandContext(invocation).open().confirmPairing(digits)
            let done = "Confirmed: \(name(of: pairing)). It is in the list once it has fetched its session."
            invocation.answer(json(pairing), pairing.state == .confirmed ? done : sentence(pairing))
        },
        Command("refuse", "End the pairing. The code and the device that has used it are refused.") { invocation in
            let pairing = try CommandContext(invocation).open().refusePairing()
            invocation.answer(json(pairing), "No device is let in by that code. \(sentence(pairing))")
        },
        Command("pairing", "Show where the pairing stands.") { invocation in
            let pairing = try CommandContext(invocation).open().pairing()
            invocation.answer(json(pairing), sentence(pairing))
        },
    ]

    private static func json(_ pairing: Pairing) -> JSONValue {
        [
            "state": .string(pairing.state.rawValue), "expires": .time(pairing.expires),
            "device": .string(pairing.device), "address": .string(pairing.address),
        ]
    }

    private static func name(of pairing: Pairing) -> String {
        let place = pairing.address.map { " at \($0)" } ?? ""
        return (pairing.device ?? "the new device") + place
    }

    private static func sentence(_ pairing: Pairing) -> String {
        let end = Timestamp(seconds: pairing.expires)
        return switch pairing.state {
        case .waiting: "No device has used the code yet. It is good until \(end)."
        case .claimed:
            "\(name(of: pairing)) has used the code. If the digits are on your device: satchel devices confirm DIGITS. Else: satchel devices refuse"
        case .confirmed: "\(name(of: pairing)) is confirmed and can fetch its session until \(end)."
        case .paired: "\(name(of: pairing)) is paired."
        case .refused: "The pairing was refused."
        case .contested:
            "Two devices have used the code, so neither was let in. Another person may have seen it. Make another one: satchel devices pair"
        case .mistyped: "The digits were wrong too often. Make another code: satchel devices pair"
        case .replaced, .expired: "The code is over. Make another one: satchel devices pair"
        }
    }
}
