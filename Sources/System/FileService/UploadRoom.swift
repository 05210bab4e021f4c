// SPDX-License-Identifier: MIT
import FileIO
import FileModel

/// Takes room at the hub for an upload whose length was not known when it began, as its bytes come.
struct UploadRoom {
    private let upload: StagedUpload
    private let authority: Authority
    private var received: UInt64
    /// Bytes for which the hub has given room, as far as is known here.
    private var granted: UInt64

    /// What is asked for beyond the bytes that have come; less when the room ends.
    private var step: UInt64 = 64 << 20
    private static let smallestStep: UInt64 = 1 << 20

    init(_ upload: StagedUpload, _ authority: Authority) {
        self.upload = upload
        self.authority = authority
        received = upload.offset
        granted = upload.header.length == nil ? received : .max
    }

    /// Takes all at once, if the length is known by now.
    ///
    /// - Throws: ``FileServiceRefusal`` with 507.
    mutating func takeKnown() throws {
        guard granted != .max, let length = upload.length else { return }
        try authority.grow(upload.header.id, to: length)
        granted = .max
    }

    /// So many bytes are about to be written.
    ///
    /// - Throws: ``FileServiceRefusal`` with 507.
    mutating func take(_ count: Int) throws {
        received += UInt64(count)
        while received > granted {
            do {
                try authority.grow(upload.header.id, to: received + step)
                granted = received + step
            } catch let refusal as FileServiceRefusal where refusal.status == 507 && step > 0 {
                // What is left of the room is smaller than a step.
                step = step > Self.smallestStep ? step / 8 : 0
            }
        }
    }
}
