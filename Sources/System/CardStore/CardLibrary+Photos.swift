// SPDX-License-Identifier: MIT
internal import Cards
internal import Crypto
internal import Vault

extension CardLibrary {
    /// Makes the files of cards durable before any row references them.
    ///
    /// - Throws: ``CardStoreError`` with code `.noPhoto` when bytes are neither given nor stored.
    func keep(_ files: [Digest: [UInt8]], of cards: [Card]) throws {
        var isWritten = false
        lazy var here = namedFiles()
        for hash in Self.files(of: cards) {
            guard let bytes = files[hash] else {
                guard here.contains(hash) else {
                    throw CardStoreError(.noPhoto, "The bytes of a photo of the card are missing. Add the photo again.")
                }
                continue
            }
            guard bytes.count <= CardLimits.fileBytes, SHA256.hash(bytes) == hash else {
                throw CardStoreError(.badCard, "A photo of the card is too large, or does not match its hash.")
            }
            if try photoStore.keep(bytes, hash) {
                isWritten = true
                try step(.photoWritten)
            }
        }
        if isWritten { try step(.photosWritten) }
    }

    /// The files that cards reference, including cards that can be restored.
    func namedFiles() -> Set<Digest> {
        Self.files(of: shelf.all).union(Self.files(of: former.lazy.compactMap(\.record.card)))
    }

    /// Most cards have no files, and there may be very many cards.
    private static func files(of cards: some Sequence<Card>) -> Set<Digest> {
        var files: Set<Digest> = []
        for card in cards where !card.photos.isEmpty || card.origin != nil { files.formUnion(card.files) }
        return files
    }

    /// Deletes the files that no card references, including cards that can be restored.
    func sweep() throws {
        let names = photoStore.names()
        guard !names.isEmpty else { return }
        let named = Set(namedFiles().map(photoStore.name))
        for name in names where !named.contains(name) {
            try step(.sweeping)
            photoStore.remove(name)
        }
        try step(.swept)
    }
}
