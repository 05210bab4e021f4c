// SPDX-License-Identifier: MIT
package import Chains
internal import Crypto

/// The effects of signing a PSBT, which this wallet derives from its own keys, for the user to review.
///
/// It trusts no claim of the file. Amounts come from previous transactions where present. An input is this wallet's
/// when the key derived at the claimed path is the key in the script. Change is change when this wallet derives its
/// script. A contradiction is refused. Signing requires ``approve(acknowledging:and:)``.
package struct PSBTReview: Sendable {
    package let psbt: PSBT
    /// Recipients, change, fee and their warnings, as for this wallet's own plans.
    package let review: Review
    package let warnings: Set<PSBTWarning>
    private let tasks: [Task]

    /// A user has not given out this many addresses of one account.
    private static let farIndex: UInt32 = 10_000

    /// One signature to make.
    fileprivate struct Task: Sendable {
        let input: Int
        let publicKey: Secp256k1.PublicKey
        let origin: KeyOrigin
        let lock: PSBTLock
        let type: SignatureHashType
        /// Taproot: the tweak of the key.
        let tweak: [UInt8]?
    }

    /// The number of signatures to make.
    package var signatureCount: Int { tasks.count }

    /// - Parameters:
    ///   - keys: the keys that this wallet derives.
    ///   - allowedTypes: the types of signature that the user asked for besides those that cover everything.
    /// - Throws: ``BitcoinError`` with `.malformed` where the file contradicts itself, `.badSignature` for a key that
    ///   is not at the claimed path, `.unsupported` for a type of signature that was not allowed, and what ``Review``
    ///   and ``TransactionPlan`` throw.
    package init(
        _ psbt: PSBT, network: Network, keys: OwnKeys, allowedTypes: Set<SignatureHashType> = [],
        isUsed: (Script) -> Bool = { _ in false }, unconfirmed: Set<OutPoint> = []
    ) throws {
        self.psbt = psbt
        let spent = try psbt.inputs.indices.map { try psbt.spentOutput(of: $0) }
        var inputs: [PlannedInput] = []
        var tasks: [Task] = []
        var warnings: Set<PSBTWarning> = []
        for (index, output) in spent.enumerated() {
            let input = psbt.inputs[index]
            let derivations = try input.derivations + input.taprootDerivations
            let spending = try keys.spending(output.script, derivations: derivations)
            let transactionInput = psbt.transaction.inputs[index]
            // This wallet derived the script, and the output comes from the previous transaction if there is one.
            inputs.append(
                PlannedInput(
                    proven: transactionInput.outPoint, output: output, spending: spending,
                    sequence: transactionInput.sequence, previousTransaction: input.previousTransaction))
            guard !input.isFinal else { continue }
            let found = try Self.tasks(index, psbt, output, derivations, spending, keys, allowedTypes)
            tasks += found
            for task in found where !task.lock.isEverything(task.type) {
                warnings.insert(.openSignature(input: index, task.type))
            }
            if !found.isEmpty && spending == nil { warnings.insert(.unusualScript(input: index)) }
        }
        var own: Set<Script> = []
        let outputs = try psbt.outputs.enumerated().map { index, described in
            let output = psbt.transaction.outputs[index]
            let derivations = try described.derivations + described.taprootDerivations
            guard let spending = try keys.spending(output.script, derivations: derivations) else {
                if case .data = output.script.kind { return try PlannedOutput(output, role: .data) }
                return try PlannedOutput(output, role: .recipient)
            }
            own.insert(output.script)
            guard spending.addressIndex < Self.farIndex else {
                warnings.insert(.farAddress(output: index))
                return try PlannedOutput(output, role: .recipient)
            }
            return try PlannedOutput(output, role: spending.isChange ? .change(spending) : .recipient)
        }
        let plan = try TransactionPlan(
            network: network, version: psbt.transaction.version, inputs: inputs, outputs: outputs,
            lockTime: psbt.transaction.lockTime)
        review = try Review(plan, isOwn: { own.contains($0) }, isUsed: isUsed, unconfirmed: unconfirmed)
        if Self.amountsAreUnproven(psbt, tasks) { warnings.insert(.unprovenAmounts) }
        if tasks.isEmpty { warnings.insert(.nothingToSign) }
        self.tasks = tasks
        self.warnings = warnings
    }

    /// Approves what the review shows.
    ///
    /// - Throws: ``BitcoinError`` as ``Review/approve(acknowledging:)`` does, with `.unconfirmed` for a warning about
    ///   the file, and with `.badSignature` when this wallet can sign none of the inputs.
    package func approve(
        acknowledging acknowledged: Set<ReviewWarning> = [], and acknowledgedOfFile: Set<PSBTWarning> = []
    ) throws -> ApprovedPSBT {
        guard !tasks.isEmpty else {
            throw BitcoinError(.badSignature, "None of the PSBT's inputs is ours to sign.")
        }
        if let first = warnings.subtracting(acknowledgedOfFile).map(\.description).min() {
            throw BitcoinError(.unconfirmed, "\(first) Confirm it, or do not sign.")
        }
        _ = try review.approve(acknowledging: acknowledged)
        return ApprovedPSBT(psbt: psbt, tasks: tasks)
    }
}

