// SPDX-License-Identifier: MIT
internal import Crypto
package import FileModel
internal import HubAPI

extension HubAccount {
    /// Makes a password for a program that is not ours, such as a file manager. Only its hash leaves this device.
    ///
    /// - Parameters:
    ///   - name: of the program, in the list of devices.
    ///   - random: 16 fresh bytes.
    /// - Returns: the password, which nobody can look up later, and its id in the list of devices.
    /// - Throws: ``DriveError``; `HubProblem` when the hub refuses.
    package func makeAppPassword(named name: String, random: [UInt8]) throws -> (password: AppPassword, id: String) {
        let password = AppPassword(random: random)
        let order = HashedSecret(hash: Blob(password.hash.bytes), name: name)
        return (password, try call(Routes.newAppPassword, order).id)
    }

    /// The address at which WebDAV programs find the files of the account.
    ///
    /// - Throws: ``DriveError``; `HubProblem` when the hub refuses.
    package func webDAVAddress() throws -> String {
        let service = try call(Routes.spaces, Nothing()).service
        guard let base = try service ?? hub?.url else {
            throw DriveError(.notLoggedIn, "This drive is not logged in. Run: satchel drive login")
        }
        return (base.hasSuffix("/") ? String(base.dropLast()) : base) + "/dav/"
    }
}
