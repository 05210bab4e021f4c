// SPDX-License-Identifier: MIT
internal import Bytes

/// The files of a pass, by their names below the folder that holds `pass.json`.
struct PassFiles {
    private(set) var files: [String: [UInt8]] = [:]

    /// Nil without a `pass.json`; if there are several, the outermost is used.
    init?(_ entries: [FileEntry]) {
        let passes = entries.filter { $0.name == "pass.json" }.map(\.place)
        guard let home = passes.min(by: { $0.count < $1.count })?.dropLast() else { return nil }
        for entry in entries where entry.place.count > home.count && entry.place.starts(with: home) {
            files[entry.place.dropFirst(home.count).joined(separator: "/")] = entry.bytes
        }
    }

    /// The description of the pass; nil when it is damaged.
    var passJSON: JSONValue? {
        guard let bytes = self["pass.json"] else { return nil }
        // Safe: what only looks into a pass finds nothing in a damaged one; an import says what is damaged.
        return try? JSONValue(parsing: Array(PassStrings.text(bytes).utf8), forgiving: true)
    }

    subscript(name: String) -> [UInt8]? { files[name] }

    /// The folder of the best matching language, with a trailing slash; nil if none matches.
    ///
    /// The order is: same language and region, same language, another region of it, English.
    func folder(for language: String) -> String? {
        let suffix = ".lproj"
        var folders: [String: String] = [:]
        for name in files.keys.sorted() {
            guard let end = name.firstIndex(of: "/"), name[..<end].hasSuffix(suffix) else { continue }
            folders[Self.normal(name[..<end].dropLast(suffix.count))] = String(name[...end])
        }
        let wanted = Self.normal(language[...])
        let bare = wanted.split(separator: "-").first.map(String.init) ?? wanted
        if let folder = folders[wanted] ?? folders[bare] { return folder }
        let sibling = folders.keys.sorted().first { $0.hasPrefix(bare + "-") }
        return sibling.flatMap { folders[$0] } ?? folders["en"] ?? folders["en-us"] ?? folders["en-gb"]
    }

    /// In lower case with hyphens, without a locale's character set such as `de_AT.UTF-8`. locale(7)
    private static func normal(_ language: Substring) -> String {
        String(language.prefix { $0 != "." && $0 != "@" }.lowercased().map { $0 == "_" ? "-" : $0 })
    }
}
