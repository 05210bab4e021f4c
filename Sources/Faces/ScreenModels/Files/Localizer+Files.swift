// SPDX-License-Identifier: MIT
internal import FileModel
package import HubAPI

/// The words for files.
extension Localizer {
    /// A size in the units that desktops show, of 1,000 each, with one decimal below ten.
    package func size(_ bytes: UInt64) -> String {
        guard bytes >= 1_000 else { return self(.sizeBytes, count: Int(bytes)) }
        let units = conventions.byteUnits
        var (tenths, unit) = (Self.rounded(bytes, to: 100), 0)
        var factor: UInt64 = 100
        while tenths >= 10_000, unit < units.count - 1 {
            unit += 1
            factor *= 1_000
            tenths = Self.rounded(bytes, to: factor)
        }
        let number = tenths < 100 ? decimal("\(tenths / 10).\(tenths % 10)") : self.number(Int((tenths + 5) / 10))
        return "\(number)\u{A0}\(units[unit])"
    }

    private static func rounded(_ bytes: UInt64, to factor: UInt64) -> UInt64 {
        bytes / factor + (bytes % factor >= factor / 2 ? 1 : 0)
    }

    /// What a list says of a transfer that is not over, or has failed.
    package func status(of transfer: FileTransfer) -> String {
        switch transfer.state {
        case .running(let percent):
            self(
                transfer.kind == .download ? .fileReceiving : .fileSending,
                ["percent": self(.percent, ["number": number(percent)])])
        case .waiting: self(Self.waiting(transfer.kind))
        case .failed: self(Self.failed(transfer.kind))
        case .done(let outcome): self(Self.done(transfer.kind, outcome), ["name": transfer.name])
        }
    }

    private static func waiting(_ kind: FileTransfer.Kind) -> StringKey {
        switch kind {
        case .upload: .fileUploadWaits
        case .download: .fileDownloadWaits
        case .folder: .fileFolderWaits
        case .change: .fileChangeWaits
        case .deletion: .fileDeletionWaits
        case .restoration: .fileRestorationWaits
        }
    }

    private static func failed(_ kind: FileTransfer.Kind) -> StringKey {
        switch kind {
        case .upload: .fileNotUploaded
        case .download: .fileNotDownloaded
        case .folder, .change, .deletion, .restoration: .fileNotChanged
        }
    }

    private static func done(_ kind: FileTransfer.Kind, _ outcome: FileTransfer.Outcome) -> StringKey {
        switch (kind, outcome) {
        case (_, .bothKept): .fileBothKept
        case (_, .createdAgain): .fileCreatedAgain
        case (_, .renamed): .fileRenamed
        case (.upload, .asOrdered): .fileUploaded
        case (.download, .asOrdered): .fileDownloaded
        case (.folder, .asOrdered): .fileFolderMade
        case (.change, .asOrdered): .fileChanged
        case (.deletion, .asOrdered): .fileDeleted
        case (.restoration, .asOrdered): .fileRestored
        }
    }
}

extension FileItem {
    /// Its name for people; empty for a whole space.
    package var shownName: String { name?.name.description ?? "" }
}
