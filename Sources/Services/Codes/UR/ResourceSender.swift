// SPDX-License-Identifier: MIT

/// The codes to show for a resource: a single one if it fits, otherwise an endless sequence of frames.
package struct ResourceSender: Sendable {
    private let resource: UniformResource
    private var encoder: FountainEncoder

    /// The fragment that fills a QR code of version 15 with the lowest error correction. By measurement, every camera
    /// reads it at arm's length, at about eight frames per second.
    package static let usualFragmentBytes = 350

    /// - Parameter maximumFragmentBytes: the most bytes of the resource per code.
    /// - Throws: ``CodesError`` with `.resourceTooLarge` when that needs more than ``FountainStream/maximumFragments``
    ///   frames.
    package init(
        _ resource: UniformResource, maximumFragmentBytes: Int = usualFragmentBytes
    ) throws(CodesError) {
        self.resource = resource
        encoder = try FountainEncoder(resource.cbor, maximumFragmentBytes: maximumFragmentBytes)
    }

    /// The number of frames that suffice when none is lost; 1 for a single code.
    package var count: Int { encoder.stream.count }

    /// The next code to show.
    package mutating func next() -> ResourceFrame {
        count == 1 ? .whole(resource) : .part(type: resource.type, encoder.next())
    }
}
