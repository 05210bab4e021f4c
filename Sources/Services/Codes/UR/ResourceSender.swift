// SPDX-License-Identifier: MIT

/// The codes to show for a resource: one that stands still when it fits, otherwise frames without end.
package struct ResourceSender: Sendable {
    private let resource: UniformResource
    private var encoder: FountainEncoder

    /// The fragment that fills a QR code of version 15 with the least correction: measured to be read at arm's length
    /// by every camera. About eight frames a second are right for it.
    package static let usualFragmentBytes = 350

    /// - Parameter maximumFragmentBytes: the most of the resource that one code carries.
    /// - Throws: ``CodesError`` with `.resourceTooLarge` when that needs more than
    ///   ``FountainStream/maximumFragments`` frames.
    package init(
        _ resource: UniformResource, maximumFragmentBytes: Int = usualFragmentBytes
    ) throws(CodesError) {
        self.resource = resource
        encoder = try FountainEncoder(resource.cbor, maximumFragmentBytes: maximumFragmentBytes)
    }

    /// How many frames carry the resource when none is lost; 1 for a code that stands still.
    package var count: Int { encoder.stream.count }

    /// The next code to show.
    package mutating func next() -> ResourceFrame {
        count == 1 ? .whole(resource) : .part(type: resource.type, encoder.next())
    }
}
