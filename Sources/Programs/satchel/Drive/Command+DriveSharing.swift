// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Drive
import FileModel
import HubAPI
import Terminal
import Tokens
import Wallet

extension Option {
    fileprivate static let days = Option("days", value: "number", "Days until the link ends, 1 to 366. Default: 7.")
    fileprivate static let role = Option(
        "role", value: "role", "reader or writer. Default: reader.", completion: .choices(["reader", "writer"]))
}

extension Operand {
    fileprivate static let sharedLink = Operand("link", "Link from `satchel drive links`, or the path of its file.")
    fileprivate static let spaceName = Operand("name", "Name of the new space, at most 64 bytes.")
    fileprivate static let member = Operand("username", "Username of an account at the same hub.")
}

extension Command {
    static let driveSharing: [Command] = shareLinks + sharedSpaces

    private static let shareLinks: [Command] = [
        Command(
            "share", "Make a link by which anyone can download a file.",
            discussion: """
                Everyone who has the link gets what the file holds at that time, without an account. The link is shown \
                once: the hub does not store it. It ends by itself, or with `satchel drive unshare`.
                """,
            options: [.space, .days], operands: [.remotePath],
            examples: [.init("satchel drive share /plan.pdf --days 2", "A link that ends after two days.")]
        ) { invocation in
            let drive = try DriveContext(invocation)
            _ = try drive.refresh()
            let item = try drive.client.requireItem(
                at: DriveContext.path(invocation.operand(.remotePath)), in: drive.space().id)
            guard item.kind == .file else {
                throw Failure(.usage, "A link is to one file. Share a folder with: satchel drive make-space")
            }
            let days = try invocation.integer(.days, in: 1...366) ?? 7
            let expires = WalletHome.clock.now().seconds + UInt64(days) * 86_400
            let shared = try drive.hubServer().share(
                item.id, until: expires, as: drive.freshOrder(), random: .system)
            invocation.answer(
                [
                    "url": .string(shared.url), "link": .string(shared.link.link.description),
                    "item": .string(item.id.description), "expires": .time(shared.link.expires),
                ],
                shared.url)
            guard !invocation.wantsJSON else { return }
            // Beside the answer, so that a script gets the link alone.
            invocation.console.note(
                "Anyone who has this link can download the file until \(Timestamp(seconds: shared.link.expires)).")
        },
        Command("links", "List the links that you have made.") { invocation in
            let drive = try DriveContext(invocation)
            _ = try drive.refresh()
            let links = try drive.hubServer().shareLinks()
            guard !invocation.wantsJSON else {
                return invocation.console.print(.items(try links.map(drive.json)))
            }
            guard !links.isEmpty else { return invocation.console.print("You have shared no file by a link.") }
            var table = Table(.words("file"), .words("made"), .words("ends"), .words("link"))
            for link in links {
                table.add(
                    try drive.path(of: link) ?? "(in the trash)", "\(Timestamp(seconds: link.created))",
                    "\(Timestamp(seconds: link.expires))", String(link.link.description.prefix(Self.linkDigits)))
            }
            invocation.console.print(table.text)
        },
        Command(
            "unshare", "End links, so that they stop working.",
            options: [.space], operands: [.sharedLink],
            examples: [.init("satchel drive unshare /plan.pdf", "End all links to this file.")]
        ) { invocation in
            let drive = try DriveContext(invocation)
            _ = try drive.refresh()
            var ended: [ShareLink] = []
            for link in try drive.links(named: invocation.operand(.sharedLink)) {
                ended.append(try drive.hubServer().end(link.link, as: drive.freshOrder()))
            }
            guard !invocation.wantsJSON else {
                return invocation.console.print(.items(try ended.map(drive.json)))
            }
            invocation.console.print(ended.count == 1 ? "The link has ended." : "\(ended.count) links have ended.")
        },
    ]

    /// Digits of a link's id that lists show; enough to tell 500 links apart.
    fileprivate static let linkDigits = 12

    private static let sharedSpaces: [Command] = [
        Command(
            "make-space", "Make a space that you can share with other accounts.",
            discussion: """
                A space is a tree of folders and files of its own. Its members see all of it; writers change it too. It \
                has a quota of its own.
                """, operands: [.spaceName],
            examples: [.init("satchel drive make-space Family", "Then: satchel drive add-member bob --space Family")]
        ) { invocation in
            let drive = try DriveContext(invocation)
            let id = try SpaceID(RandomSource.system.bytes(SpaceID.byteCount))
            let space = try drive.hubServer().makeSpace(
                id, named: invocation.operand(.spaceName), as: drive.freshOrder())
            invocation.answer(
                DriveWords.json(space),
                "The space \(space.name ?? "") is there. Add members: satchel drive add-member USERNAME --space '\(space.name ?? "")'"
            )
        },
        Command(
            "add-member", "Share a space with an account, or change what it may do.", options: [.space, .role],
            operands: [.member],
            examples: [
                .init("satchel drive add-member bob --space Family --role writer", "Bob may read and change all of it.")
            ]
        ) { invocation in
            guard let role = SpaceRole(rawValue: invocation.value(.role) ?? "reader"), role != .owner else {
                throw Failure(.usage, "The role is reader or writer.")
            }
            try DriveContext(invocation).setMember(role)
        },
        Command(
            "remove-member", "Take a space away from an account. What the account has put there stays.",
            options: [.space], operands: [.member],
            examples: [.init("satchel drive remove-member bob --space Family", "Bob sees the space no longer.")]
        ) { invocation in try DriveContext(invocation).setMember(nil) },
    ]
}

extension DriveContext {
    fileprivate func freshOrder() -> OperationID {
        OperationID(at: WalletHome.clock.now(), milliseconds: WalletHome.clock.milliseconds(), random: .system)
    }

    fileprivate func setMember(_ role: SpaceRole?) throws {
        let username = try invocation.operand(.member)
        guard invocation.value(.space) != nil else {
            throw Failure(
                .usage, "Name the space with --space. Your own space has no members: satchel drive make-space")
        }
        _ = try refresh()
        let space = try hubServer().setMember(username, role, of: space().id, as: freshOrder())
        invocation.answer(
            DriveWords.json(space),
            role.map { "\(username) is a \($0.rawValue) of \(space.name ?? "the space") now." }
                ?? "\(username) is not a member of \(space.name ?? "the space") any more.")
    }

    /// Where the file of a link is; nil when this device does not know it.
    fileprivate func path(of link: ShareLink) throws -> String? {
        guard let item = try client.store.item(link.item), item.state == .live else { return nil }
        return try client.path(of: item).map { "/\($0)" }
    }

    fileprivate func json(_ link: ShareLink) throws -> JSONValue {
        [
            "link": .string(link.link.description), "item": .string(link.item.description),
            "path": .string(try path(of: link)), "created": .time(link.created), "expires": .time(link.expires),
        ]
    }

    /// The links that begin with these digits, or that lead to the file of this path.
    fileprivate func links(named word: String) throws -> [ShareLink] {
        let all = try hubServer().shareLinks()
        let digits = word.count >= 8 ? all.filter { $0.link.description.hasPrefix(word) } : []
        if digits.count == 1 { return digits }
        if let item = try client.item(at: Self.path(word), in: space().id) {
            let found = all.filter { $0.item == item.id }
            if !found.isEmpty { return found }
        }
        throw Failure(.failed, "There is no link '\(word)'. List them: satchel drive links")
    }
}
