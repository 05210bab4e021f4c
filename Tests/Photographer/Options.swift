// SPDX-License-Identifier: MIT
import Scanner
import SyntheticPhotos
import TestSupport

/// What the command line asked for.
struct Options {
    enum Task {
        case help, list, read, stream
        case mutated(String)
        case write(String)
    }

    struct Order {
        let subject: Subject
        let setting: Setting
        let number: Int
        var name: String { "\(setting.name), \(subject.rawValue), \(number)" }
    }

    var task = Task.help
    var seed: UInt64 = 1
    var subjects = Subject.nine
    var settings = Setting.all
    var numbers = 0..<4
    var effort = Scan.Effort.frame
    /// A row for each setting, not for each family alone.
    var isDetailed = false
    /// A line for each photo.
    var isVerbose = false
    /// Search for the symbology of the photo alone.
    var onlyItsKind = false

    static let usage = """
        Usage: satchel-photos TASK [--of QR,EAN-13,...] [--in noise,tilt,...] [--numbers 4] [--seed 1]

          read          the share that our Scanner reads, by setting and subject, with times and wrong reads
          list          the names of the photos
          write FOLDER  each as a PGM file
          mutated FOLDER  the mutated frames of these numbers as PGM files, with what a test would say;
                        of more than a hundred only those with a wrong text
          stream        each to standard output: a line `width height subject|setting|number|symbology|hex of the bytes`,
                        then its grey bytes

          --of       subjects by the beginning of their names: \(Subject.allCases.map(\.rawValue).joined(separator: ", "));
                     `nine` (all by default), `linear`, `databar`
          --in       settings by the beginning of their names: \(Setting.Family.allCases.map(\.rawValue).joined(separator: ", "));
                     `all` of a camera (by default), `flat` for screens, crops and odd prints of bars
          --numbers  photos of each subject in each setting: 4, or a range as 4-7
          --photo    read with all effort instead of that for a frame
          --own      search for each photo's own symbology alone
          --detail   a row for each setting; --verbose: a line for each photo, with
                     its microseconds
        """

    /// - Throws: ``UnexpectedResult`` about a word that is not understood.
    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let word = rest.popFirst() {
            switch word {
            case "read": task = .read
            case "--photo": effort = .photo
            case "--own": onlyItsKind = true
            case "--detail": isDetailed = true
            case "--verbose": isVerbose = true
            case "list": task = .list
            case "stream": task = .stream
            case "mutated": task = .mutated(try Options.value(of: word, &rest))
            case "write": task = .write(try Options.value(of: word, &rest))
            case "--help": task = .help
            case "--of": subjects = try Options.subjects(Options.value(of: word, &rest))
            case "--in": settings = try Options.settings(Options.value(of: word, &rest))
            case "--seed": seed = UInt64(try Options.number(Options.value(of: word, &rest)))
            case "--numbers":
                let bounds = try Options.value(of: word, &rest).split(separator: "-").map {
                    try Options.number(String($0))
                }
                numbers = bounds.count == 2 ? bounds[0]..<bounds[1] + 1 : 0..<bounds[0]
            default: throw UnexpectedResult("'\(word)' is not understood. See --help.")
            }
        }
    }

    /// The photos in the order in which they are taken.
    var orders: [Order] {
        subjects.flatMap { subject in
            settings.filter { $0.applies(to: subject) }.flatMap { setting in
                numbers.map { Order(subject: subject, setting: setting, number: $0) }
            }
        }
    }

    private static func value(of word: String, _ rest: inout ArraySlice<String>) throws -> String {
        guard let value = rest.popFirst() else { throw UnexpectedResult("\(word) needs a value. See --help.") }
        return value
    }

    private static func number(_ text: String) throws -> Int {
        guard let number = Int(text), number >= 0 else { throw UnexpectedResult("'\(text)' is no number. See --help.") }
        return number
    }

    private static func subjects(_ text: String) throws -> [Subject] {
        try text.split(separator: ",").flatMap { word in
            let found =
                word == "nine"
                ? Subject.nine
                : word == "linear"
                    ? Subject.linear
                    : word == "databar"
                        ? Subject.dataBars
                        : Subject.allCases.filter { $0.rawValue.lowercased().hasPrefix(word.lowercased()) }
            guard !found.isEmpty else { throw UnexpectedResult("There is no subject '\(word)'. See --help.") }
            return found
        }
    }

    private static func settings(_ text: String) throws -> [Setting] {
        try text.split(separator: ",").flatMap { word in
            let found =
                word == "all"
                ? Setting.all
                : word == "flat" ? Setting.flat : (Setting.all + Setting.flat).filter { $0.name.hasPrefix(word) }
            guard !found.isEmpty else { throw UnexpectedResult("There is no setting '\(word)'. See --help.") }
            return found
        }
    }
}
