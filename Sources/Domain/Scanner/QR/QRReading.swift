// SPDX-License-Identifier: MIT
package import Barcodes

/// A corrected and decoded QR code.
package struct QRReading: Sendable {
    package let content: QRContent
    package let version: QRVersion
    package let correction: QRCorrection
    /// Whether it was mirrored.
    package let isMirrored: Bool
    /// The share of the codewords that were wrong or lost.
    package let damage: Double

    package var symbol: Symbol {
        Symbol(
            .qr, content.bytes, eci: content.eci, isGS1: content.isGS1 && GS1.canBeMarked(content.bytes),
            correction: .qr(correction))
    }
}

/// Decodes modules to text. It counts every trial, so that many trials do not add up to a chance hit.
package struct QRDecoder: Sendable {
    /// Halvings by which a block of chance must fail, before trials are counted: one in 268 million.
    static let certainty = 28.0

    /// How often a block's least certain codewords are erased when plain correction fails.
    package var erasureTrials = 4
    /// Formats tried, the most likely first.
    package var formatTrials = 1
    /// Trials of correction so far.
    package private(set) var trials = 0
    private var orders: [QRVersion: [Int]] = [:]

    package init() {}

    /// Reads a grid; nil when there is no text or any doubt about it.
    package mutating func read(_ grid: ModuleGrid) -> QRReading? {
        for match in QRFormat.matches(grid).prefix(formatTrials) {
            // Nine of ten bits of check agree in one of 64 formats by chance too, so this only saves time.
            guard match.agreement > 0.3 else { break }
            if let reading = read(match.isMirrored ? grid.transposed : grid, as: match) { return reading }
        }
        return nil
    }

    private mutating func read(_ grid: ModuleGrid, as match: QRFormat.Match) -> QRReading? {
        let blocks = grid.version.blocks(match.format.correction)
        let order = order(of: grid.version)
        var data: [UInt8] = []
        var repaired = 0
        var least = Double.infinity
        for block in 0..<blocks.count {
            // One at a time: of what is no code nothing but the first is looked at.
            let seen = QRDecoder.places(of: block, in: blocks).map {
                QRDecoder.codeword(grid, order[8 * $0..<8 * $0 + 8], mask: match.format.mask)
            }
            guard let (bytes, outcome) = correct(seen, blocks.checkCodewords) else { return nil }
            repaired += outcome.errors + outcome.erasures
            least = min(least, outcome.certainty)
            data += bytes.prefix(blocks.dataCodewords(block))
        }
        guard let content = QRContent(data, version: grid.version) else { return nil }
        // A narrow escape must at least end as codes end.
        guard least >= 40 || content.isPaddedAsPrescribed else { return nil }
        return QRReading(
            content: content, version: grid.version, correction: match.format.correction,
            isMirrored: match.isMirrored, damage: Double(repaired) / Double(blocks.codewords))
    }

    private struct Seen {
        var value: UInt8
        /// Of its least certain bit.
        var certainty: Float
    }

    private mutating func order(of version: QRVersion) -> [Int] {
        if let known = orders[version] { return known }
        let order = version.dataOrder
        orders[version] = order
        return order
    }

    private static func codeword(_ grid: ModuleGrid, _ modules: ArraySlice<Int>, mask: Int) -> Seen {
        var codeword = Seen(value: 0, certainty: .infinity)
        for index in modules {
            let (y, x) = index.quotientAndRemainder(dividingBy: grid.side)
            let darkness = grid.darkness[index]
            let isOne = (darkness > 0) != QRFormat.flips(mask, x: x, y: y)
            codeword.value = codeword.value << 1 | (isOne ? 1 : 0)
            codeword.certainty = min(codeword.certainty, darkness.magnitude)
        }
        return codeword
    }

    /// Corrects a block: as it is, then with ever more of its least certain codewords erased (Forney's GMD decoding).
    private mutating func correct(_ seen: [Seen], _ checkCodewords: Int) -> ([UInt8], CodewordBlock.Outcome)? {
        var block = CodewordBlock(seen.map(\.value), checkCodewords: checkCodewords)
        if let outcome = attempt(&block, erasing: []) { return (block.codewords, outcome) }
        guard erasureTrials > 0 else { return nil }
        let doubtful = seen.indices.sorted { seen[$0].certainty < seen[$1].certainty }
        let lost = doubtful.prefix { seen[$0].certainty == 0 }.count
        var counts: [Int] = []
        if lost > 0, lost <= checkCodewords { counts.append(lost) }
        for trial in 1...erasureTrials {
            let count = trial * checkCodewords / (erasureTrials + 1)
            if count > lost { counts.append(count) }
        }
        for count in counts {
            if let outcome = attempt(&block, erasing: Array(doubtful.prefix(count))) {
                return (block.codewords, outcome)
            }
        }
        return nil
    }

    private mutating func attempt(_ block: inout CodewordBlock, erasing lost: [Int]) -> CodewordBlock.Outcome? {
        trials += 1
        // A bit more for each doubling of trials.
        let wanted = QRDecoder.certainty + Double((Int.bitWidth - trials.leadingZeroBitCount) / 2)
        return block.correct(erasing: lost, certainty: wanted)
    }

    /// Where a block's codewords are in the row of all: data of all blocks in turn, then their checks in turn.
    /// ISO/IEC 18004, section 7.6.
    static func places(of block: Int, in blocks: QRBlocks) -> [Int] {
        let own = blocks.dataCodewords(block)
        let short = blocks.dataCodewords(0)
        var places = (0..<min(own, short)).map { $0 * blocks.count + block }
        let longBlocks = (blocks.codewords - blocks.count * blocks.checkCodewords) % blocks.count
        if own > short { places.append(short * blocks.count + block - (blocks.count - longBlocks)) }
        let data = blocks.codewords - blocks.count * blocks.checkCodewords
        places += (0..<blocks.checkCodewords).map { data + $0 * blocks.count + block }
        return places
    }
}
