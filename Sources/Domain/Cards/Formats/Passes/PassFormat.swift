// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto
internal import Money
internal import Barcodes

/// A pass of Apple Wallet: `pass.json`, pictures, translations, a list of the files and a signature over it.
///
/// Source: Apple, "Wallet Passes" (developer.apple.com/documentation/walletpasses). The parser tolerates common faults:
/// an extra comma, a missing style or code, dates without a zone. The original bytes are stored, and an export returns
/// them; see ``PassSeal`` for its signature.
package enum PassFormat {
    /// The codes (ISO 639-1) of the languages in which dates and numbers of a pass are written, English first.
    package static var languages: [String] { PassWriting.languages }

    /// The card of an unpacked pass.
    ///
    /// - Parameters:
    ///   - original: the original bytes, which the card keeps.
    ///   - language: the preferred language of its texts, such as `de` or `pt-BR`.
    /// - Throws: ``CardsError`` with `.decodingFailed` when it is not a pass.
    package static func parse(
        _ entries: [FileEntry], original: [UInt8], language: String
    ) throws(CardsError) -> CardImport {
        var result = CardImport()
        try add(entries, original: original, language: language, at: 1, to: &result)
        return result
    }

    /// Adds the card of one of several passes.
    ///
    /// - Throws: ``CardsError`` with `.decodingFailed` when it is not a pass.
    package static func add(
        _ entries: [FileEntry], original: [UInt8], language: String, at position: Int, to result: inout CardImport
    ) throws(CardsError) {
        guard let files = PassFiles(entries), let bytes = files["pass.json"] else {
            throw CardsError(.decodingFailed, "The archive has no pass.json: it is not a pass.")
        }
        let json: JSONValue
        do {
            json = try JSONValue(parsing: Array(PassStrings.text(bytes).utf8), forgiving: true)
        } catch {
            throw CardsError(.decodingFailed, "The pass.json of the pass is damaged. \(error.message)", cause: error)
        }
        guard json.members != nil else {
            throw CardsError(.decodingFailed, "The pass.json of the pass is not an object.")
        }
        let folder = files.folder(for: language)
        let strings = folder.flatMap { files[$0 + "pass.strings"] }.map { PassStrings($0) } ?? PassStrings()
        var reading = PassReading(
            json: json, strings: strings, content: SHA256.hash(original), language: language)
        var card = reading.card()
        addPictures(of: files, folder, to: &card, &result.bundle) { reading.complaints.append($0) }
        do throws(CardsError) {
            card.origin = try result.bundle.addFile(original)
        } catch {
            reading.complaints.append(.passNotKept(error.fileFault))
        }
        result.add(card, at: position, reading.complaints)
    }

    /// Adds the relevant pictures at their highest resolution, translated ones first.
    private static func addPictures(
        of files: PassFiles, _ folder: String?, to card: inout Card, _ bundle: inout CardBundle,
        note: (CardRemark) -> Void
    ) {
        func picture(_ name: String) -> [UInt8]? {
            for place in [folder, ""] {
                guard let place else { continue }
                for scale in ["@3x", "@2x", ""] {
                    if let bytes = files["\(place)\(name)\(scale).png"] { return bytes }
                }
            }
            return nil
        }
        let icon = picture("logo") == nil ? "icon" : "logo"
        for (name, role) in [
            (icon, CardPhoto.Role.icon), ("strip", .other), ("thumbnail", .other), ("background", .other),
            ("footer", .other),
        ] {
            guard let bytes = picture(name) else { continue }
            guard CardPhoto.MediaType(of: bytes) != .unknown else {
                note(.pictureLeftOut(name, nil))
                continue
            }
            do throws(CardsError) {
                let photo = try bundle.addPhoto(bytes, role: role)
                if !card.photos.contains(where: { $0.hash == photo.hash }) { card.photos.append(photo) }
            } catch {
                note(.pictureLeftOut(name, error.fileFault))
            }
        }
    }
}
