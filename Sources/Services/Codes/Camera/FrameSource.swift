// SPDX-License-Identifier: MIT

/// One picture of many.
package enum Frame: Sendable {
    case grey(GreyFrame)
    /// A file of any ``PictureKind``, which only the reader may look into.
    case image([UInt8], name: String)
}

/// Where frames come from: a camera, or a recording of one.
///
/// Two behave differently on purpose: a camera gives the newest frame and forgets what was missed, so a slow reader never
/// sees the past; a recording gives every frame.
package protocol FrameSource: AnyObject {
    /// What to wait for where no frame is there; nil where frames need not be waited for.
    var descriptor: Int32? { get }

    /// Takes in what has arrived, without waiting.
    func takeIn()

    /// The next frame, each at most once; nil when none is there now.
    ///
    /// - Throws: ``CodesError`` when there will be none because something is wrong.
    func next() throws -> Frame?

    /// Whether no frame is there and none will come.
    var isAtEnd: Bool { get }

    /// Frames that were replaced by newer ones before anybody asked.
    var skipped: Int { get }
}
