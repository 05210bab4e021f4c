// SPDX-License-Identifier: MIT
package import Crypto
internal import HubAPI
package import Tokens

/// The account whose files a drive has: at our hub, or at a BaluHost. A drive stays with its account.
package enum DriveAccount {
    case hub(HubAccount)
    case baluHost(BaluAccount)

    /// The account of a drive. One that was never logged in counts as one of a hub.
    ///
    /// - Throws: ``DriveError`` with `.storage`.
    package init(folder: String, store: DriveStore, clock: Clock) throws {
        let baluHost = BaluAccount(folder: folder, store: store, clock: clock)
        if try baluHost.address != nil {
            self = .baluHost(baluHost)
        } else {
            self = .hub(HubAccount(folder: folder, store: store, clock: clock) { _ in })
        }
    }

    /// Nil for an account at a BaluHost.
    package var hub: HubAccount? {
        switch self {
        case .hub(let account): account
        case .baluHost: nil
        }
    }

    /// The server's address; nil before the first log-in.
    package var url: String? {
        get throws {
            switch self {
            case .hub(let account): try account.hub?.url
            case .baluHost(let account): try account.address
            }
        }
    }

    /// The account's username; nil before the first log-in.
    package var username: String? {
        get throws {
            switch self {
            case .hub(let account): try account.username
            case .baluHost(let account): try account.username
            }
        }
    }

    /// This device's name; nil before the first log-in.
    package var device: String? {
        get throws {
            switch self {
            case .hub(let account): try account.device
            case .baluHost(let account): try account.device
            }
        }
    }

    package var isLoggedIn: Bool {
        switch self {
        case .hub(let account): account.isLoggedIn
        case .baluHost(let account): account.isLoggedIn
        }
    }

    /// Removes the session from this device.
    ///
    /// - Returns: whether the server has ended it too.
    package func logOut() throws -> Bool {
        switch self {
        case .hub(let account): try account.logOut()
        case .baluHost(let account): try account.logOut()
        }
    }

    /// What the account asks for its files.
    ///
    /// - Parameters:
    ///   - folder: of the drive.
    ///   - silenceSeconds: how long nothing may move before a transfer counts as broken.
    package func makeServer(
        folder: String, clock: Clock, random: RandomSource, silenceSeconds: Int = 60
    ) throws -> any FileServer {
        switch self {
        case .hub(let account): HubFileServer(account: account, silenceSeconds: silenceSeconds)
        case .baluHost(let account):
            try BaluFileServer(
                folder: folder, account: account, clock: clock, random: random, silenceSeconds: silenceSeconds)
        }
    }
}
