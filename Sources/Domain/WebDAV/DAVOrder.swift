// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto
package import FileModel

/// What a request wants of the item at its path.
package enum DAVOrder: Equatable, Sendable {
    /// See it.
    case look
    /// See it and, in pages, what a folder holds: the names after this one.
    case list(after: FileName?)
    /// Take room for an upload that is going to be stored here.
    case reserve(UploadID, length: UInt64?)
    /// Give the file here a content that was uploaded, and end the upload; make the file if there is none. Milliseconds
    /// since 1970.
    case store(UploadID, ContentHash, modified: Int64?)
    case makeFolder
    case remove
    case copy(to: DAVPath, overwrites: Bool, isShallow: Bool)
    case move(to: DAVPath, overwrites: Bool)
    /// Lock it; make an empty file if there is nothing.
    case lock(LockRequest, isInfinite: Bool, seconds: UInt64)
    case refresh(seconds: UInt64)
    case unlock(LockToken)
    case change([PropertyChange], isExecutable: Bool?)
}

/// A request of a WebDAV client as the file service hands it to the hub: what it wants, where, and under which conditions.
///
/// The hub judges conditions, locks and access in the commit of the order, so nothing can come between.
package struct DAVRequest: Equatable, Sendable {
    package let path: DAVPath
    package let order: DAVOrder
    package var ifHeader: IfHeader?
    package var match: TagCondition?
    package var noneMatch: TagCondition?
    /// Seconds since 1970.
    package var unmodifiedSince: Int64?

    /// Bytes of a coded request.
    package static let maximumCount = 48 << 10

    package init(
        _ path: DAVPath, _ order: DAVOrder, ifHeader: IfHeader? = nil, match: TagCondition? = nil,
        noneMatch: TagCondition? = nil, unmodifiedSince: Int64? = nil
    ) {
        self.path = path
        self.order = order
        self.ifHeader = ifHeader
        self.match = match
        self.noneMatch = noneMatch
        self.unmodifiedSince = unmodifiedSince
    }

    /// The same conditions for another order.
    package func with(_ order: DAVOrder) -> DAVRequest {
        DAVRequest(
            path, order, ifHeader: ifHeader, match: match, noneMatch: noneMatch, unmodifiedSince: unmodifiedSince)
    }
}
