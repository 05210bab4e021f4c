// SPDX-License-Identifier: MIT
#if canImport(CTSS)
    internal import Bytes
    internal import CTSS
    package import Crypto
    internal import Glibc

    /// A security chip (TPM 2.0) in which a wallet has one register that follows its spends.
    ///
    /// A copy of a disk copies no chip, and a restored disk turns no chip back. Every answer on which something depends
    /// that cannot be undone is proved by the session. Decision 0108.
    ///
    /// C: TPM 2.0 Library, Part 3, 31 (non-volatile storage)
    package final class Chip {
        package static let usualPlace = "/dev/tpmrm0"
        /// The registers of users' programs that no other profile gives away.
        private static let indices: ClosedRange<UInt32> = 0x0181_0000...0x0181_FFFF
        /// Milliseconds to wait for a chip that limits how often it is written.
        private static let writeTimeout: UInt32 = 5_000

        private let session: ChipSession
        private var tss: satchel_tss { session.tss }
        private var context: OpaquePointer? { session.context }

        /// Opens a chip.
        ///
        /// - Parameter place: a device, or the socket of a software chip.
        /// - Throws: ``ChipError``.
        package init(_ place: String) throws { session = try ChipSession(place) }

        /// The name of the chip's endorsement key.
        package var name: [UInt8] { session.chip }

        /// Whether other programs can use the chip while this object lives.
        package var isShared: Bool { session.pipe.isShared }

        /// Runs `body` while no other wallet of this machine uses the chip.
        ///
        /// - Throws: ``ChipError`` with `.busy`; `body` did not run then.
        package func alone<R>(_ body: () throws -> R) throws -> R { try session.pipe.alone(body) }

        /// Compares a store with its register, and waits until the chip accepts a write.
        ///
        /// - Throws: ``ChipError``.
        package func standing(of slot: ChipSlot) throws -> ChipSlot.Standing {
            guard name == slot.chip else { return .otherChip }
            guard try hasRegister(slot.index) else { return .cleared }
            let register = try open(slot)
            defer { close(register) }
            guard try registerName(register) == slot.register else { return .ahead }
            let standing = slot.standing(of: try read(register))
            if standing == .level || standing == .behind { try waitForWrites() }
            return standing
        }

        /// Extends the register by the tag of a spend.
        ///
        /// - Returns: the mark that the chip has then. Only if it is the store's, the spend may be signed.
        /// - Throws: ``ChipError``; the register may have been extended then.
        package func extend(_ slot: ChipSlot, by tag: [UInt8]) throws -> [UInt8] {
            let register = try open(slot)
            defer { close(register) }
            try extend(register, by: tag)
            return try read(register)
        }

        /// Makes a register and gives it a random first mark.
        ///
        /// - Returns: the slot to store. Until it is stored, the register is of no use.
        /// - Throws: ``ChipError``.
        package func makeSlot(at place: String, random: RandomSource) throws -> ChipSlot {
            let index = try freeIndex(random)
            let secret = SecretBytes(random.bytes(ChipSlot.secretCount))
            var description = TPM2B_NV_PUBLIC()
            description.nvPublic.nvIndex = index
            description.nvPublic.nameAlg = TPMI_ALG_HASH(TPM2_ALG_SHA256)
            description.nvPublic.attributes = TPMA_NV(
                TPMA_NV_AUTHREAD | TPMA_NV_AUTHWRITE | TPMA_NV_NO_DA | TPMA_NV(TPM2_NT_EXTEND) << TPMA_NV_TPM2_NT_SHIFT)
            description.nvPublic.dataSize = UInt16(ChipSlot.markCount)
            var authorisation = Self.authorisation(secret)
            var register = ChipSession.none
            try session.check(
                tss.nv_define(
                    context, ESYS_TR(ESYS_TR_RH_OWNER), try session.session(.command), ChipSession.none,
                    ChipSession.none, &authorisation, &description, &register))
            defer { close(register) }
            try session.check(tss.set_auth(context, register, &authorisation))
            try extend(register, by: random.bytes(ChipSlot.markCount))
            let mark = try read(register)
            return ChipSlot(
                place: place, chip: name, index: index, register: try registerName(register), secret: secret,
                mark: mark, previous: mark)
        }

        // MARK: - Registers

        private func freeIndex(_ random: RandomSource) throws -> UInt32 {
            for _ in 0..<16 {
                let offset = random.bytes(2).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
                let index = Self.indices.lowerBound + offset
                if try !hasRegister(index) { return index }
            }
            throw ChipError(.full, "No free place was found in the security chip. Try again.")
        }

        private func hasRegister(_ index: UInt32) throws -> Bool {
            try capability(TPM2_CAP(TPM2_CAP_HANDLES), index) { $0.handles.count > 0 && $0.handles.handle.0 == index }
        }

        private func waitForWrites() throws {
            let milliseconds = try capability(
                TPM2_CAP(TPM2_CAP_TPM_PROPERTIES), UInt32(SATCHEL_TPM_WRITE_RECOVERY)
            ) { properties -> UInt32 in
                let property = properties.tpmProperties.tpmProperty.0
                let isIt = property.property == UInt32(SATCHEL_TPM_WRITE_RECOVERY)
                return properties.tpmProperties.count > 0 && isIt ? property.value : 0
            }
            guard milliseconds <= Self.writeTimeout else { throw ChipSession.busy }
            if milliseconds > 0 { usleep(milliseconds * 1_000) }
        }

        private func capability<R>(
            _ kind: TPM2_CAP, _ property: UInt32, _ body: (TPMU_CAPABILITIES) throws -> R
        ) throws -> R {
            var data: UnsafeMutablePointer<TPMS_CAPABILITY_DATA>?
            var hasMore: TPMI_YES_NO = 0
            try session.check(
                tss.get_capability(
                    context, try session.session(.proof), ChipSession.none, ChipSession.none, kind, property, 1,
                    &hasMore, &data))
            defer { tss.free(data) }
            guard let data, data.pointee.capability == kind else { throw ChipSession.untrue }
            return try body(data.pointee.data)
        }

        private func open(_ slot: ChipSlot) throws -> ESYS_TR {
            var register = ChipSession.none
            try session.check(
                tss.find(
                    context, slot.index, try session.session(.proof), ChipSession.none, ChipSession.none, &register))
            var authorisation = Self.authorisation(slot.secret)
            try session.check(tss.set_auth(context, register, &authorisation))
            return register
        }

        private func close(_ register: ESYS_TR) {
            var register = register
            _ = tss.close(context, &register)
        }

        private func registerName(_ register: ESYS_TR) throws -> [UInt8] {
            var name: UnsafeMutablePointer<TPM2B_NAME>?
            try session.check(tss.get_name(context, register, &name))
            defer { tss.free(name) }
            guard let name else { throw ChipSession.untrue }
            return withUnsafeBytes(of: name.pointee.name) { Array($0.prefix(Int(name.pointee.size))) }
        }

        private func read(_ register: ESYS_TR) throws -> [UInt8] {
            var data: UnsafeMutablePointer<TPM2B_MAX_NV_BUFFER>?
            try session.check(
                tss.nv_read(
                    context, register, register, try session.session(.answer), ChipSession.none, ChipSession.none,
                    UInt16(ChipSlot.markCount), 0, &data))
            defer { tss.free(data) }
            guard let data, data.pointee.size == ChipSlot.markCount else { throw ChipSession.untrue }
            return withUnsafeBytes(of: data.pointee.buffer) { Array($0.prefix(ChipSlot.markCount)) }
        }

        private func extend(_ register: ESYS_TR, by bytes: [UInt8]) throws {
            var data = TPM2B_MAX_NV_BUFFER()
            data.size = UInt16(bytes.count)
            withUnsafeMutableBytes(of: &data.buffer) { $0.copyBytes(from: bytes) }
            try session.check(
                tss.nv_extend(
                    context, register, register, try session.session(.command), ChipSession.none, ChipSession.none,
                    &data))
        }

        private static func authorisation(_ secret: SecretBytes) -> TPM2B_AUTH {
            var authorisation = TPM2B_AUTH()
            authorisation.size = UInt16(secret.count)
            secret.withUnsafeBytes { bytes in
                withUnsafeMutableBytes(of: &authorisation.buffer) { $0.copyBytes(from: bytes) }
            }
            return authorisation
        }
    }
#endif
