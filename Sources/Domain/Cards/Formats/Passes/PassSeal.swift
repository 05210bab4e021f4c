// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto

/// Whether a pass is unchanged since its issuer signed it. It is only shown; a changed pass is imported all the same.
package enum PassSeal: Equatable, Sendable {
    /// It has no signature.
    case unsigned
    /// A file is missing, added or different from the manifest.
    case changed
    /// The signature is damaged, or belongs to another manifest.
    case broken
    /// All files match the signature, by the name in the certificate; the certificate itself is not verified.
    case signed(by: String)

    /// The seal of an unpacked pass; nil when it is not a pass.
    package init?(_ entries: [FileEntry]) {
        guard let files = PassFiles(entries) else { return nil }
        guard let manifest = files["manifest.json"] else {
            self = .unsigned
            return
        }
        guard Self.fits(manifest, files) else {
            self = .changed
            return
        }
        guard let signature = files["signature"] else {
            self = .unsigned
            return
        }
        self = DetachedSignature.signer(of: manifest, signature).map { .signed(by: $0) } ?? .broken
    }

    /// A sentence for the user.
    package var sentence: String {
        switch self {
        case .unsigned: "The pass is not signed."
        case .changed: "The pass was changed after it was packed: its files are not those of its list."
        case .broken: "The signature of the pass does not fit."
        case .signed(let name): "The files are as “\(name)” signed them; whether the name is true was not checked."
        }
    }

    /// Whether every file except the manifest and signature has the listed SHA-1, and none is missing.
    private static func fits(_ manifest: [UInt8], _ files: PassFiles) -> Bool {
        // Safe: an unreadable manifest matches nothing.
        guard let list = try? JSONValue(parsing: manifest, forgiving: true).members else { return false }
        var hashes: [String: String] = [:]
        for member in list { hashes[member.key] = member.value.string?.lowercased() }
        for (name, bytes) in files.files where name != "manifest.json" && name != "signature" {
            guard hashes.removeValue(forKey: name) == Hex.encode(SHA1.hash(bytes)) else { return false }
        }
        // Some manifests list the extra files of macOS, which are never unpacked.
        return hashes.keys.allSatisfy { name in
            let last = name.split(separator: "/").last ?? ""
            return last.hasPrefix("._") || last == ".DS_Store" || name == "signature" || name == "manifest.json"
        }
    }
}
