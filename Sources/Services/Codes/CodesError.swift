// SPDX-License-Identifier: MIT

/// Why a code could not be drawn or read.
package struct CodesError: Error, CustomStringConvertible, Sendable {
    package enum Code: Equatable, Sendable {
        /// The text does not fit any code.
        case tooLong
        /// There is nothing to draw.
        case empty
        /// The text is not one of this symbology: another alphabet, length or check digit.
        case invalidInput
        /// The code is larger than the picture or the terminal asked for.
        case doesNotFit
        /// The drawing library refused, or a file could not be written.
        case drawingFailed
        case cannotWriteFile
        case cannotOpenImage
        case notAnImage
        /// An image, but of a format that this version does not read.
        case unsupportedFormat
        /// An image that ends early or contradicts itself.
        case damagedImage
        /// Too many bytes or too many pixels.
        case imageTooLarge
        case noCode
        /// One code was asked for and the image holds more.
        case severalCodes
        /// The program that reads images is not there or does not start.
        case readerMissing
        /// The program that reads images died, as it may on a hostile image.
        case readerDied
        /// The program that reads images used up its time and was stopped.
        case readerTookTooLong
        /// The program that reads images gave an answer that makes no sense.
        case readerBroken
        /// There is no camera where one was named.
        case noCamera
        /// What cameras are read with is not installed.
        case cameraProgramMissing
        /// A camera that is there and shows nothing.
        case cameraFailed
        /// A video or a folder of frames that is none.
        case badFrames
        /// A text that is no uniform resource, or a frame that contradicts itself.
        case malformedResource
        /// Letters were misread: the checksum does not fit.
        case wrongChecksum
        /// An animated code larger than this program reads or shows.
        case resourceTooLarge
        /// One frame of an animated code where a whole one was asked for.
        case severalFrames
        /// Too few codes of an animation or a series were seen.
        case incomplete
        /// A code that holds something else than what is waited for.
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
