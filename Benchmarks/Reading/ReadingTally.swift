// SPDX-License-Identifier: MIT
import SyntheticPhotos

/// The verdicts of all readers on all photos.
struct ReadingTally {
    struct Entry {
        let subject: Subject
        let family: Setting.Family
        let verdicts: [PhotoReader: Verdict]
    }

    private var entries: [Entry] = []

    mutating func add(_ entry: Entry) { entries.append(entry) }

    /// The photos of some subjects, in one family of settings or in all.
    func of(_ subjects: [Subject], _ family: Setting.Family? = nil) -> ReadingTally {
        var tally = ReadingTally()
        tally.entries = entries.filter { subjects.contains($0.subject) && (family == nil || $0.family == family) }
        return tally
    }

    var count: Int { entries.count }

    /// Per cent of the photos read; nil when the reader was not asked.
    func percent(_ reader: PhotoReader) -> Double? {
        let verdicts = entries.compactMap { $0.verdicts[reader] }
        guard !verdicts.isEmpty else { return nil }
        return Double(verdicts.filter(\.isRead).count) * 100 / Double(verdicts.count)
    }

    func wrong(_ reader: PhotoReader) -> Int { entries.filter { $0.verdicts[reader]?.isWrong == true }.count }

    func died(_ reader: PhotoReader) -> Int { entries.filter { $0.verdicts[reader]?.hasDied == true }.count }

    func wasAsked(_ reader: PhotoReader) -> Bool { entries.contains { $0.verdicts[reader] != nil } }

    /// The times of the photos that a reader read, or of those that it did not.
    func times(_ reader: PhotoReader, read: Bool) -> Samples {
        var samples = Samples()
        for entry in entries {
            guard let verdict = entry.verdicts[reader], verdict.isRead == read, !verdict.hasDied else { continue }
            samples.add(verdict.nanoseconds)
        }
        return samples
    }
}
