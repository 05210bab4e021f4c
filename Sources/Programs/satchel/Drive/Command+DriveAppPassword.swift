// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Drive
import FileModel
import Terminal

extension Operand {
    fileprivate static let programName = Operand("name", "Name of the program in the list of devices.")
}

extension Command {
    static let driveAppPassword = Command(
        "app-password", "Make a password for a file manager or another program.",
        discussion: """
            The program reads and changes the files of your account by WebDAV. It neither sees nor moves money, and what \
            it deletes goes into the trash. The password is shown once. `satchel devices` lists it, and \
            `satchel devices revoke` ends it.
            """,
        operands: [.programName],
        examples: [.init("satchel drive app-password 'file manager'", "Make a password for a file manager.")]
    ) { invocation in
        let drive = try DriveContext(invocation)
        let account = try drive.hubAccount()
        let url = try account.webDAVAddress()
        let (password, id) = try account.makeAppPassword(
            named: invocation.operand(.programName), random: RandomSource.system.bytes(AppPassword.byteCount))
        let username = try account.username ?? ""
        invocation.answer(
            [
                "id": .string(id), "url": .string(url), "username": .string(username),
                "password": .string(password.text),
            ],
            lines: [
                "Address:  \(url)", "Username: \(username)", "Password: \(password.text)",
                "The password is shown this once. To end it: satchel devices revoke \(id)",
            ])
    }
}
