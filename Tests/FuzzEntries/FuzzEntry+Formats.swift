// SPDX-License-Identifier: MIT
import Archives
import Bytes
import Cards

/// Files of cards of other programs. What is taken from any of them can be written as JSON and is read again the same.
extension FuzzEntry {
    func archive(_ input: [UInt8]) {
        let limits = ArchiveLimits(archiveBytes: 4096, entries: 8, entryBytes: 10_000, totalBytes: 20_000)
        check(ArchivesError.self) {
            try Archive.read(input, limits: limits)
        } writesBack: { entries in
            do {
                return try entries.allSatisfy {
                    !$0.name.isEmpty && !$0.place.contains("..") && $0.bytes.count <= 10_000
                }
                    && Archive.read(Archive.write(entries)) == entries
                    && Archive.places(in: input) == entries.map(\.place)
            } catch { return false }
        }
    }

    func cardFile(_ input: [UInt8]) {
        take { try JSONFormat.parse(input) }
        take { try CatimaFormat.parse(list: input) }
        take { try VoucherVaultFormat.parse(input) }
        take { try FidmeFormat.parse([FileEntry("loyalty_programs.csv", input)]) }
    }

    func cardLink(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        take { try CatimaLink.parse(text) }
        take { try GoogleWalletLink.parse(text) }
        take { try GoogleWalletLink.parse("https://pay.google.com/gp/v/save/e30.\(Base64URL.encode(input)).e30") }
    }

