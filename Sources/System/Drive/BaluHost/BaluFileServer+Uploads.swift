// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto
internal import FileIO
package import FileModel
internal import Glibc
internal import HTTP
internal import HubAPI
internal import Keys

//  A content on its way:
//
//  | state     | what is written down                  | after a kill                                                       |
//  | --------- | ------------------------------------- | ------------------------------------------------------------------ |
//  | arriving  | bytes in the staging file, their hash | what came after that is written over                               |
//  | chunks    | how many the server has acknowledged  | the last one again: "unexpected" means that it had arrived         |
//  | delivered | nothing new                           | the last bytes are sent again, in the place of the same            |
//  | complete  | that the server has the content       | an order gives it its place                                        |
//
//  Until it has its place it lies in `satchel-work/uploads` under its id. A server that has restarted knows no chunks: the
//  upload is lost, and begins again.
extension BaluFileServer {
    private static let pieceBytes = 256 << 10

    package func store(_ bytes: [UInt8], in space: SpaceID) throws {
        guard 1...SmallContent.maximumCount ~= bytes.count else {
            throw HubProblem(.tooLarge, "A small content has 1 to \(SmallContent.maximumCount) bytes.")
        }
        let content = ContentHash(SHA256.hash(bytes))
        if try index.isWaiting(content) { return }
        let id = try beginUpload(of: content, size: UInt64(bytes.count), in: space)
        var rest = bytes[...]
        try append(to: id, at: 0, count: UInt64(bytes.count), isLast: true) { buffer in
            let part = rest.prefix(buffer.count)
            buffer.copyBytes(from: part)
            rest = rest.dropFirst(part.count)
            return part.count
        }
    }

    package func beginUpload(of content: ContentHash, size: UInt64, in space: SpaceID) throws -> UploadID {
        guard try requireRoot() == space else { throw Self.nothing }
        try requireWorkFolders()
        // What was begun and never got a byte is taken up again, so that nothing is left at the server.
        if size <= limits.wholeUpload, let begun = try index.untouchedUpload(of: content, size: size) { return begun }
        var upload = BaluUpload(id: try UploadID(random.bytes(UploadID.byteCount)), content: content, size: size)
        if size > limits.wholeUpload {
            let made = try account.call(
                .post, "files/upload/chunked/init",
                [
                    "filename": .string(upload.id.description), "total_size": .number(size),
                    "target_path": .string(try workPath("uploads")),
                ])
            guard let session = made["upload_id"]?.string, 1...128 ~= session.utf8.count,
                let chunk = made["chunk_size"]?.uint64, 1...Self.maximumChunk ~= chunk
            else { throw BaluReply.liar }
            (upload.session, upload.chunk) = (session, chunk)
        }
        try index.save(upload)
        return upload.id
    }

    /// A server that wants larger chunks is not believed: each waits on this device's disk. In bytes.
    private static let maximumChunk: UInt64 = 256 << 20

    package func progress(of upload: UploadID) throws -> UploadProgress? {
        guard let known = try index.upload(upload) else { return nil }
        return UploadProgress(
            offset: known.isComplete ? known.size : known.arrived, isComplete: known.isComplete)
    }

