// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Money
import Tokens

/// A parser of foreign bytes, as one function that must neither crash nor accept what it would not write.
///
/// The same entries run with seeds and mutations in `swift test` and under libFuzzer in `make fuzz`.
package enum FuzzEntry: String, CaseIterable, Sendable {
    /// Encodings.
    case cbor, text
    /// What arrives from the other phone.
    case payment, request, record, envelope
    /// What a person types, and what a client sends to a hub.
    case amount, router
    /// The file of a hub's settings.
    case settings
    /// What a hub sends without end, and bodies that were packed.
    case eventStream, gzip
    /// Links to requests, days, filters of histories.
    case paymentText
    /// What a camera reads: the words of a code, a resource, the frames of an animation, the records of others.
    case bytewords, resource, frames, foreignRecord, series
    /// What another Satchel shows in an animated code.
    case handover, documentRecord
    /// What the public chains share: server answers, texts, phrases, keys, what a person types.
    case json, chainText, phrase, extendedKey, typedText
    /// What servers, links and signers of Solana hand over.
    case solanaMessage, solanaTransaction, solanaAccount, solanaLink, solanaRecord
    /// What servers and people hand to the Bitcoin part.
    case bitcoinTransaction, bitcoinScript, bitcoinText, bitcoinSignature, psbt, bitcoinLink, bitcoinRecord

    /// Ethereum: encodings, transactions, messages, links, the records of signing devices.
    case ethereumRLP, ethereumABI, ethereumTransaction, typedData, ethereumLink, ethereumRecord

    /// What nodes of the public chains answer.
    case chainServer
    /// Pictures, the modules seen in them, and what the modules say.
    case picture, bitmap, modules, codewords
    /// What the reader of pictures answers, perhaps under a stranger's control, and what a camera or a video gives.
    case readerReply, unpackerReply, pictureKind, video
    /// The widths of bars and spaces, and the bits of a DataBar Expanded.
    case bars, expandedBits

    /// A card as a row of the store, and as it is handed over; what stands in fields of cards.
    case cardRecord, cardText

    /// Files and links of cards as other programs write them, and the zips around them.
    case archive, cardFile, cardLink, pass

    /// Statements of banks, and numbers of accounts, references and rates as people type them.
    case statement, bankNumber

    /// What becomes a code: foreign bytes of any symbology, and what a person types.
    case drawing
    /// The bytes of a code as text.
    case codeText
    /// The journal of an upload, and names of files.
    case uploadJournal, fileName, backupPage
    /// Heads and chunked bodies as they reach a server of transfers.
    case transferHead, chunkedBody
    // What WebDAV clients send.
    case xml, davBody, davHeader
    /// What answers in the place of a file service.
    case serviceAnswer
    /// What answers in the place of a BaluHost, and its pairing code.
    case baluReply, baluCode
    /// What a device nearby sends: chunks and frames, and messages to a payee and a payer.
    case nearbyChunk, nearbyMessage
    /// A tunnel's configuration file, the report of its device, the messages between its service and clients.
    case tunnelConfiguration, tunnelDevice, tunnelMessage

    /// Feeds the bytes to the parser; a broken invariant stops the program with its name.
    package func run(_ input: [UInt8]) {
        switch self {
        case .cbor: cbor(input)
        case .text: text(input)
        case .payment:
            check(TokensError.self) {
                try UnverifiedPayment(decoding: input)
            } writesBack: {
                $0.encoded == input
            }
        case .request:
            check(TokensError.self) {
                try PaymentRequest(decoding: input)
            } writesBack: {
                $0.encoded == input
            }
        case .record: record(input)
        case .envelope: envelope(input)
        case .amount: amount(input)
        case .router: RouterEntry.run(input)
        case .settings: settings(input)
        case .eventStream: eventStream(input)
        case .gzip: gzip(input)
        case .paymentText: paymentText(input)
        case .bytewords: bytewords(input)
        case .resource: resource(input)
        case .frames: frames(input)
        case .foreignRecord: foreignRecord(input)
        case .series: series(input)
        case .readerReply: readerReply(input)
        case .unpackerReply: unpackerReply(input)
        case .pictureKind: pictureKind(input)
        case .video: video(input)
        case .handover: handover(input)
        case .documentRecord: documentRecord(input)
        case .json: json(input)
        case .statement: statement(input)
        case .bankNumber: bankNumber(input)
        case .chainText: chainText(input)
        case .phrase: phrase(input)
        case .extendedKey: extendedKey(input)
        case .typedText: typedText(input)
        case .solanaMessage: solanaMessage(input)
        case .solanaTransaction: solanaTransaction(input)
        case .solanaAccount: solanaAccount(input)
        case .solanaLink: solanaLink(input)
        case .solanaRecord: solanaRecord(input)
        case .bitcoinTransaction: bitcoinTransaction(input)
        case .bitcoinScript: bitcoinScript(input)
        case .bitcoinText: bitcoinText(input)
        case .bitcoinSignature: bitcoinSignature(input)
        case .psbt: psbt(input)
        case .bitcoinLink: bitcoinLink(input)
        case .bitcoinRecord: bitcoinRecord(input)
        case .ethereumRLP: ethereumRLP(input)
        case .ethereumABI: ethereumABI(input)
        case .ethereumTransaction: ethereumTransaction(input)
        case .typedData: typedData(input)
        case .ethereumLink: ethereumLink(input)
        case .ethereumRecord: ethereumRecord(input)
        case .chainServer: chainServer(input)
        case .picture: picture(input)
        case .bitmap: bitmap(input)
        case .modules: modules(input)
        case .bars: bars(input)
        case .expandedBits: expandedBits(input)
        case .codewords: codewords(input)
        case .archive: archive(input)
        case .drawing: drawing(input)
        case .codeText: codeText(input)
        case .cardFile: cardFile(input)
        case .cardLink: cardLink(input)
        case .pass: pass(input)
        case .cardRecord: cardRecord(input)
        case .cardText: cardText(input)
        case .uploadJournal: uploadJournal(input)
        case .fileName: fileName(input)
        case .backupPage: backupPage(input)
        case .transferHead: transferHead(input)
        case .chunkedBody: chunkedBody(input)
        case .xml: xml(input)
        case .davBody: davBody(input)
        case .davHeader: davHeader(input)
        case .serviceAnswer: serviceAnswer(input)
        case .baluReply: baluReply(input)
        case .baluCode: baluCode(input)
        case .nearbyChunk: nearbyChunk(input)
        case .nearbyMessage: nearbyMessage(input)
        case .tunnelConfiguration: tunnelConfiguration(input)
        case .tunnelDevice: tunnelDevice(input)
        case .tunnelMessage: tunnelMessage(input)
        }
    }

    /// A parser may refuse with its module's error, or accept what it would write itself; nothing else.
    func check<Value>(_ refusal: (some Error).Type, _ parse: () throws -> Value, writesBack: (Value) -> Bool) {
        do {
            let value = try parse()
            precondition(writesBack(value), "\(rawValue): what was accepted is not what would be written")
        } catch {
            precondition(type(of: error) == refusal, "\(rawValue): an error of another kind: \(error)")
        }
    }

    private func cbor(_ input: [UInt8]) {
        check(BytesError.self) {
            var reader = try CBORReader(input, maximumCount: 4096)
            var writer = CBORWriter()
            try Self.copy(&reader, &writer, depth: 0)
            try reader.finish()
            return writer.encoded
        } writesBack: {
            $0 == input
        }
    }

    private static func copy(_ reader: inout CBORReader, _ writer: inout CBORWriter, depth: Int) throws {
        guard depth < CBORReader.maximumDepth else { throw BytesError(.tooLarge, "nested too deeply") }
        switch try reader.peekMajorType() {
        case .unsigned: writer.uint(try reader.uint())
        case .bytes: writer.bytes(try reader.bytes(maximum: 4096))
        case .text: writer.text(try reader.text(maximum: 4096))
        case .array:
            let count = try reader.array(maximum: 4096)
            writer.array(count)
            for _ in 0..<count { try copy(&reader, &writer, depth: depth + 1) }
        case .simple: writer.raw(try reader.item())
        }
    }

    private func text(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        check(BytesError.self) {
            try Base45.decode(text)
        } writesBack: {
            Base45.encode($0) == text
        }
        check(BytesError.self) {
            try Base64URL.decode(text)
        } writesBack: {
            Base64URL.encode($0) == text
        }
        check(BytesError.self) {
            try Hex.decode(text)
        } writesBack: {
            Hex.encode($0) == text.lowercased()
        }
    }

    /// Every signed record; hardly any input is two of them at once.
    private func record(_ input: [UInt8]) {
        check(TokensError.self) {
            try Announcement(decoding: input)
        } writesBack: {
            $0.encoded == input
        }
        check(TokensError.self) {
            try Certificate(decoding: input)
        } writesBack: {
            $0.encoded == input
        }
        check(TokensError.self) {
            try Root(decoding: input)
        } writesBack: {
            $0.encoded == input
        }
        check(TokensError.self) {
            try Transfer(decoding: input)
        } writesBack: {
            $0.encoded == input
        }
        check(TokensError.self) {
            try Receipt(decoding: input)
        } writesBack: {
            $0.encoded == input
        }
        check(TokensError.self) {
            try Decline(decoding: input)
        } writesBack: {
            $0.encoded == input
        }
        check(TokensError.self) {
            try Redemption(decoding: input)
        } writesBack: {
            $0.encoded == input
        }
        check(TokensError.self) {
            try HubReceipt(decoding: input)
        } writesBack: {
            $0.encoded == input
        }
        check(TokensError.self) {
            try RevocationList(decoding: input)
        } writesBack: {
            $0.encoded == input
        }
        check(TokensError.self) {
            try FraudProof(decoding: input)
        } writesBack: {
            $0.encoded == input
        }
    }

    /// White space around a pasted text is forgiven, so what is written need not be what was read; but it reads the same.
    private func envelope(_ input: [UInt8]) {
        check(TokensError.self) {
            try Envelope(text: String(decoding: input, as: UTF8.self))
        } writesBack: { envelope in
            do { return try Envelope(text: envelope.text) == envelope } catch { return false }
        }
    }

    /// What was understood, printed and typed again, is the same amount.
    private func amount(_ input: [UInt8]) {
        let text = String(decoding: input.dropFirst(), as: UTF8.self)
        check(MoneyError.self) {
            let currency = try Currency(code: ["USD", "JPY", "BHD"][Int(input.first ?? 0) % 3])
            return try Amount(parsing: text, currency: currency)
        } writesBack: { amount in
            do {
                return try Amount(parsing: amount.formatted, currency: amount.currency) == amount
                    && Amount(decimalText: amount.decimalText, currency: amount.currency) == amount
            } catch { return false }
        }
    }
}
