// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Testing

struct P256Tests {
    private static let message: [[UInt8]] = [[1, 2], [], [3]]

    private static func key(_ seed: UInt8) -> P256.PrivateKey {
        .derived(seed: SecretBytes([UInt8](repeating: seed, count: 32)), info: [])
    }

    @Test(arguments: 0..<20 as Range<UInt8>)
    func aSignatureVerifiesForItsKeyAndMessageOnly(seed: UInt8) throws {
        let key = Self.key(seed)
        let signature = try key.sign(Self.message)
        #expect(key.publicKey.isValid(signature, for: [[1, 2, 3]]))
        #expect(!key.publicKey.isValid(signature, for: [[1, 2, 4]]))
        #expect(!Self.key(seed + 1).publicKey.isValid(signature, for: Self.message))
        #expect(try key.publicKey.prepared().isValid(signature, for: Self.message))
        #expect(try !key.publicKey.prepared().isValid(signature, for: [[1, 2, 4]]))
        var raw = signature.raw
        raw[Int(seed)] ^= 1
        #expect(try !key.publicKey.isValid(P256.Signature(normalizing: raw), for: Self.message))
    }

    @Test func everySignatureHasALowS() throws {
        let key = Self.key(1)
        for number in 0..<64 as Range<UInt8> {
            #expect(try P256.Signature(raw: key.sign([[number]]).raw).raw.count == 64)
        }
    }

    @Test func aHighSIsRefusedAndItsLowFormAccepted() throws {
        let key = Self.key(2)
        let signature = try key.sign(Self.message)
        let high = signature.raw[..<32] + Self.orderMinus(Array(signature.raw[32...]))
        let error = #expect(throws: CryptoError.self) { try P256.Signature(raw: Array(high)) }
        #expect(error?.code == .invalidSignature)
        #expect(try P256.Signature(normalizing: Array(high)) == signature)
    }

    @Test func rAndSMustLieBelowTheOrderAndAboveZero() throws {
        let one = [UInt8](repeating: 0, count: 31) + [1]
        let zero = [UInt8](repeating: 0, count: 32)
        let order = Self.order
        let half = try Hex.decode("7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a8")
        var aboveHalf = half
        aboveHalf[31] += 1
        #expect(try P256.Signature(raw: one + half).raw == one + half)
        for raw in [zero + one, one + zero, order + one, one + order, one + aboveHalf, one, one + one + [0]] {
            #expect(throws: CryptoError.self) { try P256.Signature(raw: raw) }
        }
        for raw in [zero + one, one + zero, order + one, one + order] {
            #expect(throws: CryptoError.self) { try P256.Signature(normalizing: raw) }
        }
        #expect(try P256.Signature(normalizing: one + aboveHalf).raw == one + half)
    }

    @Test func aPublicKeyHasTheRightShape() {
        let good = Self.key(3).publicKey.compressed
        for bytes in [[], Array(good[..<32]), good + [0], [4] + good[1...], [0] + good[1...]] {
            let error = #expect(throws: CryptoError.self) { try P256.PublicKey(compressed: Array(bytes)) }
            #expect(error?.code == .malformed)
        }
    }

    @Test func bytesThatNameNoPointVerifyNothingAndCannotBePrepared() throws {
        let signature = try Self.key(4).sign(Self.message)
        var missing = 0
        for x in 0..<64 as Range<UInt8> {
            let key = try P256.PublicKey(compressed: [2] + [UInt8](repeating: 0, count: 31) + [x])
            do {
                #expect(try key.prepared() == key)
            } catch let error as CryptoError {
                #expect(error.code == .invalidKey)
                missing += 1
            }
            #expect(!key.isValid(signature, for: Self.message))
        }
        // Half of all x have a point.
        #expect(16...48 ~= missing)
    }

    @Test func anXThatIsNotReducedIsNoKeyEvenIfItsRemainderIs() throws {
        let prime = try Hex.decode("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff")
        var checked = 0
        for x in 0..<64 as Range<UInt8> {
            let small = try P256.PublicKey(compressed: [3] + [UInt8](repeating: 0, count: 31) + [x])
            // Safe: an x without a point is not what this test is about; the next one is taken.
            let isPoint = (try? small.prepared()) != nil
            guard isPoint else { continue }
            let large = try P256.PublicKey(compressed: [3] + Self.add(prime, x))
            #expect(throws: CryptoError.self) { try large.prepared() }
            checked += 1
        }
        #expect(checked > 10)
    }

