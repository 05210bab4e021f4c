// SPDX-License-Identifier: MIT
import Bytes
import Testing

struct SecretBytesTests {
    private struct Holder { let secret: SecretBytes }
    private struct Refusal: Error {}

    @Test func noWayOfPrintingShowsASecret() {
        // 0x5A is "Z" and 90: neither row of them may show up. A single 90 may, in the address of a local type.
        let secret = SecretBytes([UInt8](repeating: 0x5A, count: 16))
        var texts = ["\(secret)", String(describing: secret), String(reflecting: secret)]
        for value: Any in [secret, [secret], Holder(secret: secret), Optional(secret) as Any, ["key": secret]] {
            var dumped = ""
            dump(value, to: &dumped)
            var printed = ""
            print(value, to: &printed)
            texts += [dumped, printed, "\(value)", String(reflecting: value)]
        }
        for text in texts {
            #expect(text.contains("‹redacted›"), "\(text)")
            #expect(!text.contains("90, 90") && !text.lowercased().contains("5a5a") && !text.contains("ZZ"), "\(text)")
        }
        #expect(Mirror(reflecting: secret).children.isEmpty)
    }

    @Test func theBytesAreLentAsGiven() {
        let secret = SecretBytes([1, 2, 3])
        #expect(secret.count == 3)
        #expect(secret.withUnsafeBytes { Array($0) } == [1, 2, 3])
        #expect(SecretBytes([]).withUnsafeBytes { $0.count } == 0)
    }

    @Test func storageIsZeroUntilItIsFilledInPlace() {
        let secret = SecretBytes(count: 4) { $0[1] = 9 }
        #expect(secret.withUnsafeBytes { Array($0) } == [0, 9, 0, 0])
    }

    @Test func aFailedFillingMakesNoSecret() {
        #expect(throws: Refusal.self) { try SecretBytes(count: 4) { _ in throw Refusal() } }
    }

    @Test func equalityComparesEveryByte() {
        let bytes: [UInt8] = [1, 2, 3, 4]
        #expect(SecretBytes(bytes) == SecretBytes(bytes))
        #expect(SecretBytes(bytes) != SecretBytes([1, 2, 3]))
        for index in bytes.indices {
            var other = bytes
            other[index] ^= 0x80
            #expect(SecretBytes(bytes) != SecretBytes(other))
        }
    }
}
