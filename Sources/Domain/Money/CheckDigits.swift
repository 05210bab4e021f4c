// SPDX-License-Identifier: MIT

/// ISO 7064 MOD 97-10 over digits and capital letters, where A is 10 and Z is 35.
enum CheckDigits {
    static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
    static func isLetter(_ byte: UInt8) -> Bool { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte }
    static func isAlphanumeric(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) }

    static func capital(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte ? byte - 32 : byte
    }

    /// The remainder by 97; every character must be alphanumeric.
    static func remainder(_ characters: some Sequence<UInt8>) -> Int {
        characters.reduce(0) { rest, byte in
            isDigit(byte)
                ? (rest * 10 + Int(byte) - 48) % 97 : (rest * 100 + Int(byte) - 55) % 97
        }
    }
}
