// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Drive
import Glibc
import HubAPI
import Terminal
import Tokens
import Wallet
import WireGuard

extension Operand {
    fileprivate static let pairingCode = Operand(
        "code", "Picture or text file of the code, its text, or - for standard input. With --camera: the camera.",
        count: .any, completion: .files)
}

extension DocumentSharing.Wanted {
    fileprivate static let pairingCode = DocumentSharing.Wanted(
        name: "a pairing code (a text that begins with \(PairingCode.start))", isText: { PairingCode.isCode($0) })
}

extension Command {
    static let drivePair = Command(
        "pair", "Join the files of your account by a code that another of your devices shows.",
        discussion: """
            Run `satchel devices pair` on the other device. This one then shows six digits, and waits until you have typed \
            them there. Afterwards the drive is logged in, and if the hub has a tunnel, this device has joined it.

            Without a code it asks for one, or goes on with a pairing that was interrupted. The code is a secret: other \
            users of this machine may see one that is given as a word.
            """,
        options: [.deviceName, .codeFile, .codeDescriptor, .camera], operands: [.pairingCode],
        examples: [
            .init("satchel drive pair", "Ask for the code."), .init("satchel drive pair --camera", "Scan the code."),
            .init("satchel drive pair code.png", "Read the code from a picture."),
        ]
    ) { invocation in
        let drive = try DriveContext(invocation)
        let account = try drive.hubAccount()
        if account.isLoggedIn {
            guard try account.pendingPairing != nil else {
                throw Failure(
                    .failed, "This drive is logged in already. To pair it again, run: satchel drive logout",
                    showsUsage: false)
            }
        } else {
            let code = try drive.pairingCode(account)
            let digits = try account.claim(code, device: invocation.deviceName, random: .system)
            invocation.console.note(
                "At the hub \(code.hub.url). Six digits: \(digits). On the other device: satchel devices confirm \(digits)"
            )
            try drive.waitForConfirmation(account)
        }
        let tunnel = try drive.joinTunnelIfThereIsOne(account)
        try account.endPairing()
        try drive.client.refresh()
        let space = try drive.client.space(named: nil)
        let username = try account.username ?? space.owner
        invocation.answer(
            [
                "username": .string(username), "hub": .string(try account.hub?.url), "tunnel": .bool(tunnel == .joined),
            ],
            lines: [
                "Paired: logged in as \(username). \(DriveWords.size(space.used)) of \(DriveWords.size(space.quota)) are used.",
                tunnel.sentence,
            ])
    }
}

/// What a pairing has done about the tunnel.
private enum JoinedTunnel: Equatable {
    case joined, none, kept
    case failed(String)

    var sentence: String {
        switch self {
        case .joined: "The tunnel to the hub is set up. Switch it on: satchel drive tunnel up"
        case .none: "The hub has no tunnel. Next: satchel drive ls"
        case .kept: "This device has a tunnel already, which stays as it is. Next: satchel drive ls"
        case .failed(let message):
            "The hub's tunnel could not be joined: \(message) Try again: satchel drive tunnel join"
        }
    }
}

extension DriveContext {
    /// Seconds between two questions whether the owner has confirmed the device.
    private static let pauseSeconds: UInt32 = 2
    /// Questions without an answer, after which the network counts as gone: as long as a code is good.
    private static let maximumSilence = 300

    /// The code that the command line names, else that of an interrupted pairing, else what the user types.
    fileprivate func pairingCode(_ account: HubAccount) throws -> PairingCode {
        if invocation.has(.camera) || !invocation.operands(.pairingCode).isEmpty {
            guard
                case .text(let text) = try DocumentSharing(invocation: invocation).read(.pairingCode, as: .pairingCode)
            else { throw Failure(.badDocument, "This is not a pairing code.", showsUsage: false) }
            return try PairingCode(text)
        }
        let isTyped = invocation.has(.codeFile) || invocation.has(.codeDescriptor)
        if !isTyped, let code = try account.pendingPairing { return code }
        return try PairingCode(try invocation.oneTimeCode("Pairing code").trimmed)
    }

    /// Asks until the owner has confirmed this device, or the hub says that it is not let in.
    fileprivate func waitForConfirmation(_ account: HubAccount) throws {
        var silence = 0
        while true {
            do {
                if try account.collectSession() { return }
                silence = 0
            } catch let error as DriveError where [.unreachable, .cutOff, .busy].contains(error.reason) {
                silence += 1
                guard silence < Self.maximumSilence else { throw error }
            }
            sleep(Self.pauseSeconds)
        }
    }

    /// A tunnel that cannot be joined now is no reason against the pairing.
    fileprivate func joinTunnelIfThereIsOne(_ account: HubAccount) throws -> JoinedTunnel {
        let file = TunnelFile(besideWallet: home.folder)
        guard !file.exists else { return .kept }
        let key = TunnelPrivateKey(random: .system)
        let id = OperationID(at: WalletHome.clock.now(), milliseconds: WalletHome.clock.milliseconds(), random: .system)
        do {
            let place = try account.joinTunnel(key.publicKey.bytes, id: id)
            try file.save(TunnelConfiguration(joining: place, with: key))
            return .joined
        } catch let problem as HubProblem where problem.code == .notFound {
            return .none
        } catch let problem as HubProblem {
            return .failed(problem.message)
        } catch let error as DriveError {
            return .failed(error.message)
        } catch let error as WireGuardError {
            return .failed(error.message)
        }
    }
}
