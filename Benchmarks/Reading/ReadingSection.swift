// SPDX-License-Identifier: MIT
import Codes
import SyntheticPhotos

/// How many synthetic photos our readers read, and how fast, beside others' readers on the very same pixels.
///
/// The readers take turns at every photo, one at a time, and processor time is compared. The seed is not the one that the readers were made with.
enum ReadingSection {
    private static let seed: UInt64 = 1_117
    private static let bars: [Subject] = [.code128, .ean13]
    private static let otherBars: [Subject] = [.ean8, .upcA, .upcE, .code39, .code93, .itf, .codabar]
    private static let others: [Subject] = [.pdf417, .aztec37, .dataMatrix32]
    /// Points of the percentage that we want to be ahead.
    private static let lead = 8.0

    static func run(_ options: Options) throws -> [Finding] {
        let tally = try measure(options)
        return overall(tally) + families("QR", Subject.qr, tally) + families("bars", bars, tally)
            + kinds(tally) + times(tally.of(Subject.qr + bars))
    }

    private static func measure(_ options: Options) throws -> ReadingTally {
        var peers: [PhotoReader: PeerReader] = [:]
        for reader in PhotoReader.peers { peers[reader] = try reader.start() }
        let program = try CodeReader(executable: ChildProcess.sibling("satchel-reader")).session()
        let gallery = Gallery(seed: seed)
        var tally = ReadingTally()
        let numbers = 0..<options.repetitions(4, quick: 1)
        for (subjects, numbers) in [(Subject.nine, numbers), (otherBars + Subject.dataBars, 0..<1)] {
            for shot in gallery.shots(of: subjects, numbers: numbers) {
                var verdicts: [PhotoReader: Verdict] = [:]
                for reader in PhotoReader.allCases {
                    verdicts[reader] = try reader.verdict(on: shot, peer: peers[reader], program: program)
                }
                tally.add(.init(subject: shot.subject, family: shot.setting.family, verdicts: verdicts))
            }
        }
        return tally
    }

    private static func overall(_ tally: ReadingTally) -> [Finding] {
        let both = tally.of(Subject.qr + bars)
        let what = "QR and bars read, of \(Text.count(both.count)) photos"
        let ours = both.percent(.frame) ?? 0
        var findings: [Finding] = []
        if let peer = both.percent(.zxing) {
            findings.append(
                Finding(
                    .reading, what, shares(both), target: ">= zxing-cpp + \(Int(lead)) points",
                    ratio: ours / (peer + lead)))
        } else {
            findings.append(Finding(.reading, what, shares(both)))
        }
        let all = tally.of(Subject.allCases)
        let wrong = all.wrong(.frame) + all.wrong(.photo) + all.wrong(.program)
        let counts = PhotoReader.peers.filter(all.wasAsked).map { reader in
            let died = all.died(reader)
            return "\(reader.name) \(all.wrong(reader))" + (died > 0 ? " (and died \(died) times)" : "")
        }
        findings.append(
            Finding(
                .reading, "photos with a wrong text", (["\(wrong)"] + counts).joined(separator: ", "), target: "0",
                ratio: wrong == 0 ? 1 : 0))
        return findings
    }

    /// A row for each family of settings, in which we want to read no less than the best peer.
    private static func families(_ name: String, _ subjects: [Subject], _ tally: ReadingTally) -> [Finding] {
        Setting.Family.allCases.map { family in
            let part = tally.of(subjects, family)
            let what = "\(name): \(family.rawValue)"
            guard let ours = part.percent(.frame), let peer = part.percent(.zxing) else {
                return Finding(.reading, what, shares(part))
            }
            return Finding(
                .reading, what, shares(part), target: ">= zxing-cpp", ratio: peer > 0 ? ours / peer : 1)
        }
    }

    private static func kinds(_ tally: ReadingTally) -> [Finding] {
        var findings = (Subject.qr + bars).map { Finding(.reading, $0.rawValue, shares(tally.of([$0]))) }
        findings.append(Finding(.reading, "seven other kinds of bars", shares(tally.of(otherBars))))
        findings += Subject.dataBars.map { dataBar($0, tally.of([$0])) }
        findings += others.map { Finding(.reading, $0.rawValue, shares(tally.of([$0]))) }
        return findings
    }

    /// Of every kind of DataBar we want to read no less than the best peer.
    private static func dataBar(_ subject: Subject, _ part: ReadingTally) -> Finding {
        guard let ours = part.percent(.frame), let peer = part.percent(.zxing) else {
            return Finding(.reading, subject.rawValue, shares(part))
        }
        return Finding(
            .reading, subject.rawValue, shares(part), target: ">= zxing-cpp", ratio: peer > 0 ? ours / peer : 1)
    }

    private static func times(_ tally: ReadingTally) -> [Finding] {
        let read = tally.times(.frame, read: true).median
        let missed = tally.times(.frame, read: false).percentile(95)
        let what = ["a photo that is read, half within", "a photo that is not, 95 of 100 within"]
        guard tally.wasAsked(.zxing) else {
            return zip(what, [read, missed]).map { Finding(.reading, $0, Text.duration($1)) }
        }
        let peerRead = tally.times(.zxing, read: true).median
        let peerMissed = tally.times(.zxing, read: false).percentile(95)
        return [
            Finding(
                .reading, what[0], durations(tally, read: true, of: 50), target: "<= 1.0 of zxing-cpp",
                ratio: Double(peerRead) / Double(max(1, read))),
            Finding(
                .reading, what[1], durations(tally, read: false, of: 95), target: "<= 0.2 of zxing-cpp",
                ratio: 0.2 * Double(peerMissed) / Double(max(1, missed))),
            Finding(.reading, "a photo that is read, 95 of 100 within", durations(tally, read: true, of: 95)),
            Finding(.reading, "a photo that is not, half within", durations(tally, read: false, of: 50)),
        ]
    }

    private static func durations(_ tally: ReadingTally, read: Bool, of percent: Int) -> String {
        PhotoReader.allCases.filter(tally.wasAsked).map { reader in
            let time = Text.duration(tally.times(reader, read: read).percentile(percent))
            return reader == .frame ? time : "\(reader.name) \(time)"
        }.joined(separator: ", ")
    }

    /// `81 %, ours, all effort 83, zxing-cpp 72, …`
    private static func shares(_ tally: ReadingTally) -> String {
        PhotoReader.allCases.filter { $0 != .zxingFast }.compactMap { reader in
            guard let percent = tally.percent(reader) else { return nil }
            let share = "\(Int(percent.rounded()))"
            return reader == .frame ? "\(share) %" : "\(reader.name) \(share)"
        }.joined(separator: ", ")
    }
}
