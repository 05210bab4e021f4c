// SPDX-License-Identifier: MIT
import Bytes
import FoundationEssentials

extension FuzzEntry {
    /// Well-formed inputs to start from.
    package var seeds: [[UInt8]] {
        switch self {
        case .cbor: [Self.sample]
        case .text: ["OW1P:BB8", "QUJD", "c0ffee"].map { Array($0.utf8) }
        case .payment: Self.goldenVectors { $0 == "payment" }
        case .paymentText:
            [
                "satchel://request?hub=AAECAwQFBgc&id=01890a5d-ac96-774b-bcce-b302099a8057", "2026-11-20",
                "kind=sent,received&direction=incoming&since=1795180000&until=1795190000&least=1.00&most=2.50&text=tea",
            ].map { Array($0.utf8) }
        case .request: Self.goldenVectors { $0 == "request" }
        case .record: Self.goldenVectors { !["payment", "request", "text"].contains($0) }
        case .envelope: Self.goldenVectors { $0 == "text" }
        case .amount: ["012.50", "11,234", "20.125", "0$1'234.50", "0-5"].map { Array($0.utf8) }
        case .router: RouterEntry.seeds
        case .settings: Self.settingsSeeds.map { Array($0.utf8) }
        case .eventStream: eventStreamSeeds
        case .gzip: gzipSeeds
        case .chainServer: Self.chainServerSeeds.map { Array($0.utf8) }
        case .json: Self.jsonSeeds
        case .statement: Self.statementSeeds.map { Array($0.utf8) }
        case .bankNumber: ["DE89370400440532013000", "RF18 5390 0754 7034", "1.0850"].map { Array($0.utf8) }
        case .archive: Self.archiveSeeds
        case .drawing: Self.drawingSeeds
        case .codeText: Self.codeTextSeeds
        case .uploadJournal: Self.uploadJournalSeeds
        case .fileName: Self.fileNameSeeds.map { Array($0.utf8) }
        case .backupPage: Self.backupPageSeeds.map { Array($0.utf8) }
        case .transferHead: Self.transferHeadSeeds.map { Array($0.utf8) }
        case .xml: Self.xmlSeeds.map { Array($0.utf8) }
        case .davBody: Self.davBodySeeds.map { Array($0.utf8) }
        case .davHeader: Self.davHeaderSeeds.map { Array($0.utf8) }
        case .chunkedBody: Self.chunkedBodySeeds.map { Array($0.utf8) }
        case .serviceAnswer: Self.serviceAnswerSeeds.map { Array($0.utf8) }
        case .baluReply: Self.baluReplySeeds.map { Array($0.utf8) }
        case .baluCode: Self.baluCodeSeeds.map { Array($0.utf8) }
        case .nearbyChunk: Self.nearbyChunkSeeds
        case .nearbyMessage: Self.nearbyMessageSeeds
        case .tunnelConfiguration: Self.tunnelSeeds.map { Array($0.utf8) }
        case .tunnelDevice: Self.tunnelDeviceSeeds.map { Array($0.utf8) }
        case .tunnelMessage: Self.tunnelMessageSeeds.map { Array($0.utf8) }
        case .cardFile: Self.cardFileSeeds.map { Array($0.utf8) }
        case .cardLink: Self.cardLinkSeeds.map { Array($0.utf8) }
        case .pass: Self.passSeeds.map { Array($0.utf8) }
        case .chainText: Self.chainTextSeeds
        case .phrase: Self.phraseSeeds
        case .extendedKey: Self.extendedKeySeeds
        case .typedText: Self.typedTextSeeds
        case .bytewords, .resource, .frames, .foreignRecord: codeSeeds
        case .handover, .documentRecord: handoverSeeds
        case .readerReply: Self.readerReplySeeds
        case .unpackerReply: Self.unpackerReplySeeds
        case .pictureKind: Self.pictureKindSeeds.map { Array($0.utf8) }
        case .video: Self.videoSeeds
        case .series: Self.seriesSeeds.map { Array($0.utf8) }
        case .solanaMessage, .solanaTransaction, .solanaAccount, .solanaLink, .solanaRecord: solanaSeeds
        case .bitcoinTransaction: Self.bitcoinTransactions
        case .bitcoinScript: Self.bitcoinScripts
        case .bitcoinText: Self.bitcoinTexts
        case .bitcoinSignature: Self.bitcoinSignatures
        case .psbt: Self.psbtSeeds + [Self.crowdedPSBT]
        case .bitcoinLink: Self.bitcoinLinks.map { Array($0.utf8) }
        case .bitcoinRecord: Self.bitcoinRecordSeeds
        case .ethereumRLP, .ethereumTransaction: Self.ethereumTransactionSeeds
        case .ethereumABI: Self.ethereumABISeeds
        case .typedData: Self.typedDataSeeds
        case .ethereumLink: Self.ethereumLinkSeeds
        case .ethereumRecord: Self.ethereumRecordSeeds
        case .bitmap: Self.bitmapSeeds
        case .picture, .modules, .codewords: scannerSeeds
        case .bars: barSeeds
        case .expandedBits: expandedBitsSeeds
        case .cardRecord: Self.cardRecordSeeds
        case .cardText: Self.cardTextSeeds.map { Array($0.utf8) }
        }
    }

    private static var sample: [UInt8] {
        var writer = CBORWriter()
        writer.array(4)
        writer.uint(1)
        writer.bytes([1, 2, 3])
        writer.text("coin")
        writer.array(2)
        writer.bool(true)
        writer.null()
        return writer.encoded
    }

    /// The positive vectors of the kinds asked for.
    static func goldenVectors(_ isWanted: (String) -> Bool) -> [[UInt8]] {
        struct File: Decodable {
            struct Vector: Decodable {
                let kind: String
                let bytes: String
            }
            let positive: [Vector]
        }
        let path = #filePath.dropLast("FuzzEntries/FuzzEntry+Seeds.swift".count) + "TokensTests/Vectors/tokens.json"
        do {
            let file = try JSONDecoder().decode(File.self, from: Data(contentsOf: URL(filePath: String(path))))
            return try file.positive.filter { isWanted($0.kind) }.map { try Hex.decode($0.bytes) }
        } catch {
            preconditionFailure("The golden vectors cannot be read: \(error)")
        }
    }
}
