// SPDX-License-Identifier: MIT
import Bytes
import Codes

/// What a camera reads.
extension FuzzEntry {
    func bytewords(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        for style in Bytewords.Style.allCases {
            check(CodesError.self) {
                try Bytewords.decode(text, style: style)
            } writesBack: {
                Bytewords.encode($0, style: style) == text.lowercased()
            }
        }
    }

    func resource(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        check(CodesError.self) {
            try ResourceFrame(parsing: text)
        } writesBack: {
            $0.text == text.lowercased()
        }
        check(CodesError.self) {
            try FountainPart(cbor: input)
        } writesBack: {
            $0.cbor == input
        }
    }

    /// A line is a frame; one that is refused changes nothing, and progress is a share.
    func frames(_ input: [UInt8]) {
        var receiver = ResourceReceiver()
        for line in String(decoding: input, as: UTF8.self).split(separator: "\n") {
            let before = receiver.progress
            do {
                _ = try receiver.receive(String(line))
                precondition(0...1 ~= receiver.progress, "frames: the progress is \(receiver.progress)")
            } catch {
                precondition(receiver.progress == before, "frames: a refused frame changed the progress")
            }
        }
    }

    func foreignRecord(_ input: [UInt8]) {
        check(BytesError.self) {
            try CBORValue(parsing: input, maximumCount: 4096)
        } writesBack: {
            $0.encoded == input
        }
    }

    /// A line is a code of a series, perhaps packed.
    func series(_ input: [UInt8]) {
        var receiver = BBQrReceiver()
        for line in String(decoding: input, as: UTF8.self).split(separator: "\n") {
            check(CodesError.self) {
                try receiver.receive(String(line))
            } writesBack: { _ in
                0...1 ~= receiver.progress
            }
        }
    }

    static let seriesSeeds = [
        "B$ZU0100JNGEUTQEEOC6JRHCBQCJCSFCHAAA", "B$HB0200636F696E20616E6420\nB$HB0201636F696E20616E64",
        "B$ZB0100FMUE4KXZZ7EPB5ZXEMJQGAYDGMX3P2G34WEVGEZDKJOAWTY3UVDYVHOTXTTXMVHLW2YH3QYEVWNOUGYMEDYB6CH4RM3BJKU2MVLS37ZQH5R5SB4527A5C6N3LP65EZZPNZZWU2FK372BFLVQ7RV2SYTDILLOJCBZ5PGVSGCC2Q3P2W5I6GTXMW6MHMT533MNPN3IVQYVOLXVCXOABDRERFVNCS4RTMNHQP47XVZF3MOL5WN26JHZGOA7VYQNTMIGLHC3J6MPIUW3TWUWKVD7LPKPGBZV4WS6EV6BSVMFYEBOXZR5PMZQLTJ6LPLD5WBY4P67O45PV6QKVOBO67JHT4UU6SLRGHZFO6KVZ5KZV3BBFLUNVJRGDVOG5PZ2NFU6MZNNW7TFCUAA",
    ]

    /// Well-formed inputs to start from.
    var codeSeeds: [[UInt8]] {
        let record = CBORValue.record([1: .bytes([1, 2, 3]), 2: .tagged(304, .array([.negative(4), .null]))]).encoded
        guard self != .foreignRecord else { return [record] }
        do {
            let resource = try UniformResource(type: "psbt", cbor: record)
            var sender = try ResourceSender(
                UniformResource(type: "psbt", cbor: (0..<60).map { UInt8($0) }), maximumFragmentBytes: 20)
            let frames = (0..<7).map { _ in sender.next().text }
            let texts =
                switch self {
                case .bytewords: Bytewords.Style.allCases.map { Bytewords.encode(record, style: $0) }
                case .resource: [resource.text, frames[0], frames[5]]
                default: [frames.joined(separator: "\n"), resource.codeText + "\n" + frames[6]]
                }
            return texts.map { Array($0.utf8) }
        } catch {
            preconditionFailure("The seeds of \(rawValue) cannot be made: \(error)")
        }
    }
}
