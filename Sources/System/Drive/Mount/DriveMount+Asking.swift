// SPDX-License-Identifier: MIT
internal import FileModel
package import HubAPI
internal import Keys
internal import Mount

/// What commands ask of a mounted folder that another process answers for.
extension DriveMount {
    /// Where a drive is mounted; nil when it is not.
    ///
    /// - Parameter folder: of the drive.
    package static func place(of folder: String) -> String? { point(of: folder)?.path }

    private static func point(of folder: String) -> MountPoint? {
        let source = source(of: folder)
        return MountPoint.all().last { $0.kind == "fuse.\(kind)" && $0.source == source }
    }

    /// Whether a process answers for the mounted folder of a drive, or is still writing down what was written.
    package static func isAnswered(_ folder: String) -> Bool {
        do {
            _ = try StoreLock(path: folder + "/mount.lock")
            return false
        } catch {
            return true
        }
    }

    /// Whether the mounted folder of a drive hears and sends; nil when no process answers for it.
    ///
    /// - Throws: ``DriveError`` with `.storage`.
    package static func health(of folder: String) throws -> MountHealth? {
        guard isAnswered(folder) else { return nil }
        return try MountStore(folder: folder).health()
    }

    /// How many files have bytes that this device alone has.
    ///
    /// - Throws: ``DriveError`` with `.storage`.
    package static func unsentCount(of folder: String) throws -> Int {
        do {
            return try MountStore(folder: folder).unsentCount()
        } catch {
            throw DriveError.translating(error)
        }
    }

    /// Takes the mounted folder of a drive away; its process then writes down what was written, and ends.
    ///
    /// - Parameter isLazy: whether also from programs that use it.
    /// - Returns: where it was; nil if it was not mounted.
    /// - Throws: `MountError` with `.busy` when programs use it.
    package static func unmount(_ folder: String, isLazy: Bool) throws -> String? {
        guard let point = point(of: folder) else { return nil }
        try point.unmount(isLazy: isLazy || point.isDead)
        return point.path
    }

    /// Says what is to be kept on this device; a mounted folder hears of it within its next round.
    ///
    /// - Parameters:
    ///   - setting: nil for that of the folder above.
    ///   - item: a folder stands for all that is beneath it.
    package static func pin(_ item: FileItem, _ setting: PinSetting?, folder: String) throws {
        do {
            try MountStore(folder: folder).setPin(setting, of: item.id)
        } catch {
            throw DriveError.translating(error)
        }
    }
}

extension DriveError {
    /// What a folder that cannot be mounted or unmounted says to its user; nil for another error.
    package static func ofMount(_ error: any Error) -> DriveError? {
        (error as? MountError).map { DriveError(.blocked, $0.message, cause: $0) }
    }
}
