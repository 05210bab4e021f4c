// SPDX-License-Identifier: MIT
#if canImport(CTSS)
    internal import CTSS
    internal import Glibc

    /// An open security chip (TPM 2.0) and one session with it.
    ///
    /// The session's key is agreed with the chip's endorsement key. So no other chip can answer, a changed answer is
    /// noticed, and nobody between reads a secret.
    ///
    /// C: TCG TSS 2.0 Enhanced System API; TPM 2.0 Library, Part 1, 19 (sessions), 21 (encryption)
    final class ChipSession {
        /// The kinds of commands, by what the session does for each.
        enum Protection {
            /// The first parameter of the command is encrypted.
            case command
            /// The first parameter of the answer is encrypted.
            case answer
            /// The session only proves that the answer is the chip's.
            case proof

            fileprivate var attributes: TPMA_SESSION {
                let kind =
                    switch self {
                    case .command: TPMA_SESSION_DECRYPT
                    case .answer: TPMA_SESSION_ENCRYPT
                    case .proof: TPMA_SESSION_AUDIT
                    }
                return TPMA_SESSION(TPMA_SESSION_CONTINUESESSION) | TPMA_SESSION(kind)
            }
        }

        static let none = ESYS_TR(ESYS_TR_NONE)

        let pipe: ChipPipe
        let tss: satchel_tss
        private(set) var context: OpaquePointer?
        /// The name of the chip's endorsement key.
        private(set) var chip: [UInt8] = []
        private var key = none
        private var session = none

        /// - Throws: ``ChipError``.
        init(_ place: String) throws {
            tss = try ChipLibrary.functions.get()
            pipe = try ChipPipe(place)
            try check(tss.initialize(&context, pipe.line, nil))
            try makeKey()
            try startSession()
        }

        deinit {
            // Without the kernel's resource manager a chip keeps both.
            if !pipe.isSilent {
                if session != Self.none { _ = tss.flush(context, session) }
                if key != Self.none { _ = tss.flush(context, key) }
            }
            tss.finalize(&context)
        }

        /// The session's handle, set up for one command.
        func session(_ protection: Protection) throws -> ESYS_TR {
            try check(tss.set_attributes(context, session, protection.attributes, 0xFF))
            return session
        }

        /// The endorsement key of P-256. Its template fixes it: the same chip makes the same key again.
        ///
        /// TCG EK Credential Profile 2.5, B.3.4 (template L-2)
        private func makeKey() throws {
            var template = TPM2B_PUBLIC()
            template.publicArea.type = TPMI_ALG_PUBLIC(TPM2_ALG_ECC)
            template.publicArea.nameAlg = TPMI_ALG_HASH(TPM2_ALG_SHA256)
            template.publicArea.objectAttributes = TPMA_OBJECT(
                TPMA_OBJECT_FIXEDTPM | TPMA_OBJECT_FIXEDPARENT | TPMA_OBJECT_SENSITIVEDATAORIGIN
                    | TPMA_OBJECT_ADMINWITHPOLICY | TPMA_OBJECT_RESTRICTED | TPMA_OBJECT_DECRYPT)
            template.publicArea.authPolicy.size = UInt16(Self.policy.count)
            withUnsafeMutableBytes(of: &template.publicArea.authPolicy.buffer) { $0.copyBytes(from: Self.policy) }
            template.publicArea.parameters.eccDetail.symmetric.algorithm = TPMI_ALG_SYM_OBJECT(TPM2_ALG_AES)
            template.publicArea.parameters.eccDetail.symmetric.keyBits.aes = 128
            template.publicArea.parameters.eccDetail.symmetric.mode.aes = TPMI_ALG_SYM_MODE(TPM2_ALG_CFB)
            template.publicArea.parameters.eccDetail.scheme.scheme = TPMI_ALG_ECC_SCHEME(TPM2_ALG_NULL)
            template.publicArea.parameters.eccDetail.curveID = TPMI_ECC_CURVE(TPM2_ECC_NIST_P256)
            template.publicArea.parameters.eccDetail.kdf.scheme = TPMI_ALG_KDF(TPM2_ALG_NULL)
            template.publicArea.unique.ecc.x.size = 32
            template.publicArea.unique.ecc.y.size = 32
            var (secret, outside, registers) = (TPM2B_SENSITIVE_CREATE(), TPM2B_DATA(), TPML_PCR_SELECTION())
            try check(
                tss.create_primary(
                    context, ESYS_TR(ESYS_TR_RH_ENDORSEMENT), ESYS_TR(ESYS_TR_PASSWORD), Self.none, Self.none, &secret,
                    &template, &outside, &registers, &key, nil, nil, nil, nil))
            var name: UnsafeMutablePointer<TPM2B_NAME>?
            try check(tss.get_name(context, key, &name))
            defer { tss.free(name) }
            guard let name else { throw Self.untrue }
            chip = withUnsafeBytes(of: name.pointee.name) { Array($0.prefix(Int(name.pointee.size))) }
        }

        private static let policy: [UInt8] = [
            0x83, 0x71, 0x97, 0x67, 0x44, 0x84, 0xB3, 0xF8, 0x1A, 0x90, 0xCC, 0x8D, 0x46, 0xA5, 0xD7, 0x24, 0xFD, 0x52,
            0xD7, 0x6E, 0x06, 0x52, 0x0B, 0x64, 0xF2, 0xA1, 0xDA, 0x1B, 0x33, 0x14, 0x69, 0xAA,
        ]

        private func startSession() throws {
            var cipher = TPMT_SYM_DEF()
            cipher.algorithm = TPMI_ALG_SYM(TPM2_ALG_AES)
            cipher.keyBits.aes = 128
            cipher.mode.aes = TPMI_ALG_SYM_MODE(TPM2_ALG_CFB)
            try check(
                tss.start_session(
                    context, key, Self.none, Self.none, Self.none, Self.none, nil, TPM2_SE(TPM2_SE_HMAC), &cipher,
                    TPMI_ALG_HASH(TPM2_ALG_SHA256), &session))
        }

        // MARK: - Return codes

        static let untrue = ChipError(
            .untrue,
            "What answers in the security chip's place is not the chip, or the answer was changed on the way. Do not pay on this machine until you know why."
        )

        /// The error of a return code; none for zero. TPM 2.0 Library, Part 2, 6.6
        func check(_ code: TSS2_RC) throws {
            guard code != 0 else { return }
            if pipe.isSilent {
                throw ChipError(.silent, "The security chip does not answer. Restart the machine, then try again.")
            }
            let layer = code & TSS2_RC(truncatingIfNeeded: SATCHEL_TPM_LAYERS)
            // The layers above the chip refuse an answer that has a wrong form or proof.
            guard layer == 0 || layer == Self.resourceManager else { throw Self.untrue }
            throw Self.error(of: code & 0xFFFF)
        }

        /// Codes that the kernel's resource manager passes on.
        private static let resourceManager: TSS2_RC = 0xB0000

        private static func error(of code: TSS2_RC) -> ChipError {
            switch Int(code) {
            case SATCHEL_TPM_NV_RATE: return busy
            case SATCHEL_TPM_NV_SPACE:
                return ChipError(
                    .full, "The security chip's memory is full. Remove what other programs no longer need there.")
            case SATCHEL_TPM_NV_DEFINED:
                return ChipError(.busy, "Another program took the place in the security chip. Try again.")
            case SATCHEL_TPM_LOCKOUT:
                return ChipError(
                    .busy, "The security chip is locked after too many wrong passwords. Wait, then try again.")
            default: break
            }
            // Codes of format one also name a handle, session or parameter.
            switch Int(code & 0xBF) {
            case SATCHEL_TPM_AUTH_FAIL, SATCHEL_TPM_BAD_AUTH:
                return ChipError(
                    .refused,
                    "The security chip refused the wallet's secret. Either an administrator has set a password, or another program now uses the wallet's place in the chip."
                )
            case SATCHEL_TPM_HIERARCHY:
                return ChipError(
                    .unsupported,
                    "A part of the security chip that the wallet needs is turned off in the machine's firmware.")
            default:
                return ChipError(
                    .unsupported, "The security chip refuses with the code 0x\(String(code, radix: 16)).")
            }
        }

        static let busy = ChipError(
            .busy, "The security chip limits how often its memory is written. Try again in a minute; nothing was paid.")
    }
#endif
