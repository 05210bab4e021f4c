// SPDX-License-Identifier: MIT

/// A kind of file, recognized here by the extension of its name; the reader checks the content.
nonisolated package struct UTType: Hashable, Sendable {
    package let identifier: String
    /// In lower case, the usual one first; empty for every kind.
    let endings: [String]

    private init(_ identifier: String, _ endings: String...) {
        self.identifier = identifier
        self.endings = endings
    }

    package static let data = UTType("public.data")
    package static let folder = UTType("public.folder")
    package static let image = UTType("public.image", "png", "jpg", "jpeg", "webp", "gif")
    package static let png = UTType("public.png", "png")
    package static let jpeg = UTType("public.jpeg", "jpg", "jpeg")
    package static let webP = UTType("org.webmproject.webp", "webp")
    package static let gif = UTType("com.compuserve.gif", "gif")
    package static let commaSeparatedText = UTType("public.comma-separated-values-text", "csv")
    package static let plainText = UTType("public.plain-text", "txt", "text")
    package static let json = UTType("public.json", "json")
    package static let pdf = UTType("com.adobe.pdf", "pdf")
    package static let zip = UTType("public.zip-archive", "zip")

    private static let known = [png, jpeg, webP, gif, commaSeparatedText, plainText, json, pdf, zip]

    /// The kind of files with this extension; never nil here, but Apple's may be.
    package init?(filenameExtension: String) {
        let ending = filenameExtension.lowercased()
        self = Self.known.first { $0.endings.contains(ending) } ?? UTType("dyn.\(ending)", ending)
    }

    package var preferredFilenameExtension: String? { endings.first }

    /// Whether a file with this name may be of this kind.
    func holds(_ name: String) -> Bool {
        guard !endings.isEmpty else { return self != .folder }
        let name = name.lowercased()
        return endings.contains { name.hasSuffix(".\($0)") }
    }
}
