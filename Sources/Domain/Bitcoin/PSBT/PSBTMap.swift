// SPDX-License-Identifier: MIT
internal import Crypto

/// One map of a PSBT. Every entry is kept in its order, known or unknown, so that nothing is lost. BIP-0174
package struct PSBTMap: Hashable, Sendable {
    /// A key with its value.
    package struct Entry: Hashable, Sendable {
        /// Type and data of the key, as in the file.
        package let key: [UInt8]
        package let type: UInt64
        package var value: [UInt8]
        private let typeCount: Int

        /// The key's data after its type.
        package var keyData: [UInt8] { Array(key[typeCount...]) }
        /// Whether the key consists of its type alone.
        package var isPlain: Bool { key.count == typeCount }

        /// - Throws: ``BitcoinError`` with `.malformed` when the key does not begin with a type.
        init(key: [UInt8], value: [UInt8]) throws {
            var reader = WireReader(key)
            type = try reader.compactSize()
            typeCount = reader.position
            self.key = key
            self.value = value
        }

        init(type: UInt64, keyData: [UInt8], value: [UInt8]) {
            precondition(type < 0xfd, "The types that this wallet writes take one byte.")
            key = [UInt8(type)] + keyData
            self.type = type
            typeCount = 1
            self.value = value
        }
    }

    package private(set) var entries: [Entry] = []
    private let isOfInput: Bool

    /// The most entries of all maps of a file together, because an entry takes far more memory than bytes in the file.
    static let maximumEntries = 200_000

    init(isOfInput: Bool = false) {
        self.isOfInput = isOfInput
    }

    /// Parses a map including its terminator.
    ///
    /// - Parameter budget: how many entries may still be read; reduced by this map's entries.
    /// - Throws: ``BitcoinError`` with `.malformed` for a repeated key or a map without terminator, `.tooLarge`.
    init(from reader: inout WireReader, budget: inout Int, isOfInput: Bool = false) throws {
        self.isOfInput = isOfInput
        var seen: Set<[UInt8]> = []
        while true {
            let count = try reader.count()
            guard count > 0 else { return }
            let entry = try Entry(key: reader.bytes(count), value: reader.sizedBytes())
            // Few keys are compared one by one, which is faster than hashing them.
            let isKnown: Bool
            if entries.count < 12 {
                isKnown = entries.contains { $0.key == entry.key }
            } else {
                if seen.isEmpty { seen = Set(entries.map(\.key)) }
                isKnown = !seen.insert(entry.key).inserted
            }
            guard !isKnown else {
                throw BitcoinError(.malformed, "A PSBT has an entry of type \(entry.type) twice.")
            }
            budget -= 1
            guard budget >= 0 else {
                throw BitcoinError(.tooLarge, "A PSBT has more than \(Self.maximumEntries) entries.")
            }
            entries.append(entry)
        }
    }

    func write(to writer: inout WireWriter) {
        for entry in entries {
            writer.append(sized: entry.key)
            writer.append(sized: entry.value)
        }
        writer.append(0)
    }

    /// The value whose key is the type alone.
    package subscript(type: UInt64) -> [UInt8]? {
        entries.first { $0.type == type && $0.isPlain }?.value
    }

    /// All entries of a type, in order.
    package func entries(ofType type: UInt64) -> [Entry] {
        entries.filter { $0.type == type }
    }

    /// Replaces a value, or inserts it before the first greater key, so that a sorted map stays sorted.
    mutating func set(_ type: UInt64, keyData: [UInt8] = [], to value: [UInt8]) {
        add(Entry(type: type, keyData: keyData, value: value), replacing: true)
    }

    /// Adds the entries that only the other map has, each before the first greater key. Runs in linear time.
    mutating func merge(_ other: PSBTMap) {
        let known = Set(entries.map(\.key))
        var new: [(entry: Entry, rank: [UInt8])] = other.entries.filter { !known.contains($0.key) }.map {
            ($0, rank($0))
        }
        guard !new.isEmpty else { return }
        new.sort { $0.rank.lexicographicallyPrecedes($1.rank) }
        var merged: [Entry] = []
        merged.reserveCapacity(entries.count + new.count)
        var next = new.startIndex
        for entry in entries {
            let rank = rank(entry)
            while next < new.endIndex, new[next].rank.lexicographicallyPrecedes(rank) {
                merged.append(new[next].entry)
                next += 1
            }
            merged.append(entry)
        }
        merged += new[next...].map(\.entry)
        entries = merged
    }

    /// Adds a value unless one is there already.
    mutating func add(_ type: UInt64, keyData: [UInt8] = [], _ value: [UInt8]) {
        add(Entry(type: type, keyData: keyData, value: value), replacing: false)
    }

    /// The same entries in the order in which this wallet adds them.
    var sorted: PSBTMap {
        var sorted = self
        sorted.entries = entries.map { ($0, rank($0)) }.sorted { $0.1.lexicographicallyPrecedes($1.1) }.map(\.0)
        return sorted
    }

    mutating func remove(where isUnwanted: (Entry) -> Bool) {
        entries.removeAll(where: isUnwanted)
    }

    private mutating func add(_ entry: Entry, replacing: Bool) {
        if let index = entries.firstIndex(where: { $0.key == entry.key }) {
            if replacing { entries[index].value = entry.value }
            return
        }
        let rank = rank(entry)
        let place = entries.firstIndex { rank.lexicographicallyPrecedes(self.rank($0)) } ?? entries.endIndex
        entries.insert(entry, at: place)
    }

    /// The sort key of an entry: its key, but for signatures the hash of their public key. Core and the test vectors of
    /// the standard use this order.
    private func rank(_ entry: Entry) -> [UInt8] {
        guard isOfInput, entry.type == PSBTField.Input.partialSignature else { return entry.key }
        return entry.key.prefix(entry.key.count - entry.keyData.count) + Hash160.hash(entry.keyData)
    }
}
