// SPDX-License-Identifier: MIT
internal import HTTP

extension Routes {
    /// Makes an app password known, 128 random bits with which a program that is not ours uses the files of the account.
    /// The same one again changes nothing. ``revokeDevice`` ends it.
    package static let newAppPassword = Route(
        .post, "/v1/devices/app-passwords", .signed, cost: .file, isForFiles: true, in: HashedSecret.self,
        out: DeviceName.self)
}
