// SPDX-License-Identifier: MIT
import Bytes
import Testing

struct ByteReaderTests {
    @Test func whatIsWrittenIsRead() throws {
        var writer = ByteWriter()
        writer.append(1)
        writer.append([2, 3])
        writer.append(uint16LE: 0x0405)
        writer.append(uint32LE: 0x0607_0809)
        writer.append(uint64LE: 0x0A0B_0C0D_0E0F_1011)
        writer.append(uint16BE: 0x1213)
        writer.append(uint32BE: 0x1415_1617)
        writer.append(uint64BE: 0x1819_1A1B_1C1D_1E1F)
        #expect(Hex.encode(writer.bytes) == "01020305040908070611100f0e0d0c0b0a12131415161718191a1b1c1d1e1f")
        var reader = ByteReader(writer.bytes)
        #expect(reader.next == 1)
        #expect(try reader.byte() == 1)
        #expect(try reader.bytes(2) == [2, 3])
        #expect(try reader.uint16LE() == 0x0405)
        #expect(try reader.uint32LE() == 0x0607_0809)
        #expect(try reader.uint64LE() == 0x0A0B_0C0D_0E0F_1011)
        #expect(try reader.uint16BE() == 0x1213)
        #expect(try reader.uint32BE() == 0x1415_1617)
        #expect(reader.position == 19 + 4 && reader.remaining == 8)
        #expect(reader.taken(since: 21) == [0x16, 0x17])
        #expect(try reader.uint64BE() == 0x1819_1A1B_1C1D_1E1F)
        try reader.finish()
    }

    @Test func aFieldThatIsNotThereIsRefusedAndTakesNothing() throws {
        var reader = ByteReader([1, 2, 3])
        #expect(throws: BytesError.self) { try reader.uint32LE() }
        #expect(throws: BytesError.self) { try reader.uint64BE() }
        #expect(throws: BytesError.self) { try reader.bytes(4) }
        #expect(throws: BytesError.self) { try reader.bytes(-1) }
        #expect(throws: BytesError.self) { try reader.bytes(.max) }
        #expect(throws: BytesError.self) { try reader.skip(.max) }
        #expect(reader.position == 0)
        #expect(try reader.uint16BE() == 0x0102)
        let error = #expect(throws: BytesError.self) { try reader.finish() }
        #expect(error?.code == .trailing)
        #expect(reader.rest() == [3])
        #expect(reader.next == nil)
    }
}
