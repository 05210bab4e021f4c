// SPDX-License-Identifier: MIT
internal import Cards
internal import Keys
internal import Vault

extension CardLibrary {
    /// The name of the file that is written after each change.
    package static let exportName = "satchel-cards.json"

    /// The folder in which a JSON file of all cards is rewritten after each change; nil for none.
    package var exportFolder: String? {
        get throws { try run { try settings.row(CardSettingRecord.row)?.record.exportFolder } }
    }

    /// Sets the folder, for example one that is synchronized with other devices, and writes the file immediately. Nil
    /// stops the export and leaves the last file.
    ///
    /// The file is not encrypted, because other programs read it. The caller must have informed the user.
    ///
    /// - Throws: ``CardStoreError`` with code `.storage` or `.storageFull` when the file cannot be written; the setting is
    ///   then unchanged.
    package func setExportFolder(_ folder: String?) throws {
        try run {
            if let folder { try writeExport(into: folder) }
            try set { $0.exportFolder = folder }
            exportFailure = nil
        }
    }

    /// Writes the file after a change. A failure does not undo the change: ``exportFailure`` has the reason.
    func exportChange() {
        do {
            guard let folder = try settings.row(CardSettingRecord.row)?.record.exportFolder else { return }
            try writeExport(into: folder)
            exportFailure = nil
        } catch {
            let failure =
                CardStoreError.translating(error) as? CardStoreError
                ?? CardStoreError(.storage, "The file of all cards could not be written.", cause: error)
            exportFailure = failure
            environment.onExportFailure(failure)
        }
    }

    /// The old file stays until the new one is complete, and stays when no card is left, so that the copy never becomes
    /// empty.
    private func writeExport(into folder: String) throws {
        guard count > 0 else { return }
        let file = try CardFormat.json.write(export().bundle, at: now).content
        try AtomicFile.write(file, to: "\(folder)/\(Self.exportName)")
    }

    /// Groups in the owner's order.
    var groupOrder: [String] {
        get throws { try settings.row(CardSettingRecord.row)?.record.groupOrder ?? [] }
    }

    /// Appends groups to the known order.
    func appendGroups(_ names: [String]) throws {
        let known = try groupOrder
        let fresh = names.filter { !known.contains($0) }
        guard !fresh.isEmpty else { return }
        try set { $0.groupOrder = Array((known + fresh).prefix(CardSettingRecord.maximumGroups)) }
    }

    /// Renames a group in the order.
    func renameInOrder(_ name: String, to other: String?) throws {
        let known = try groupOrder
        guard known.contains(name) else { return }
        let isThere = other.map(known.contains) ?? true
        try set { $0.groupOrder = known.compactMap { $0 != name ? $0 : isThere ? nil : other } }
    }
}
