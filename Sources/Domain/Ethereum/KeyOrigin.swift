// SPDX-License-Identifier: MIT
internal import Bytes
package import Chains

/// The origin of a key: the fingerprint of the master key and the path from it. BCR-2020-007, `crypto-keypath`
package struct KeyOrigin: Hashable, Sendable {
    /// Four bytes; nil when unknown.
    package let fingerprint: [UInt8]?
    package let path: DerivationPath

    static let tag: UInt64 = 304
    private static let components: UInt64 = 1
    private static let source: UInt64 = 2

    /// - Throws: ``EthereumError`` with `.malformed` unless the fingerprint has four bytes and is not zero.
    package init(fingerprint: [UInt8]?, path: DerivationPath) throws {
        if let fingerprint {
            guard fingerprint.count == 4, fingerprint != [0, 0, 0, 0] else {
                throw EthereumError(.malformed, "A key's fingerprint has four bytes that are not all zero.")
            }
        }
        self.fingerprint = fingerprint
        self.path = path
    }

    /// Parses the record, with or without its tag.
    ///
    /// - Throws: ``EthereumError`` with `.malformed`, `.unsupported` for ranges and wildcards.
    init(_ value: CBORValue) throws {
        let record = value.content(ofTag: Self.tag) ?? value
        guard let list = record[Self.components]?.array, list.count.isMultiple(of: 2) else {
            throw EthereumError(.malformed, "The path of the key is not a list of steps.")
        }
        let steps = try stride(from: 0, to: list.count, by: 2).map { index in
            guard let isHardened = list[index + 1].bool else {
                throw EthereumError(.malformed, "The path of the key is not a list of steps.")
            }
            guard let step = list[index].uint, step < UInt64(DerivationPath.hardened) else {
                throw EthereumError(.unsupported, "The path of the key is not one path but many.")
            }
            return UInt32(step) | (isHardened ? DerivationPath.hardened : 0)
        }
        let fingerprint = try record[Self.source].map { source in
            guard let number = source.uint, let word = UInt32(exactly: number) else {
                throw EthereumError(.malformed, "The fingerprint of the key is not a number of 32 bits.")
            }
            return withUnsafeBytes(of: word.bigEndian) { [UInt8]($0) }
        }
        do {
            // Some devices send zero for an unknown fingerprint.
            try self.init(
                fingerprint: fingerprint == [0, 0, 0, 0] ? nil : fingerprint,
                path: DerivationPath(components: steps))
        } catch let error as ChainsError {
            throw EthereumError(.malformed, "The path of the key cannot be: \(error.message)", cause: error)
        }
    }

    /// The record with its tag.
    var record: CBORValue { record(depth: false) }

    /// With the number of steps, as exported keys have it.
    func record(depth hasDepth: Bool) -> CBORValue {
        var entries = [CBORValue.Entry(.unsigned(Self.components), .array(path.components.flatMap { Self.step($0) }))]
        if let fingerprint {
            let number = fingerprint.reduce(0) { $0 << 8 | UInt64($1) }
            entries.append(CBORValue.Entry(.unsigned(Self.source), .unsigned(number)))
        }
        if hasDepth { entries.append(CBORValue.Entry(.unsigned(3), .unsigned(UInt64(path.components.count)))) }
        return .tagged(Self.tag, .map(entries))
    }

    private static func step(_ component: UInt32) -> [CBORValue] {
        [.unsigned(UInt64(component & ~DerivationPath.hardened)), .bool(component >= DerivationPath.hardened)]
    }
}