// MARK: - What is ours

extension PSBTReview {
    private static func tasks(
        _ index: Int, _ psbt: PSBT, _ output: TransactionOutput, _ derivations: [PSBTDerivation],
        _ spending: Spending?, _ keys: OwnKeys, _ allowedTypes: Set<SignatureHashType>
    ) throws -> [Task] {
        let lock = try psbt.lock(of: index, spending: output)
        guard lock != .closed else { return [] }
        let type = psbt.inputs[index].signatureHashType ?? lock.usualType
        var tasks: [Task] = []
        for derivation in derivations where derivation.leafHashes.isEmpty {
            guard let key = try spending?.publicKey(at: derivation) ?? keys.publicKey(at: derivation) else { continue }
            let claimed = derivation.publicKey.count == 32 ? key.xOnly.bytes : key.compressed
            guard claimed == derivation.publicKey else {
                throw BitcoinError(
                    .badSignature, "The PSBT says that a key of input \(index) is ours, and at that path is another.")
            }
            let tweak: [UInt8]?
            if case .taproot(let outputKey) = lock {
                if case .key(.taproot, key, _) = spending {
                    // The output was derived from this key, without scripts.
                    tweak = Taproot.tweak(key.xOnly)
                } else if let found = try Self.tweak(of: key.xOnly, for: outputKey, psbt.inputs[index]) {
                    tweak = found
                } else {
                    continue
                }
            } else {
                guard lock.isOpened(by: key.compressed) else { continue }
                tweak = nil
            }
            // Without an output of its index, a SINGLE signature signs the number one, which lets anyone spend every
            // input of the key. BIP-0143, "Specification"
            let isPossible =
                type.rawValue <= 0xff && !(type.coversOneOutput && index >= psbt.transaction.outputs.count)
            guard lock.isEverything(type) || allowedTypes.contains(type) && isPossible else {
                throw BitcoinError(
                    .unsupported,
                    "The PSBT asks for a signature of input \(index) that does not cover everything; it is refused.")
            }
            tasks.append(
                Task(
                    input: index, publicKey: key,
                    origin: try KeyOrigin(fingerprint: derivation.fingerprint, path: derivation.path), lock: lock,
                    type: type, tweak: tweak))
        }
        return tasks
    }

    /// The tweak from the internal key to the output key; nil when there is none.
    private static func tweak(
        of key: Secp256k1.XOnlyKey, for outputKey: [UInt8], _ input: PSBTInput
    ) throws -> [UInt8]? {
        let tweak = Taproot.tweak(key, root: input.taprootRoot)
        return try Taproot.outputKey(key, root: input.taprootRoot).bytes == outputKey ? tweak : nil
    }

    /// A taproot signature covers all amounts, so one made for false amounts is invalid. BIP-0341, BIP-0371
    private static func amountsAreUnproven(_ psbt: PSBT, _ tasks: [Task]) -> Bool {
        guard psbt.inputs.count > 1, psbt.inputs.contains(where: { $0.previousTransaction == nil }) else {
            return false
        }
        let isCovered = tasks.contains { task in
            if case .taproot = task.lock { task.lock.isEverything(task.type) } else { false }
        }
        return !tasks.isEmpty && !isCovered
    }
}

