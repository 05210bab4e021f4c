// SPDX-License-Identifier: MIT

/// What the command line asked for.
struct Options {
    var sections: [Section] = []
    /// Fewer repetitions: a look, not a result to quote.
    var isQuick = false
    /// Also what takes minutes: a million accounts for a minute.
    var isLong = false
    var wantsJSON = false
    var wantsHelp = false

    static let usage = """
        Usage: satchel-bench [--quick | --long] [--json] [section ...]

        Prints one table of what was measured in this run against its target. Sections, all by default:
        \(Section.allCases.map { "  \($0.rawValue): \($0.summary)" }.joined(separator: "\n"))

          --quick  fewer repetitions: a look, not a result to quote
          --long   also what takes minutes: transfers between a million accounts for a minute
          --json   print JSON for scripts
          --help   show this
        """

    /// - Throws: ``BenchError`` with `.usage`.
    init(_ arguments: [String]) throws {
        for argument in arguments {
            switch argument {
            case "--quick": isQuick = true
            case "--long": isLong = true
            case "--json": wantsJSON = true
            case "--help", "-h": wantsHelp = true
            default:
                guard let section = Section(rawValue: argument) else {
                    throw BenchError(.usage, "There is no section or option '\(argument)'. See --help.")
                }
                sections.append(section)
            }
        }
        if sections.isEmpty { sections = Section.allCases }
    }

    /// How often to repeat something.
    func repetitions(_ full: Int, quick: Int) -> Int { isQuick ? quick : full }
}
