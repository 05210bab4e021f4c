// SPDX-License-Identifier: MIT
internal import Bytes
internal import CZip
internal import Glibc

/// A zip that is being made. C: `zip_t`, <https://libzip.org/documentation/zip_file_add.html>
final class NewArchive {
    /// 1 January 1980, the first day that the format knows.
    private static let date: (time: UInt16, day: UInt16) = (0, 1 << 5 | 1)

    private let source: OpaquePointer
    private let password: SecretBytes?
    /// Nil once it is written.
    private var handle: OpaquePointer?

    init(password: SecretBytes?) throws {
        var failure = zip_error_t()
        zip_error_init(&failure)
        defer { zip_error_fini(&failure) }
        guard let source = zip_source_buffer_create(nil, 0, 0, &failure) else {
            throw ArchivesError(.notWritten, "No archive can be begun: \(text(of: &failure)).")
        }
        // One share is the archive's, the other keeps the result readable after it is closed.
        zip_source_keep(source)
        guard let handle = zip_open_from_source(source, ZIP_CREATE | ZIP_TRUNCATE, &failure) else {
            zip_source_free(source)
            zip_source_free(source)
            throw ArchivesError(.notWritten, "No archive can be begun: \(text(of: &failure)).")
        }
        self.source = source
        self.password = password
        self.handle = handle
    }

    deinit {
        if let handle { zip_discard(handle) }
        zip_source_free(source)
    }

    func add(_ entry: ArchiveEntry) throws {
        // libzip reads the bytes when it closes, so it gets a copy of its own to free.
        let size = entry.bytes.count
        guard let copy = malloc(max(size, 1)) else { throw ArchivesError(.notWritten, "There is no memory left.") }
        copy.copyMemory(from: entry.bytes, byteCount: size)
        guard let content = zip_source_buffer(handle, copy, zip_uint64_t(size), 1) else {
            free(copy)
            throw failure()
        }
        let index = zip_file_add(handle, entry.place.joined(separator: "/"), content, zip_flags_t(ZIP_FL_ENC_UTF_8))
        guard index >= 0 else {
            zip_source_free(content)
            throw failure()
        }
        let place = zip_uint64_t(index)
        try check(zip_set_file_compression(handle, place, ZIP_CM_DEFLATE, 0))
        try check(zip_file_set_dostime(handle, place, Self.date.time, Self.date.day, 0))
        guard let password else { return }
        try check(password.withCString { zip_file_set_encryption(handle, place, UInt16(ZIP_EM_AES_256), $0) })
    }

    func finish() throws -> [UInt8] {
        try check(zip_close(handle))
        handle = nil
        guard zip_source_open(source) == 0 else { throw lost() }
        defer { zip_source_close(source) }
        var status = zip_stat_t()
        guard zip_source_stat(source, &status) == 0 else { throw lost() }
        let size = Int(status.size)
        return try [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
            while filled < size {
                let step = zip_source_read(source, buffer.baseAddress.map { $0 + filled }, zip_uint64_t(size - filled))
                guard step > 0 else { throw lost() }
                filled += Int(step)
            }
        }
    }

    private func check(_ result: Int32) throws {
        guard result == 0 else { throw failure() }
    }

    private func failure() -> ArchivesError {
        let reason = handle.flatMap { zip_strerror($0) }.map { String(cString: $0) } ?? "no reason given"
        return ArchivesError(.notWritten, "The archive cannot be written: \(reason).")
    }

    private func lost() -> ArchivesError {
        ArchivesError(.notWritten, "The archive was written and cannot be read back.")
    }
}
