// SPDX-License-Identifier: MIT
internal import Bytes
internal import CZip

/// A zip that is being read. C: `zip_t`, <https://libzip.org/documentation/zip_open_from_source.html>
///
/// The bytes must outlive this value: libzip reads where they are.
final class OpenArchive {
    private let handle: OpaquePointer
    private let password: SecretBytes?
    private let stored: Set<Int>

    /// - Parameter stored: the locked files that are labelled as packed and are not.
    init(reading content: UnsafeRawBufferPointer, password: SecretBytes?, stored: Set<Int>) throws {
        var failure = zip_error_t()
        zip_error_init(&failure)
        defer { zip_error_fini(&failure) }
        guard let source = zip_source_buffer_create(content.baseAddress, zip_uint64_t(content.count), 0, &failure)
        else { throw ArchivesError(.damaged, "The archive cannot be opened: \(text(of: &failure)).") }
        guard let handle = zip_open_from_source(source, ZIP_RDONLY, &failure) else {
            zip_source_free(source)
            throw ArchivesError(.damaged, "The archive cannot be opened: \(text(of: &failure)).")
        }
        self.handle = handle
        self.password = password
        self.stored = stored
    }

    deinit { zip_discard(handle) }

    var count: Int { Int(zip_get_num_entries(handle, 0)) }

    func places() throws -> [[String]] {
        try (0..<count).compactMap { index in
            guard let name = zip_get_name(handle, zip_uint64_t(index), 0) else { throw failure(at: index) }
            return ArchiveEntry.place(parsing: String(cString: name))
        }
    }

    func entries(limits: ArchiveLimits) throws -> [ArchiveEntry] {
        var entries: [ArchiveEntry] = []
        var places: Set<[String]> = []
        var room = limits.totalBytes
        for index in 0..<count {
            var status = zip_stat_t()
            zip_stat_init(&status)
            guard zip_stat_index(handle, zip_uint64_t(index), 0, &status) == 0, let name = status.name else {
                throw ArchivesError(.damaged, "File \(index + 1) of the archive has no description.")
            }
            guard let place = ArchiveEntry.place(parsing: String(cString: name)) else { continue }
            guard places.insert(place).inserted else {
                throw ArchivesError(.damaged, "The archive has two files in one place, at number \(index + 1).")
            }
            let bytes = try bytes(at: index, status, room: min(room, limits.entryBytes))
            room -= bytes.count
            entries.append(ArchiveEntry(place: place, bytes: bytes))
        }
        return entries
    }

    private func bytes(at index: Int, _ status: zip_stat_t, room: Int) throws -> [UInt8] {
        guard [ZIP_CM_STORE, ZIP_CM_DEFLATE].contains(Int32(status.comp_method)) else {
            throw ArchivesError(
                .unsupported,
                "File \(index + 1) of the archive is packed by method \(status.comp_method), which Satchel cannot unpack. "
                    + "Pack it again as an ordinary zip.")
        }
        guard status.size <= UInt64(room), status.comp_size <= UInt64(room + Self.lockBytes) else {
            throw ArchivesError(.tooLarge, "File \(index + 1) of the archive has too many bytes to unpack.")
        }
        let size = Int(status.size)
        switch Int32(status.encryption_method) {
        case ZIP_EM_NONE: return try bytes(of: try file(at: index), at: index, size: size, lock: .none)
        case ZIP_EM_AES_128, ZIP_EM_AES_192, ZIP_EM_AES_256:
            // Unpacking ends before the seal is looked at, so the locked bytes are read to their end first.
            let packed = try packed(at: index, atMost: Int(status.comp_size))
            guard !stored.contains(index) else {
                guard packed.count == size else {
                    throw ArchivesError(.damaged, "File \(index + 1) of the archive has another length than it says.")
                }
                return packed
            }
            let lock = status.crc == 0 ? Lock.proved : .given
            return try bytes(of: try unlockedFile(at: index), at: index, size: size, lock: lock)
        case ZIP_EM_TRAD_PKWARE:
            return try bytes(of: try unlockedFile(at: index), at: index, size: size, lock: .given)
        default:
            throw ArchivesError(
                .unsupported, "File \(index + 1) of the archive is encrypted in a way that Satchel cannot decrypt.")
        }
    }

    /// What a lock adds to a file: salt, check and seal of AES at most.
    private static let lockBytes = 64

    private enum Lock {
        case none, given
        /// By AES, whose seal has been looked at, with zero for a checksum; libzip 1.7 compares that all the same.
        case proved
    }