    package func append(
        to id: UploadID, at offset: UInt64, count: UInt64, isLast: Bool,
        from source: @escaping (UnsafeMutableRawBufferPointer) throws -> Int
    ) throws {
        guard var upload = try index.upload(id) else { throw Self.nothing }
        guard !upload.isComplete, offset == upload.arrived, count <= upload.size - offset,
            isLast == (offset + count == upload.size)
        else { throw HubProblem(.badRequest, "The bytes do not go on where the upload stands.") }
        let file = try stagingFile(id)
        let end = offset + count
        try withUnsafeTemporaryAllocation(byteCount: Self.pieceBytes, alignment: 64) { buffer in
            while upload.arrived < end {
                let staged = upload.arrived - upload.sent
                let room =
                    upload.session == nil ? end - upload.arrived : min(end - upload.arrived, upload.chunk - staged)
                let piece = UnsafeMutableRawBufferPointer(rebasing: buffer[..<Int(min(UInt64(buffer.count), room))])
                let read = try source(piece)
                guard 1...piece.count ~= read else { throw Self.wrongLength }
                let bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(piece)[..<read])
                try file.write(bytes, at: staged)
                upload.hasher.update(bytes)
                upload.arrived += UInt64(read)
                if upload.session != nil, upload.arrived - upload.sent == upload.chunk, upload.arrived < upload.size {
                    try sendChunk(&upload, file)
                }
            }
        }
        try file.flush()
        guard isLast else { return try index.save(upload) }
        try finish(&upload, file)
    }

    private func finish(_ upload: inout BaluUpload, _ file: DiskFile) throws {
        guard ContentHash(upload.hasher.digest) == upload.content else {
            try discard(upload.id)
            throw HubProblem(.badRequest, "The bytes are not those that were announced. They were thrown away.")
        }
        if upload.session == nil {
            try sendWhole(upload, file)
        } else {
            try sendChunk(&upload, file)
            try complete(upload)
        }
        try confirm(upload)
        upload.isComplete = true
        try index.save(upload)
        try removeStaging(upload.id)
    }

    // MARK: - Sending

    /// The server writes over what a lost answer has left there.
    private func sendWhole(_ upload: BaluUpload, _ file: DiskFile) throws {
        let boundary = "satchel-\(upload.id)"
        let head = Array(
            """
            --\(boundary)\r\nContent-Disposition: form-data; name="path"\r\n\r\n\(try workPath("uploads"))\r\n\
            --\(boundary)\r\nContent-Disposition: form-data; name="file"; filename="\(upload.id)"\r\n\
            Content-Type: application/octet-stream\r\n\r\n
            """.utf8)
        let tail = Array("\r\n--\(boundary)--\r\n".utf8)
        let answer = try post(
            "files/upload", "multipart/form-data; boundary=\(boundary)", head: head, file, upload.size, tail: tail)
        guard answer.status == 200 else { throw BaluReply.refusal(in: answer) }
        guard BaluReply.json(in: answer)?["uploaded"]?.uint64 == 1 else { throw BaluReply.liar }
    }

    /// Sends what is staged as the next chunk. A chunk that the server does not expect has arrived before.
    private func sendChunk(_ upload: inout BaluUpload, _ file: DiskFile) throws {
        guard let session = upload.session else { return }
        let count = upload.arrived - upload.sent
        let path = "files/upload/chunked/\(BaluPath.encoded(session))/chunk?chunk_index=\(upload.next)"
        let answer = try post(path, "application/octet-stream", head: [], file, count, tail: [])
        switch answer.status {
        case 200, 400: break
        case 404:
            // Unless only the answer to `complete` was lost, the server has restarted.
            guard upload.arrived == upload.size, try arrived(upload) != nil else { throw try lost(upload) }
        default: throw BaluReply.refusal(in: answer)
        }
        upload.sent += count
        upload.next += 1
        // The last chunk is not written down: it is sent again until all is there.
        if upload.arrived < upload.size { try index.save(upload) }
    }

    private func complete(_ upload: BaluUpload) throws {
        guard let session = upload.session else { return }
        do {
            _ = try account.call(.post, "files/upload/chunked/\(BaluPath.encoded(session))/complete")
        } catch let problem as HubProblem where [.notFound, .badRequest].contains(problem.code) {
            // The answer to an earlier call may have been lost; otherwise the server has restarted.
            if try arrived(upload) == nil { throw try lost(upload) }
        }
    }

    private func lost(_ upload: BaluUpload) throws -> DriveError {
        try discard(upload.id)
        return DriveError(.uploadLost, "The BaluHost was restarted and has lost an upload. It is sent again.")
    }

    /// What the server has under the upload's id.
    private func arrived(_ upload: BaluUpload) throws -> (size: UInt64, content: ContentHash?)? {
        let found = try account.call(
            .post, "files/check-exists",
            [
                "filenames": .array([.string(upload.id.description)]),
                "target_path": .string(try workPath("uploads")),
            ])
        guard let rows = found["duplicates"]?.array, rows.count <= 1 else { throw BaluReply.liar }
        guard let row = rows.first else { return nil }
        guard row["filename"]?.string == upload.id.description, let size = row["size_bytes"]?.uint64 else {
            throw BaluReply.liar
        }
        return (size, row["checksum"]?.string.flatMap { ContentHash(hex: $0) })
    }

    /// The server's word that all of it arrived: it takes any bytes without comparing.
    private func confirm(_ upload: BaluUpload) throws {
        let there = try arrived(upload)
        guard let there, there.size == upload.size, there.content == nil || there.content == upload.content else {
            try discard(upload.id)
            throw DriveError(.wrongBytes, "The BaluHost has other bytes than were sent. They are sent again.")
        }
    }

    private func post(
        _ path: String, _ kind: String, head: [UInt8], _ file: DiskFile, _ count: UInt64, tail: [UInt8]
    ) throws -> Response {
        let address = try account.requireAddress()
        let length = UInt64(head.count) + count + UInt64(tail.count)
        return try account.authorized { headers in
            var call = TransferCall(.post, "\(address)/api/\(path)", headers: headers, length: length)
            call.headers["Content-Type"] = kind
            var position: UInt64 = 0
            return try transfer(
                call,
                from: { buffer in
                    let (before, after) = (UInt64(head.count), UInt64(head.count) + count)
                    defer { withExtendedLifetime(file) {} }
                    let part: ArraySlice<UInt8>
                    switch position {
                    case ..<before: part = head[Int(position)...].prefix(buffer.count)
                    case before..<after:
                        let room = Int(min(UInt64(buffer.count), after - position))
                        let read = try file.read(
                            into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<room]), at: position - before)
                        guard read > 0 else { throw Self.wrongLength }
                        position += UInt64(read)
                        return read
                    default: part = tail[Int(position - after)...].prefix(buffer.count)
                    }
                    buffer.copyBytes(from: part)
                    position += UInt64(part.count)
                    return part.count
                })
        } result: {
            $0
        }
    }

    // MARK: - Staging

    private func stagingFile(_ id: UploadID) throws -> DiskFile {
        try PrivateFolder.create(staging)
        let folder = try DiskFolder(path: staging)
        let name = try FileName(id.description)
        return try folder.look(at: name) == nil ? folder.file(making: name) : folder.file(changing: name)
    }

    private func removeStaging(_ id: UploadID) throws {
        let name = try FileName(id.description)
        guard access(staging, F_OK) == 0 else { return }
        let folder = try DiskFolder(path: staging)
        if try folder.look(at: name) != nil { try folder.remove(name) }
    }

    /// Forgets an upload, here and as far as it can be reached at the server. Deleting what is not there succeeds.
    func discard(_ id: UploadID) throws {
        try index.forget(id)
        try removeStaging(id)
        do {
            _ = try account.call(.post, "files/delete", ["path": .string(try workPath("uploads", id.description))])
        } catch is HubProblem, is DriveError {
            // It stays among the uploads at the server, where the user can delete it.
        }
    }
}
