// SPDX-License-Identifier: MIT
import FileModel
import Hub
import HubAPI

extension ConsolePages {
    /// Spaces of files with what they use and their quotas; nothing of what is in them.
    func files() throws -> ConsolePage {
        let spaces = try hub.fileSpaces()
        let used = spaces.reduce(0) { $0 + $1.used }
        let tiles = [("Spaces", "\(spaces.count)"), ("Used by all", ByteSize.text(used))].map {
            "<li><span>\($0)</span><b>\(ConsolePage.text($1))</b></li>"
        }
        let form = """
            <form class="line" method="post" action="/quota">\(ConsolePage.hidden("csrf", csrf))<div><label for="name">Account, or \
            id of a space</label>
            <input type="text" id="name" name="name" required maxlength="64"></div><div><label for="quota">Quota, such as 20GiB; \
            or role</label>
            <input type="text" id="quota" name="quota" required maxlength="16"></div><button>Set quota</button></form>
            """
        return ConsolePage(
            title: "Files",
            body: "<ul class=\"tiles\">\(tiles.joined())</ul><h2>Quota</h2>" + form + "<h2>Spaces</h2>"
                + ConsolePage.table(
                    "Used counts files and their versions, in the trash or not. Reserved counts uploads that are not linked yet.",
                    ["Owner", "Name", "Used", "Reserved", "Quota", "Quota of", "Space"], spaces.map(Self.row),
                    numbers: [2, 3, 4]))
    }

    private static func row(_ space: Hub.FileSpaceSummary) -> [String] {
        [
            ConsolePage.text(space.owner), ConsolePage.text(space.name ?? ""), ByteSize.text(space.used),
            ByteSize.text(space.reserved), ByteSize.text(space.quota), space.isQuotaSet ? "the space" : "the role",
            "<code>\(space.id)</code>",
        ]
    }

    /// Sets the quota of an account's own space, or of a space by its id.
    ///
    /// - Parameter size: as ``ByteSize`` reads it; `role` for that of the owner's role.
    /// - Throws: `HubProblem` with `.badRequest` or `.notFound`.
    func setQuota(of name: String, to size: String) throws {
        let bytes = ByteSize.bytes(size)
        guard bytes != nil || size == "role" else {
            throw HubProblem(.badRequest, "Write a quota such as 20GiB, or role. Nothing was changed.")
        }
        if let space = SpaceID(name) {
            try hub.setFileQuota(bytes, of: space)
        } else {
            try hub.setFileQuota(bytes, of: name)
        }
    }
}
