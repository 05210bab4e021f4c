// SPDX-License-Identifier: MIT
internal import Zlib

/// Decompresses a raw deflate stream within a size limit, so that a small code cannot use much memory. RFC 1951
package enum Inflate {
    /// - Throws: ``CodesError`` with `.malformedResource` for an invalid deflate stream or trailing bytes,
    ///   `.resourceTooLarge` beyond `maximumCount`.
    package static func decode(_ input: [UInt8], maximumCount: Int) throws(CodesError) -> [UInt8] {
        do throws(DeflateStream.Failure) {
            return try DeflateStream.unpack(input, as: .raw, maximumCount: maximumCount)
        } catch {
            throw switch error {
            case .noMemory: CodesError(.resourceTooLarge, "There is no memory left to unpack the code.")
            case .tooLarge: CodesError(.resourceTooLarge, "The code unpacks to more than \(maximumCount) bytes.")
            case .damaged: CodesError(.malformedResource, "The packed data is damaged or cut short.")
            case .trailing: CodesError(.malformedResource, "Bytes follow the end of the packed data.")
            }
        }
    }
}