    /// The input is the description of a pass, and its translations at once.
    func pass(_ input: [UInt8]) {
        let files = [FileEntry("pass.json", input), FileEntry(place: ["en.lproj", "pass.strings"], bytes: input)]
        take { try PassFormat.parse(files, original: input, language: "en") }
        take { try EspassFormat.parse([FileEntry("main.json", input), FileEntry("icon.png", input)]) }
        take {
            try StocardFormat.parse([FileEntry(place: ["loyalty-cards", "c", "content.json"], bytes: input)])
        }
        if let places = PassPlaces(files, language: "en"), let home = GeoPoint(latitude: 0, longitude: 0) {
            let nearest = places.nearest(to: home)?.metres
            precondition(0...20_015_115 ~= nearest ?? -1, "pass: a place that is not on the Earth")
        }
        if let service = PassService(files) {
            precondition(
                (service.url + service.authorization).utf8.allSatisfy { 0x20...0x7E ~= $0 },
                "pass: a request to \(service.host) that cannot be sent")
        }
        let seal = PassSeal([
            FileEntry("pass.json", []), FileEntry("manifest.json", input), FileEntry("signature", input),
        ])
        precondition(seal == .changed || seal == .broken, "pass: \(input.count) bytes seal themselves")
        let whole = PassSeal([
            FileEntry("pass.json", []), FileEntry("signature", input),
            FileEntry("manifest.json", Array(#"{"pass.json":"da39a3ee5e6b4b0d3255bfef95601890afd80709"}"#.utf8)),
        ])
        precondition(whole == .broken, "pass: \(input.count) bytes are a signature")
    }

    private func take(_ parse: () throws -> CardImport) {
        check(CardsError.self, parse) { read in
            guard !read.bundle.cards.isEmpty else { return true }
            precondition(read.positions.count == read.bundle.cards.count, "\(rawValue): a card without a position")
            guard let now = Moment(milliseconds: 0) else { return false }
            do {
                // Imported cards are written without being read back, because they were checked.
                for card in read.bundle.cards {
                    var writer = CBORWriter()
                    card.write(to: &writer)
                    var row = try CBORReader(writer.encoded, maximumCount: 1 << 20)
                    guard try Card(from: &row) == card else { return false }
                }
                let again = try JSONFormat.parse(try JSONFormat.print(read.bundle, at: now).content)
                let used = Set(read.bundle.cards.flatMap(\.files))
                return again.problems.isEmpty && again.bundle.cards == read.bundle.cards
                    && again.bundle.files == read.bundle.files.filter { used.contains($0.key) }
            } catch { return false }
        }
    }

    static var archiveSeeds: [[UInt8]] {
        let entries = [
            ArchiveEntry("catima.csv", Array("2\r\n".utf8)),
            ArchiveEntry(place: ["de.lproj", "pass.strings"], bytes: [UInt8](repeating: 7, count: 900)),
        ]
        do {
            return try [
                Archive.write(entries), Archive.write(Array(entries.prefix(1))), Archive.write([]),
                Archive.write(entries, password: SecretBytes([1])),
            ]
        } catch {
            preconditionFailure("No archive can be written: \(error)")
        }
    }

    static let cardFileSeeds = [
        ##"{"cards":[{"cardNumber":"4006381333931","storeName":"A\/B","holderName":null,"useQRCode":true,"colorHex":"#FF0000","createdAt":"2026-01-15T10:30:00.5+01:00","photoDataBase64":["\/9j\/4A=="],"photoRoles":["back"]},{"storeName":"C"}],"version":1}"##,
        #"{"cards":[{"id":"2f0c7dc4-1f2e-4c0b-9a5e-0123456789ab","cardNumber":"1","storeName":"A","codes":[{"symbology":"qr","barcodeBase64":"QQ==","eci":26,"correction":"qr-2","caption":"x"},{"symbology":"ean13","barcodeBase64":"NDAwNjM4MTMzMzkzMQ=="}],"balance":"1.50","balanceCurrency":"EUR","groups":["g"],"created":null,"passBase64":"AAAA","starred":true}]}"#,
        "2\r\n\r\n_id\r\nHealth\r\n\r\n_id,store,note,validfrom,expiry,balance,balancetype,cardid,barcodeid,barcodetype,barcodeencoding,headercolor,starstatus,lastused,archive\r\n1,A,\"n\r\n\r\nHolder: x\",1,2,1E+2,USD,1234,5432,QR_CODE,UTF-8,-45147,1,9,0\r\n\r\ncardId,groupId\r\n1,Health\r\n",
        "_id,store,note,cardid,barcodetype\n1,\"A,\"\"b\",,4006381333931,EAN_13\n",
        #"[{"uuid":"x","description":"A","code":"4006381333931","codeType":"EAN13","expires":"2026-12-31T00:00:00.000","balanceMilliunits":12500,"color":"RED"}]"#,
        "Retailer;Program;Added At;Reference;Firstname;Lastname\r\nA;P;2021-03-04 10:20:30 UTC;1;Jo;Do\r\n",
    ]

    static let cardLinkSeeds = [
        "https://catima.app/share#store%3DA%2520b%26note%3D%26cardid%3D1%252B2%26barcodetype%3DQR_CODE%26balance%3D1%26expiry%3D5",
        "https://brarcher.github.io/loyalty-card-locker/share?store=A%20b&note=&cardid=1%2B2&barcodetype=CODE_39&headercolor=-1",
        "https://pay.google.com/gp/v/save/e30.eyJwYXlsb2FkIjp7ImxveWFsdHlPYmplY3RzIjpbeyJjbGFzc0lkIjoiYyIsImFjY291bnRJZCI6IjcifV19fQ.e30",
        #"{"payload":{"loyaltyClasses":[{"id":"c","programName":"Club"}],"loyaltyObjects":[{"classId":"c","accountId":"7","barcode":{"type":"qrCode","value":"Q","alternateText":"7"}}]}}"#,
    ]

    static let passSeeds = [
        #"{"serialNumber":7,"passTypeIdentifier":"p","webServiceURL":"https://shop.example:8443/a.php?","authenticationToken":"0123456789abcdef","maxDistance":500,"locations":[{"latitude":-48.2,"longitude":16.4,"relevantText":"bal"}]}"#,
        #"{"organizationName":"A","serialNumber":7,"passTypeIdentifier":"p","expirationDate":"2027-06-30","backgroundColor":"rgb(1,2,3)","storeCard":{"primaryFields":[{"key":"balance","label":"bal","value":21.75,"currencyCode":"EUR"}],"backFields":[{"key":"name","value":"Jo",},],},"barcodes":[{"format":"PKBarcodeFormatAztec","message":"ü","messageEncoding":"iso-8859-1","altText":"1"}],}"#,
        "\u{FEFF}{\"organizationName\":\"A\",\"description\":\"bal\",\"barcode\":{\"format\":\"PKBarcodeFormatCode128\",\"message\":\"é€\"}}",
        "/* c */ \"bal\" = \"Guthaben\\u00df\\n\";\n// x\n\"b\" = \"c\";",
        ##"{"id":"x","description":"A","accentColor":"#FF123456","barCode":{"format":"PDF_417","message":"M"},"fields":[{"label":"Row","value":"7"}],"validTimespans":[{"to":"2026-01-02"}]}"##,
        #"{"input_id":"123","input_provider_name":"Shop","input_barcode_format":"GS1_128","label":"x"}"#,
        #"{"pass.json":"da39a3ee5e6b4b0d3255bfef95601890afd80709"}"#,
    ]
}
