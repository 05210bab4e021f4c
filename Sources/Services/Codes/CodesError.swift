// SPDX-License-Identifier: MIT

/// Why a code could not be drawn or read.
package struct CodesError: Error, CustomStringConvertible, Sendable {
    package enum Code: Equatable, Sendable {
        /// The text does not fit any code.
        case tooLong
        /// There is nothing to draw.
        case empty
        /// The text is invalid for this symbology: alphabet, length or check digit.
        case invalidInput
        /// The code is larger than the requested picture or terminal.
        case doesNotFit
        /// The drawing library failed, or a file could not be written.
        case drawingFailed
        case cannotWriteFile
        case cannotOpenImage
        case notAnImage
        /// An image in an unsupported format.
        case unsupportedFormat
        /// An image that ends early or is inconsistent.
        case damagedImage
        /// Too many bytes or too many pixels.
        case imageTooLarge
        case noCode
        /// One code was requested, but the image has more.
        case severalCodes
        /// The image reader is missing or does not start.
        case readerMissing
        /// The image reader died, which a hostile image may cause.
        case readerDied
        /// The image reader exceeded its time limit and was stopped.
        case readerTookTooLong
        /// The image reader's answer was invalid.
        case readerBroken
        /// The named camera does not exist.
        case noCamera
        /// The program for cameras is not installed.
        case cameraProgramMissing
        /// The camera delivers no pictures.
        case cameraFailed
        /// An invalid video or folder of frames.
        case badFrames
        /// Text that is not a uniform resource, or an inconsistent frame.
        case malformedResource
        /// The checksum does not match, so characters were misread.
        case wrongChecksum
        /// An animated code beyond the limits of this program.
        case resourceTooLarge
        /// One frame of an animated code where a complete one is required.
        case severalFrames
        /// Some codes of an animation or a series are missing.
        case incomplete
        /// A code with another kind of content than expected.
        case otherContent
    }

    package var code: Code
    package var message: String
    package var cause: (any Error)?
    package var file: String
    package var line: Int

    package init(
        _ code: Code, _ message: String, cause: (any Error)? = nil, file: String = #fileID, line: Int = #line
    ) {
        self.code = code
        self.message = message
        self.cause = cause
        self.file = file
        self.line = line
    }

    package var description: String { "CodesError.\(code): \(message)" }
}
