// SPDX-License-Identifier: MIT
internal import HTTP

/// How a BaluHost proves itself.
extension BaluAccount {
    /// Finds out how a server proves itself, before it is told a secret: by an authority that vouches for it, otherwise by
    /// the key that it shows now, at the first meeting.
    ///
    /// - Parameters:
    ///   - key: `sha256//…` as the user knows it; then the server must have this one, also in the place of a known one.
    ///   - confirm: asks the user whether the key that the server shows is right; throws when it is not.
    /// - Throws: ``DriveError`` with `.insecure` for plain HTTP to another machine.
    package func meet(_ address: String, key: String? = nil, confirm: (_ key: String) throws -> Void) throws {
        let address = Self.plain(address)
        try Self.translated { try Client.requireAllowed(address) }
        client = nil
        if let key {
            guard Trust.isKey(key) else {
                throw DriveError(
                    .refused, "'\(key)' is not a server's key. A key begins with sha256// and has 32 bytes.")
            }
            return met = key
        }
        guard address.hasPrefix("https://"), try self.address == nil else { return }
        do {
            let client = try Client(maximumBytes: Self.maximumAnswerBytes)
            _ = try client.send(ClientRequest(url: address + "/api/health"))
        } catch let error as HTTPError where error.code == .insecure {
            let shown = try Self.translated { try Trust.shownKey(at: address) }
            try confirm(shown)
            met = shown
        } catch let error as HTTPError {
            throw DriveError.translating(error)
        }
    }

    /// How the server must prove itself.
    func trust() throws -> Trust {
        if let key = try met ?? store.setting("baluhost-key", as: String.self) { return .keys([key]) }
        return .authorities
    }
}