extension PSBTLock {
    fileprivate var usualType: SignatureHashType {
        if case .taproot = self { .implied } else { .all }
    }

    /// Whether a signature of the type covers the whole transaction here.
    fileprivate func isEverything(_ type: SignatureHashType) -> Bool { type == .all || type == usualType }
}

extension Spending {
    /// The key at a path, when it is one of these, which were derived already.
    fileprivate func publicKey(at place: PSBTDerivation) -> Secp256k1.PublicKey? {
        func isThere(_ origin: KeyOrigin?) -> Bool {
            origin?.fingerprint == place.fingerprint && origin?.path == place.path
        }
        switch self {
        case .key(_, let key, let origin): return isThere(origin) ? key : nil
        case .multisig(let multisig, let origins):
            return zip(multisig.keys, origins).first { isThere($0.1) }?.0
        }
    }

    /// Whether it lies on the change branch; the origins of all keys have the same last steps.
    fileprivate var isChange: Bool {
        origins.contains { $0?.path.components.dropLast().last == AddressBranch.change.rawValue }
    }

    /// The last step of its path.
    fileprivate var addressIndex: UInt32 { origins.compactMap { $0?.path.components.last }.max() ?? 0 }

    private var origins: [KeyOrigin?] {
        switch self {
        case .key(_, _, let origin): [origin]
        case .multisig(_, let origins): origins
        }
    }
}

/// A PSBT that the user read and approved. Only such a PSBT is signed.
package struct ApprovedPSBT: Sendable {
    package let psbt: PSBT
    fileprivate let tasks: [PSBTReview.Task]

    fileprivate init(psbt: PSBT, tasks: [PSBTReview.Task]) {
        self.psbt = psbt
        self.tasks = tasks
    }

    /// Adds every approved signature that these keys can make: the signer's role. BIP-0174
    ///
    /// The same PSBT always gets the same signatures, as ``ApprovedTransaction`` says; an existing signature stays.
    ///
    /// - Throws: ``BitcoinError`` with `.badSignature` when a private key does not match the approved public key; what
    ///   `keys` throws.
    package func signed(by keys: some KeySource) throws -> PSBT {
        var signed = psbt
        let spent = try psbt.inputs.indices.map { try psbt.spentOutput(of: $0) }
        let digests = try PSBTDigests(psbt, spending: spent)
        let found = try keys.privateKeys(for: tasks.map(\.origin))
        for case (let task, .some(let key)) in zip(tasks, found) {
            guard key.publicKey == task.publicKey else {
                throw BitcoinError(
                    .badSignature, "The key of input \(task.input) is not the one that its path leads to.")
            }
            signed.noteSignature(of: task.type)
            let digest = try digests.digest(of: task.input, lock: task.lock, type: task.type)
            let type = UInt8(truncatingIfNeeded: task.type.rawValue)
            if let tweak = task.tweak {
                let signature = try key.signSchnorr(digest, tapTweak: tweak)
                signed.inputs[task.input].map.add(
                    PSBTField.Input.taprootSignature, task.type == .implied ? signature : signature + [type])
            } else {
                signed.inputs[task.input].map.add(
                    PSBTField.Input.partialSignature, keyData: task.publicKey.compressed,
                    try key.sign(digest: digest, isLowR: true).der + [type])
            }
        }
        return signed
    }
}

extension PSBT {
    /// Records in a version 2 file what may still be added without breaking the signature. BIP-0370, "Signer"
    fileprivate mutating func noteSignature(of type: SignatureHashType) {
        guard let flags = global[PSBTField.Global.modifiable]?.first else { return }
        var changed = flags
        if !type.isAnyoneCanPay { changed &= ~1 }
        if !type.coversNoOutput { changed &= ~2 }
        if type.coversOneOutput { changed |= 4 }
        global.set(PSBTField.Global.modifiable, to: [changed])
    }
}
