// SPDX-License-Identifier: MIT

/// One frame of a source.
package enum Frame: Sendable {
    case grey(GreyFrame)
    /// A file of any ``PictureKind``, which only the sandboxed reader may decode.
    case image([UInt8], name: String)
}

/// Where frames come from: a camera, or a recording of one.
///
/// The two differ on purpose: a camera delivers the newest frame and drops missed ones, so that a slow reader never
/// sees old frames; a recording delivers every frame.
package protocol FrameSource: AnyObject {
    /// The descriptor to wait for while there is no frame; nil where waiting is not necessary.
    var descriptor: Int32? { get }

    /// Reads the data that has arrived, without waiting.
    func takeIn()

    /// The next frame, each at most once; nil when there is none now.
    ///
    /// - Throws: ``CodesError`` when the source has failed.
    func next() throws -> Frame?

    /// Whether there is no frame and none will come.
    var isAtEnd: Bool { get }

    /// Frames that were replaced by newer ones before they were read.
    var skipped: Int { get }
}
