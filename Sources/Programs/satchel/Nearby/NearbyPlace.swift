// SPDX-License-Identifier: MIT
import Crypto
import HubAPI
import Keys
import Nearby
import NearbyProtocol
import Terminal
import Tokens
import Wallet

/// What a command needs to meet another device, after it has closed the wallet.
struct NearbyPlace {
    let invocation: Invocation
    let context: CommandContext
    let key: VaultKey
    let hub: HubID
    private let start = ContinuousClock.now

    /// Seconds for which a payee is there, unless it asks again.
    static let longestWait = 120

    static let payeeOptions: [Option] = [.nearby, .listed, .nearbyAddress, .nearbySeconds]
    static let payerOptions: [Option] = [.nearby, .nearbyAddress, .nearbySeconds]

    init(_ invocation: Invocation, _ context: CommandContext, _ wallet: Wallet) throws {
        self.invocation = invocation
        self.context = context
        key = wallet.vaultKey
        guard let hub = try wallet.hub else {
            throw Failure(.failed, "The wallet belongs to no hub yet. Join one with `satchel join`.")
        }
        self.hub = HubID(rootKey: hub.rootKey)
    }

    /// The wallet for one transaction. Other commands can use it between.
    var access: WalletAccess {
        let (context, key) = (context, key)
        return WalletAccess { try Wallet.open(context.environment(), .vaultKey(key)) }
    }

    /// The time since this command began.
    func elapsed() -> Duration { start.duration(to: .now) }

    /// The address of `--address`.
    func address() throws -> LocalAddress? {
        do { return try invocation.value(.nearbyAddress).map { try LocalAddress(parsing: $0) } } catch let error
            as NearbyError
        {
            throw Failure(.usage, error.message)
        }
    }

    /// The number of `--seconds`.
    func seconds(or usual: Int, upTo longest: Int) throws -> Duration {
        .seconds(try invocation.integer(.nearbySeconds, in: 1...longest) ?? usual)
    }
}

// In functions of their own, so that the wallet is closed before anything waits.

/// Stores a new request; with a place if devices nearby may pay it.
func asked(_ invocation: Invocation) throws -> (OpenRequest, NearbyPlace?) {
    let context = try CommandContext(invocation)
    let wallet = try context.open()
    let request = try wallet.request(try wallet.amount(invocation), note: invocation.value(.note))
    return (request, invocation.has(.nearby) ? try NearbyPlace(invocation, context, wallet) : nil)
}

/// The stored request that the operand names.
func shownAgain(_ invocation: Invocation) throws -> (OpenRequest, NearbyPlace) {
    let context = try CommandContext(invocation)
    let wallet = try context.open()
    let request = try wallet.showRequest(try invocation.row(.request, .document))
    return (request, try NearbyPlace(invocation, context, wallet))
}
