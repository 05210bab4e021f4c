// SPDX-License-Identifier: MIT

/// The operations that the scripts of this wallet use. Core: src/script/script.h
package enum Opcode {
    package static let push0: UInt8 = 0x00
    package static let pushData1: UInt8 = 0x4c
    package static let pushData2: UInt8 = 0x4d
    package static let pushData4: UInt8 = 0x4e
    package static let number1: UInt8 = 0x51
    package static let number16: UInt8 = 0x60
    package static let returns: UInt8 = 0x6a
    package static let duplicate: UInt8 = 0x76
    package static let equal: UInt8 = 0x87
    package static let equalVerify: UInt8 = 0x88
    package static let hash160: UInt8 = 0xa9
    package static let codeSeparator: UInt8 = 0xab
    package static let checkSignature: UInt8 = 0xac
    package static let checkMultisig: UInt8 = 0xae
}
