// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Glibc
import Keys
import Synchronization
import TestSupport
import Testing

/// A register in a real TPM 2.0 in software, and the tools of others on the same chip.
@Suite(.enabled(if: SoftChip.isWanted, "\(SoftChip.absence)"), .serialized) struct ChipTests {
    private let scratch: ScratchFolder
    private let soft: SoftChip
    private let tag = [UInt8](0..<16)

    init() throws {
        ChipLibrary.forbidMessages()
        scratch = try ScratchFolder()
        soft = try SoftChip(at: scratch.file("chip"), state: scratch.file("state"))
    }

    private func makeSlot() throws -> ChipSlot {
        try Chip(soft.socket).makeSlot(at: soft.socket, random: .system)
    }

    private func standing(_ slot: ChipSlot, at place: String? = nil) throws -> ChipSlot.Standing {
        try Chip(place ?? soft.socket).standing(of: slot)
    }

    private func hex(_ secret: SecretBytes) -> String { secret.withUnsafeBytes { Hex.encode(Array($0)) } }
    private func number(_ slot: ChipSlot) -> String { "0x0" + String(slot.index, radix: 16) }

    /// The code of the error that `body` throws.
    private func refusal<R>(_ body: () throws -> R) -> ChipError.Code? {
        do {
            _ = try body()
            return nil
        } catch {
            return (error as? ChipError)?.code
        }
    }

    @Test func theRegisterFollowsEachSpendAndOtherToolsReadTheSame() throws {
        let slot = try makeSlot()
        #expect(try standing(slot) == .level)
        let next = slot.extended(by: tag)
        #expect(try standing(next) == .behind)
        #expect(try Chip(soft.socket).extend(next, by: tag) == next.mark)
        #expect(try standing(next) == .level && standing(slot) == .ahead)

        let read = try soft.tool(
            "tpm2_nvread \(number(slot)) -P hex:\(hex(slot.secret)) | od -An -v -tx1 | tr -d ' \\n'")
        #expect(read == Hex.encode(next.mark))
        let listed = try soft.tool("tpm2_nvreadpublic \(number(slot))")
        // authread, no_da, written, and the type extend, which these tools write as nt=0x1.
        #expect(listed.contains("value: 0x22040044"), "\(listed)")
        #expect(listed.contains("name: \(Hex.encode(slot.register))"), "\(listed)")
        try soft.tool("tpm2_createek -G ecc -c ek", in: scratch.path)
        let key = try soft.tool("tpm2_readpublic -c ek", in: scratch.path)
        #expect(key.contains("name: \(Hex.encode(slot.chip))"), "\(key)")
        // Nobody reads it without the secret.
        #expect(try soft.attempt("tpm2_nvread \(number(slot))").status != 0)
    }

    @Test func nothingIsLeftInTheChipButTheRegister() throws {
        let slot = try makeSlot()
        _ = try standing(slot)
        for kind in ["transient", "loaded-session", "saved-session"] {
            #expect(try soft.tool("tpm2_getcap handles-\(kind)") == "")
        }
    }

    @Test func anotherChipIsToldApartEvenWithTheSameSocket() throws {
        let slot = try makeSlot()
        soft.stop()
        let other = try SoftChip(at: soft.socket, state: scratch.file("other"))
        #expect(try standing(slot) == .otherChip)
        other.stop()
        let same = try SoftChip(at: soft.socket, state: scratch.file("state"))
        #expect(try standing(slot) == .level)
        same.stop()
        #expect(refusal { try standing(slot) } == .missing)
    }

    @Test func aClearedChipIsTheSameChipWithoutTheRegister() throws {
        let slot = try makeSlot()
        try soft.tool("tpm2_clear -c p")
        #expect(try standing(slot) == .cleared)
    }

    @Test func aRegisterMadeAgainIsNotTheWallets() throws {
        let slot = try makeSlot()
        try soft.tool("tpm2_nvundefine \(number(slot))")
        #expect(try standing(slot) == .cleared)
        let attributes = "'authread|authwrite|no_da|nt=extend'"
        try soft.tool("tpm2_nvdefine \(number(slot)) -s 32 -a \(attributes) -p hex:\(hex(slot.secret))")
        #expect(try standing(slot) == .ahead)
        try soft.tool("head -c 16 /dev/zero | tpm2_nvextend \(number(slot)) -P hex:\(hex(slot.secret)) -i -")
        #expect(try standing(slot) == .ahead)
        // With another secret it has the same name.
        try soft.tool("tpm2_nvundefine \(number(slot))")
        try soft.tool("tpm2_nvdefine \(number(slot)) -s 32 -a \(attributes) -p hex:00")
        try soft.tool("head -c 16 /dev/zero | tpm2_nvextend \(number(slot)) -P hex:00 -i -")
        #expect(refusal { try standing(slot) } == .refused)
    }

    @Test func aChipThatIsLockedAfterWrongPasswordsGoesOn() throws {
        let slot = try makeSlot()
        try soft.tool(
            "tpm2_dictionarylockout --setup-parameters --max-tries=1 --recovery-time=1000 --lockout-recovery-time=1000")
        try soft.tool("tpm2_createprimary -C o -G ecc -c primary", in: scratch.path)
        try soft.tool("echo secret | tpm2_create -C primary -u public -r private -i - -p right", in: scratch.path)
        try soft.flush()
        try soft.tool("tpm2_load -C primary -u public -r private -c object", in: scratch.path)
        for _ in 0..<2 {
            try soft.flush()
            _ = try soft.attempt("tpm2_unseal -c object -p wrong", in: scratch.path)
        }
        try soft.flush()
        let locked = try soft.attempt("tpm2_unseal -c object -p right", in: scratch.path)
        #expect(locked.output.contains("lockout"), "\(locked)")
        try soft.flush()
        let next = slot.extended(by: tag)
        #expect(try standing(next) == .behind)
        #expect(try Chip(soft.socket).extend(next, by: tag) == next.mark)
    }

    @Test func anOwnersPasswordRefusesANewRegister() throws {
        let slot = try makeSlot()
        try soft.tool("tpm2_changeauth -c owner secret")
        #expect(refusal { try makeSlot() } == .refused)
        #expect(try standing(slot) == .level)
        try soft.tool("tpm2_changeauth -c endorsement secret")
        #expect(refusal { try standing(slot) } == .refused)
    }

    // MARK: - What stands between

    private static let (nvExtend, nvRead, capability): (UInt32, UInt32, UInt32) = (0x136, 0x14E, 0x17A)

    private func proxy(
        _ judge: @escaping @Sendable (_ code: UInt32, _ answer: [UInt8]?) -> ChipProxy.Answer
    ) throws -> (proxy: ChipProxy, place: String) {
        let place = scratch.file("proxy")
        return (
            try ChipProxy(at: place, to: soft.socket) { judge(ChipProxy.code(of: $0), $1) }, place
        )
    }

    @Test func aChipThatDoesNotAnswerIsNotWaitedForLong() throws {
        let slot = try makeSlot()
        let (proxy, place) = try proxy { code, _ in code == Self.nvRead ? .silence : .pass }
        let sentence = #expect(throws: ChipError.self) { try standing(slot, at: place) }
        #expect(sentence?.code == .silent)
        #expect(sentence?.message.contains("does not answer") == true)
        withExtendedLifetime(proxy) {}
    }

    @Test(arguments: [10, 30, 60]) func aChangedAnswerIsNoticed(from end: Int) throws {
        let slot = try makeSlot()
        let (proxy, place) = try proxy { code, answer in
            guard code == Self.nvRead, var answer else { return .pass }
            answer[answer.count - end] ^= 1
            return .bytes(answer)
        }
        #expect(refusal { try standing(slot, at: place) } == .untrue)
        withExtendedLifetime(proxy) {}
    }

    @Test func anAnswerOfAnEarlierTimeIsNoticed() throws {
        let slot = try makeSlot()
        let store = Kept()
        let (proxy, place) = try proxy { code, answer in
            guard code == Self.nvRead, let answer else { return .pass }
            return .bytes(store.first(answer))
        }
        #expect(try standing(slot, at: place) == .level)
        #expect(refusal { try standing(slot, at: place) } == .untrue)
        withExtendedLifetime(proxy) {}
    }

    @Test func aLieAboutTheRegistersIsNoticed() throws {
        let slot = try makeSlot()
        let (proxy, place) = try proxy { code, answer in
            guard code == Self.capability, var answer else { return .pass }
            // The count of handles: nothing there.
            answer[22] ^= 1
            return .bytes(answer)
        }
        #expect(refusal { try standing(slot, at: place) } == .untrue)
        withExtendedLifetime(proxy) {}
    }

    @Test func aChipThatLimitsWritesSaysSo() throws {
        let next = try makeSlot().extended(by: tag)
        let (proxy, place) = try proxy { code, _ in
            code == Self.nvExtend ? .instead(ChipProxy.refusal(0x920)) : .pass
        }
        #expect(refusal { try Chip(place).extend(next, by: tag) } == .busy)
        #expect(try standing(next) == .behind)
        withExtendedLifetime(proxy) {}
    }

    @Test func whatIsNoChipIsNamed() throws {
        #expect(refusal { try Chip(scratch.file("none")) } == .missing)
        #expect(refusal { try Chip(try scratch.write([1], to: "file")) } == .missing)
        let (proxy, place) = try proxy { _, _ in .instead(Array(repeating: 0xFF, count: 20)) }
        #expect(refusal { try Chip(place) } != nil)
        withExtendedLifetime(proxy) {}
    }

    @Test func theSecretIsNotPrinted() throws {
        let slot = try makeSlot()
        #expect(!"\(slot)".contains(hex(slot.secret)))
    }
}

/// The first of several answers.
private final class Kept: Sendable {
    private let answer = Mutex<[UInt8]?>(nil)

    func first(_ given: [UInt8]) -> [UInt8] {
        answer.withLock { answer in
            if let answer { return answer }
            answer = given
            return given
        }
    }
}
