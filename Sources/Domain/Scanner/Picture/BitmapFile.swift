// SPDX-License-Identifier: MIT

/// A BMP file with uncompressed pixels; compressed ones (RLE) are not supported.
/// <https://learn.microsoft.com/windows/win32/gdi/bitmap-storage>
package struct BitmapFile: Sendable {
    package enum Refusal: Error, Equatable {
        case damaged
        /// Possibly valid, but of an unsupported kind.
        case unsupported
    }

    package let width: Int
    package let height: Int
    private let file: [UInt8]
    private let bits: Int
    private let isTopDown: Bool
    /// Red, green, blue and opacity of each number that a pixel may have; empty above 8 bits.
    private let palette: [[UInt8]]
    /// Where red, green, blue and opacity are in a pixel of more than 8 bits.
    private let channels: [Channel]
    private let pixelsStart: Int

    private struct Channel {
        var shift: UInt32
        /// The largest value; 0 where the pixel has no such channel.
        var greatest: UInt32

        /// The bits of a mask, which are beside each other.
        init?(mask: UInt32) {
            shift = mask == 0 ? 0 : UInt32(mask.trailingZeroBitCount)
            greatest = mask >> shift
            guard greatest & (greatest &+ 1) == 0 else { return nil }
        }

        /// The channel of a pixel, 0 to 255.
        func value(_ pixel: UInt32) -> UInt8 {
            UInt8(
                truncatingIfNeeded: (UInt64(pixel >> shift & greatest) * 255 + UInt64(greatest / 2)) / UInt64(greatest))
        }
    }

    /// - Throws: ``Refusal`` where the headers contradict the file. Nothing is made of the pixels yet.
    package init(_ file: [UInt8]) throws(Refusal) {
        guard file.starts(with: Array("BM".utf8)), file.count >= 26 else { throw .damaged }
        func number(_ start: Int, _ count: Int) -> Int {
            file[start..<start + count].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        let head = number(14, 4)
        guard head == 12 || head >= 40 else { throw .unsupported }
        guard head <= 124, 14 + head <= file.count else { throw .damaged }
        let isOld = head == 12
        width = isOld ? number(18, 2) : Int(Int32(truncatingIfNeeded: number(18, 4)))
        let rows = isOld ? number(20, 2) : Int(Int32(truncatingIfNeeded: number(22, 4)))
        height = abs(rows)
        isTopDown = rows < 0
        let bits = isOld ? number(24, 2) : number(28, 2)
        let packing = isOld ? 0 : number(30, 4)
        guard width > 0, height > 0 else { throw .damaged }
        guard [1, 4, 8, 16, 24, 32].contains(bits) else { throw .unsupported }
        // 0: as usual; 3 and 6: masks say where the channels are.
        guard packing == 0 || (packing == 3 || packing == 6) && (bits == 16 || bits == 32) else { throw .unsupported }

        var masks = bits == 16 ? [0x7C00, 0x3E0, 0x1F, 0] : [0xFF0000, 0xFF00, 0xFF, 0]
        var paletteStart = 14 + head
        if packing != 0 {
            let hasOpacity = packing == 6 || head >= 56
            let end = 54 + (hasOpacity ? 16 : 12)
            guard end <= file.count else { throw .damaged }
            masks = (0..<4).map { $0 < 3 || hasOpacity ? number(54 + 4 * $0, 4) : 0 }
            paletteStart = max(paletteStart, end)
            guard masks[..<3].allSatisfy({ $0 > 0 && $0 >> bits == 0 }), masks[3] >> bits == 0 else { throw .damaged }
        }
        var channels: [Channel] = []
        for mask in masks {
            guard let channel = Channel(mask: UInt32(mask)) else { throw .damaged }
            channels.append(channel)
        }
        self.channels = channels

        var palette: [[UInt8]] = []
        if bits <= 8 {
            let used = isOld ? 0 : number(46, 4)
            guard used <= 1 << bits else { throw .damaged }
            let step = isOld ? 3 : 4
            for index in 0..<(used == 0 ? 1 << bits : used) {
                let start = paletteStart + index * step
                guard start + step <= file.count else { throw .damaged }
                palette.append([file[start + 2], file[start + 1], file[start], 255])
            }
        }
        self.palette = palette
        pixelsStart = number(10, 4)
        let rowBytes = (width * bits + 31) / 32 * 4
        guard pixelsStart >= 14 + head, pixelsStart <= file.count,
            height <= (file.count - pixelsStart) / rowBytes
        else { throw .damaged }
        self.bits = bits
        self.file = file
    }

    /// Red, green, blue and opacity of every pixel, from the upper left.
    ///
    /// - Throws: ``Refusal/damaged`` where a pixel has a colour that the file does not name.
    package func colours() throws(Refusal) -> [UInt8] {
        var isSound = true
        let rowBytes = (width * bits + 31) / 32 * 4
        let colours = [UInt8](unsafeUninitializedCapacity: width * height * 4) { room, initialized in
            file.withUnsafeBufferPointer { file in
                for y in 0..<height {
                    let row = pixelsStart + (isTopDown ? y : height - 1 - y) * rowBytes
                    let to = y * width * 4
                    let isRowSound =
                        bits <= 8
                        ? unpackNumbers(file, from: row, room, to: to) : unpackChannels(file, from: row, room, to: to)
                    isSound = isSound && isRowSound
                }
            }
            initialized = width * height * 4
        }
        guard isSound else { throw .damaged }
        return colours
    }

    private func unpackNumbers(
        _ file: UnsafeBufferPointer<UInt8>, from row: Int, _ room: UnsafeMutableBufferPointer<UInt8>, to start: Int
    ) -> Bool {
        let perByte = 8 / bits
        var isSound = true
        for x in 0..<width {
            let number = Int(file[row + x / perByte] >> UInt8((perByte - 1 - x % perByte) * bits)) & (1 << bits - 1)
            isSound = isSound && number < palette.count
            let colour = palette[number < palette.count ? number : 0]
            for channel in 0..<4 { room[start + x * 4 + channel] = colour[channel] }
        }
        return isSound
    }

    private func unpackChannels(
        _ file: UnsafeBufferPointer<UInt8>, from row: Int, _ room: UnsafeMutableBufferPointer<UInt8>, to start: Int
    ) -> Bool {
        let count = bits / 8
        for x in 0..<width {
            var pixel: UInt32 = 0
            for byte in 0..<count { pixel |= UInt32(file[row + x * count + byte]) << UInt32(8 * byte) }
            for channel in 0..<4 {
                let isThere = channels[channel].greatest > 0
                room[start + x * 4 + channel] = isThere ? channels[channel].value(pixel) : 255
            }
        }
        return true
    }
}