    private func bytes(of file: OpaquePointer, at index: Int, size: Int, lock: Lock) throws -> [UInt8] {
        defer { zip_fclose(file) }
        let bytes = try [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
            while filled < size {
                let step = zip_fread(file, buffer.baseAddress.map { $0 + filled }, zip_uint64_t(size - filled))
                guard step >= 0 else { throw failure(of: file, at: index, isLocked: lock != .none) }
                guard step > 0 else {
                    throw ArchivesError(.damaged, "File \(index + 1) of the archive is shorter than it says.")
                }
                filled += Int(step)
            }
        }
        // The checksum is compared at the end of the file, and a file must end where it says.
        var rest: UInt8 = 0
        let more = zip_fread(file, &rest, 1)
        let isUnproved = more < 0 && !(lock == .proved && zip_error_code_zip(zip_file_get_error(file)) == ZIP_ER_CRC)
        guard !isUnproved else { throw failure(of: file, at: index, isLocked: lock != .none) }
        guard more <= 0 else {
            throw ArchivesError(.damaged, "File \(index + 1) of the archive is longer than it says.")
        }
        return bytes
    }

    /// A file that is locked by AES, unlocked and its seal proved, still packed.
    private func packed(at index: Int, atMost maximum: Int) throws -> [UInt8] {
        let file = try unlockedFile(at: index, flags: zip_flags_t(ZIP_FL_COMPRESSED))
        defer { zip_fclose(file) }
        return try [UInt8](unsafeUninitializedCapacity: maximum + 1) { buffer, filled in
            while filled <= maximum {
                let step = zip_fread(file, buffer.baseAddress.map { $0 + filled }, zip_uint64_t(maximum + 1 - filled))
                guard step >= 0 else { throw failure(of: file, at: index, isLocked: true) }
                if step == 0 { return }
                filled += Int(step)
            }
        }
    }

    private func file(at index: Int) throws -> OpaquePointer {
        guard let file = zip_fopen_index(handle, zip_uint64_t(index), 0) else { throw failure(at: index) }
        return file
    }

    private func unlockedFile(at index: Int, flags: zip_flags_t = 0) throws -> OpaquePointer {
        guard let password, !password.isEmpty else {
            throw ArchivesError(.passwordNeeded, "The archive is locked: give its password.")
        }
        let file = password.withCString { zip_fopen_index_encrypted(handle, zip_uint64_t(index), flags, $0) }
        guard let file else { throw failure(at: index) }
        return file
    }

    private func failure(at index: Int) -> ArchivesError {
        refusal(zip_get_error(handle), at: index, isLocked: false)
    }

    /// A wrong password passes the first check of AES once in 65,536 times and that of the old cipher once in 256.
    private func failure(of file: OpaquePointer, at index: Int, isLocked: Bool) -> ArchivesError {
        refusal(zip_file_get_error(file), at: index, isLocked: isLocked)
    }

    private func refusal(_ error: UnsafeMutablePointer<zip_error_t>?, at index: Int, isLocked: Bool) -> ArchivesError {
        let code = zip_error_code_zip(error)
        switch code {
        case ZIP_ER_NOPASSWD: return ArchivesError(.passwordNeeded, "The archive is locked: give its password.")
        case ZIP_ER_WRONGPASSWD:
            return ArchivesError(.wrongPassword, "The password does not open the archive: check it and try again.")
        case ZIP_ER_CRC, ZIP_ER_ZLIB, ZIP_ER_COMPRESSED_DATA, ZIP_ER_EOF:
            guard isLocked else { break }
            return ArchivesError(
                .wrongPassword, "The password does not open file \(index + 1) of the archive, or the file is damaged.")
        case ZIP_ER_ENCRNOTSUPP, ZIP_ER_COMPNOTSUPP:
            return ArchivesError(
                .unsupported,
                "File \(index + 1) of the archive is encrypted or packed in a way that Satchel cannot read. "
                    + "Pack it again as an ordinary zip.")
        default: break
        }
        let reason = zip_error_strerror(error).map { String(cString: $0) } ?? "no reason given"
        return ArchivesError(.damaged, "File \(index + 1) of the archive cannot be read: \(reason).")
    }
}

/// libzip's own words for a failure.
func text(of error: inout zip_error_t) -> String {
    zip_error_strerror(&error).map { String(cString: $0) } ?? "no reason given"
}

extension SecretBytes {
    /// Lends the bytes with a zero behind them, which C takes for the end; the copy is erased.
    func withCString<R>(_ body: (UnsafePointer<CChar>?) throws -> R) rethrows -> R {
        let copy = withUnsafeBytes { bytes in
            SecretBytes(count: bytes.count + 1) { $0.copyMemory(from: bytes) }
        }
        return try copy.withUnsafeBytes { try body($0.assumingMemoryBound(to: CChar.self).baseAddress) }
    }
}
