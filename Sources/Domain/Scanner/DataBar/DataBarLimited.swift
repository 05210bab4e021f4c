// SPDX-License-Identifier: MIT
import Barcodes

/// Reads DataBar Limited: ISO/IEC 24724, section 6.
enum DataBarLimited {
    /// A guard bar, two characters with a check character between them, a guard space and a guard bar.
    static let count = 45
    static let modules = 73
    private static let leastCertainty: Float = 0.12

    /// Annex C: the check characters, each ends with a space and a bar of one module.
    private static let checks = BarAlphabet(
        [
            "11111111113311 11111111123211 11111111133111 11111112113211 11111112123111 11111113113111",
            "11111211113211 11111211123111 11111212113111 11111311113111 11121111113211 11121111123111",
            "11121112113111 11121211113111 11131111113111 12111111113211 12111111123111 12111112113111",
            "12111211113111 12121111113111 13111111113111 11111111212311 11111111222211 11111111232111",
            "11111112212211 11111112222111 11111113212111 11111211212211 11111211222111 11111212212111",
            "11111311212111 11121111212211 11121111222111 11121112212111 11121211212111 11131111212111",
            "12111111212211 12111111222111 12111112212111 12111211212111 12121111212111 13111111212111",
            "11111111311311 11111111321211 11111112311211 11121111311211 12111111311211 11111121112311",
            "11111121122211 11111121132111 11111122112211 11121121112211 11121121122111 11121122112111",
            "11121221112111 11131121112111 12111121112211 12111121122111 12121121112111 11112111112311",
            "11112111122211 11112111132111 11112112112211 11112112122111 11112211112211 12112111112211",
            "12112111122111 12112112112111 12112211112111 12122111112111 13112111112111 11211111112311",
            "11211111122211 11211111132111 11211112112211 11211112122111 11211113112111 11211211112211",
            "11211211122111 11221111112211 21111111122211 21111111132111 21111112112211 21111112122111",
            "21111113112111 21111211122111 21111212112111 21121111122111 21111111221211",
        ].flatMap { $0.split(separator: " ").map(String.init) })

    /// The code that starts with the guard bar `first`, if any.
    static func read(_ row: BarRow, at first: Int) -> BarReading? {
        guard let module = module(row, first) else { return nil }
        let middle = first + 15
        guard let rough = checks.match(row, at: middle, growth: 0), abs(rough.growth) <= BarAlphabet.maximumGrowth,
            let check = checks.match(row, at: middle, growth: rough.growth), check.error < 0.9
        else { return nil }
        return code(row, first, check, module)
    }

    /// Whether a code may start at a bar: three characters of plausible width, with a check among them.
    static func mayBegin(_ row: BarRow, _ first: Int) -> Bool {
        guard module(row, first) != nil, let check = checks.match(row, at: first + 15, growth: 0) else { return false }
        return check.error < 1.8
    }

    /// The module width when three characters after a guard bar have plausible widths.
    private static func module(_ row: BarRow, _ first: Int) -> Float? {
        guard first + count <= row.count else { return nil }
        let module = row.width(first + 1..<first + 43) / 70
        guard isEven(row, first + 1, 26, module), isEven(row, first + 15, 18, module),
            isEven(row, first + 29, 26, module)
        else { return nil }
        return module
    }

    private static func code(
        _ row: BarRow, _ first: Int, _ check: BarAlphabet.Match, _ module: Float
    ) -> BarReading? {
        guard let left = character(row, first + 1, check.growth), let right = character(row, first + 29, check.growth)
        else { return nil }
        let growth = (left.fit.growth + check.growth + right.fit.growth) / 3
        let certainty = min(left.certainty, check.margin / 2, right.certainty)
        let sum =
            left.character.check(first: 0, modulus: 89) + right.character.check(first: 14, modulus: 89)
        guard certainty > leastCertainty, sum % 89 == check.value,
            DataBarGuard.isNarrow(row, first, module: left.fit.module, growth: growth),
            DataBarGuard.isNarrow(row, first + 43, module: right.fit.module, growth: growth),
            DataBarGuard.isNarrow(row, first + 44, module: right.fit.module, growth: growth),
            DataBarGuard.mayBegin(row, first, module: module), DataBarGuard.mayEnd(row, first + 44, module: module),
            // Only the leading digits 0 and 1 can be encoded. ISO/IEC 24724, 6.2.3.
            let digits = DataBarCode.gtin(
                2_013_571 * left.character.value + right.character.value, linkage: 2_015_133_531_096),
            digits[0] <= UInt8(ascii: "1")
        else { return nil }
        return BarReading(
            .dataBar, digits, elements: first..<first + count, certainty: certainty, modules: modules)
    }

    private static func character(_ row: BarRow, _ first: Int, _ growth: Float) -> SeenCharacter? {
        SeenCharacter(DataBarCharacter.limited, row, at: first, isMirrored: false, growth: growth)
    }

    /// Whether fourteen elements have the width of these modules, within the variation by perspective.
    private static func isEven(_ row: BarRow, _ first: Int, _ modules: Float, _ module: Float) -> Bool {
        abs(row.width(first..<first + 14) / (modules * module) - 1) < 0.15
    }
}
