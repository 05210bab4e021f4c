// SPDX-License-Identifier: MIT

extension GS1.Element {
    /// Whether GS1 has assigned the identifier and the value has the required form: the length, and digits where
    /// required. ``GS1/wrongCheckDigit(in:)`` verifies check digits.
    package var isAssigned: Bool {
        guard let parts = GS1.formats[String(decoding: identifier, as: UTF8.self)] else { return false }
        var rest = value[...]
        for (index, part) in parts.enumerated() {
            let count = index == parts.count - 1 ? rest.count : min(rest.count, part.counts.upperBound)
            guard part.holds(rest.prefix(count)) else { return false }
            rest = rest.dropFirst(count)
        }
        return rest.isEmpty
    }
}

extension GS1 {
    /// A part of a value.
    fileprivate struct Part {
        let isDigits: Bool
        let counts: ClosedRange<Int>
        /// The step of the part's possible lengths.
        let step: Int

        func holds(_ bytes: ArraySlice<UInt8>) -> Bool {
            counts.contains(bytes.count) && (bytes.count - counts.lowerBound) % step == 0
                && (!isDigits || bytes.allSatisfy(\.isDigit))
        }

        /// `n` digits or `x` characters, with a length or a range of lengths and a step: `n13`, `x1-20`, `n3-15/3`.
        init?(_ text: Substring) {
            let fields = text.dropFirst().split(separator: "/")
            let bounds = fields.first?.split(separator: "-").compactMap { Int($0) } ?? []
            guard let least = bounds.first, let most = bounds.last, least <= most else { return nil }
            isDigits = text.first == "n"
            counts = least...most
            step = fields.count > 1 ? Int(fields[1]) ?? 1 : 1
        }
    }

    /// The parts of the value of each assigned identifier.
    fileprivate static let formats: [String: [Part]] = {
        var formats: [String: [Part]] = [:]
        for line in assigned.split(separator: "\n") {
            let sides = line.split(separator: ":")
            let parts = sides[0].split(separator: " ").compactMap(Part.init)
            for range in sides[1].split(separator: " ") {
                let ends = range.split(separator: "-")
                guard let first = Int(ends[0]), let last = Int(ends[ends.count - 1]) else { continue }
                for number in first...last {
                    let digits = String(number)
                    formats[String(repeating: "0", count: ends[0].count - digits.count) + digits] = parts
                }
            }
        }
        return formats
    }()

    /// The form of a value, and the identifiers with such values. GS1 General Specifications, section 3.2, as published
    /// in the GS1 Barcode Syntax Dictionary of July 2026. The last digit of 3100 to 3105 is the number of decimals.
    private static let assigned = """
        n18: 00 8017 8018
        n14: 01-03 8001
        x1-20: 10 21 22 243 254 420 4318 710-717 7020-7022 7240 8002 8012
        n6: 11-13 15-17 4326 7006 8005
        n6: 3100-3105 3110-3115 3120-3125 3130-3135 3140-3145 3150-3155 3160-3165
        n6: 3200-3205 3210-3215 3220-3225 3230-3235 3240-3245 3250-3255 3260-3265 3270-3275 3280-3285 3290-3295
        n6: 3300-3305 3310-3315 3320-3325 3330-3335 3340-3345 3350-3355 3360-3365 3370-3375
        n6: 3400-3405 3410-3415 3420-3425 3430-3435 3440-3445 3450-3455 3460-3465 3470-3475 3480-3485 3490-3495
        n6: 3500-3505 3510-3515 3520-3525 3530-3535 3540-3545 3550-3555 3560-3565 3570-3575
        n6: 3600-3605 3610-3615 3620-3625 3630-3635 3640-3645 3650-3655 3660-3665 3670-3675 3680-3685 3690-3695
        n6: 3950-3955
        n2: 20 7241
        x1-28: 235
        x1-30: 240 241 250 251 400 401 403 4308 4319 7002 7023 8004 8010 90
        n1-6: 242
        n13 x0-17: 253
        n13 n0-12: 255
        n1-8: 30 37
        n1-15: 3900-3909 3920-3929
        n3 n1-15: 3910-3919 3930-3939
        n4: 3940-3943 8111
        n17: 402
        n13: 410-417 7001
        n3 x1-9: 421
        n3: 422 424 426
        n3-15/3: 423 425
        x1-3: 427 7008
        x1-35: 4300 4301 4310 4311 4320
        x1-70: 4302-4306 4312-4316 7257 8110 8112 8200
        x2: 4307 4317
        n20: 4309
        n1: 4321-4323 7252
        n10: 4324 4325 7003
        n6 x0-1: 4330-4333
        n1-4: 7004
        x1-12: 7005
        n6-12/6: 7007
        x1-10: 7009 7255
        x1-2: 7010
        n6-10/4: 7011
        n3 x1-27: 7030-7039
        n1 x3: 7040
        x1-4: 7041
        x3-30: 7230-7239
        x1-25: 7242 8013 8014 8020
        n8: 7250
        n12: 7251
        x1-40: 7253 7254 7259
        x1-90: 7256 8030 91-99
        x3: 7258
        n14 x0-16: 8003
        n18: 8006 8026
        x1-34: 8007
        n8-12/2: 8008
        x1-50: 8009
        n1-12: 8011
        n1-10: 8019
        n15: 8040 8041
        n32: 8042
        n18-20: 8043
        """
}
