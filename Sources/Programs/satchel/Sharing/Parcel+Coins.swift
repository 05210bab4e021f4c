// SPDX-License-Identifier: MIT
import Codes
import Coins
import Sharing

extension Parcel {
    init(_ record: OfflineRecord, file: [UInt8]) throws {
        self.init(try UniformResource(type: record.type, cbor: record.cbor), file: file)
    }

    init(_ document: OfflineDocument) throws {
        try self.init(try document.record(), file: document.bytes)
    }
}