    @Test func scalarsOutsideTheGroupAreNoPrivateKeys() throws {
        let largest = Self.orderMinus([UInt8](repeating: 0, count: 31) + [1])
        for scalar in [[UInt8](repeating: 0, count: 32), Self.order, [UInt8](repeating: 0xFF, count: 32), [1], []] {
            let error = #expect(throws: CryptoError.self) { try P256.PrivateKey(scalar: SecretBytes(scalar)) }
            #expect(error?.code == .invalidKey)
        }
        let key = try P256.PrivateKey(scalar: SecretBytes(largest))
        // n - 1 times the base point is its mirror image: its x, the other sign of y. SEC 2, section 2.4.2
        #expect(
            key.publicKey.description == "026b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296")
    }

    // RFC 6979, appendix A.2.5: the key pair; the message's signature there verifies here too.
    @Test func thePublicKeyOfAScalarMatchesTheStandard() throws {
        let scalar = try SecretBytes(Hex.decode("c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721"))
        let key = try P256.PrivateKey(scalar: scalar).publicKey
        #expect(key.description == "0360fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6")
        let raw = try Hex.decode(
            "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"
                + "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8")
        #expect(throws: CryptoError.self) { try P256.Signature(raw: raw) }
        #expect(try key.isValid(P256.Signature(normalizing: raw), for: [Array("sample".utf8)]))
    }

    @Test func derivationIsRepeatableAndSeparatedByInfo() {
        let seed = SecretBytes([UInt8](repeating: 9, count: 32))
        let key = P256.PrivateKey.derived(seed: seed, info: [1])
        #expect(key.scalar == P256.PrivateKey.derived(seed: seed, info: [1]).scalar)
        #expect(key.publicKey != P256.PrivateKey.derived(seed: seed, info: [2]).publicKey)
        #expect(key.publicKey != P256.PrivateKey.derived(seed: SecretBytes([9]), info: [1]).publicKey)
    }

    @Test func aRandomKeyComesFromTheGivenSourceAlone() throws {
        let source = RandomSource { [UInt8](repeating: 5, count: $0) }
        #expect(P256.PrivateKey(random: source).scalar == SecretBytes([UInt8](repeating: 5, count: 32)))
    }

    @Test func manyThreadsVerifyWithOnePreparedKey() async throws {
        let key = Self.key(7)
        let prepared = try key.publicKey.prepared()
        let signature = try key.sign(Self.message)
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<32 as Range<UInt8> {
                group.addTask {
                    prepared.isValid(signature, for: Self.message)
                        && key.publicKey.isValid(signature, for: Self.message)
                        && !prepared.isValid(signature, for: [[number]])
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }

    @Test func noWayOfPrintingShowsAPrivateKey() throws {
        struct Holder { let key: P256.PrivateKey }
        let key = try P256.PrivateKey(scalar: SecretBytes([UInt8](repeating: 0x5A, count: 32)))
        #expect("\(key)" == "‹redacted›")
        for value: Any in [key, [key], Holder(key: key), Optional(key) as Any, key.scalar] {
            var dumped = ""
            dump(value, to: &dumped)
            var printed = ""
            print(value, to: &printed)
            for text in [dumped, printed, "\(value)", String(describing: value), String(reflecting: value)] {
                #expect(text.contains("‹redacted›"), "\(text)")
                #expect(!text.contains("90, 90") && !text.lowercased().contains("5a5a"), "\(text)")
            }
        }
        #expect(Mirror(reflecting: key).children.isEmpty)
    }

    @Test func aSourceThatGivesTooFewBytesStopsTheProgram() async {
        await #expect(processExitsWith: .failure) {
            _ = RandomSource { [UInt8](repeating: 1, count: $0 - 1) }.bytes(32)
        }
    }

    @Test func aSourceWithoutRandomnessGivesNoKey() async {
        await #expect(processExitsWith: .failure) {
            _ = P256.PrivateKey(random: RandomSource { [UInt8](repeating: 0, count: $0) })
        }
    }

    @Test func theSystemsRandomBytesDiffer() {
        #expect(RandomSource.system.bytes(0).isEmpty)
        #expect(RandomSource.system.bytes(1000).count == 1000)
        #expect(RandomSource.system.bytes(32) != RandomSource.system.bytes(32))
        #expect(Set(RandomSource.system.bytes(4000)).count > 200)
    }

    private static let order: [UInt8] = [
        0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
    ]

    private static func orderMinus(_ number: [UInt8]) -> [UInt8] {
        var result = order
        var borrow = 0
        for index in result.indices.reversed() {
            let difference = Int(result[index]) - Int(number[index]) - borrow
            result[index] = UInt8(difference & 0xFF)
            borrow = difference < 0 ? 1 : 0
        }
        return result
    }

    private static func add(_ number: [UInt8], _ small: UInt8) -> [UInt8] {
        var result = number
        var carry = Int(small)
        for index in result.indices.reversed() {
            let sum = Int(result[index]) + carry
            result[index] = UInt8(sum & 0xFF)
            carry = sum >> 8
        }
        return result
    }
}
