// SPDX-License-Identifier: MIT
import Banking
import Money

/// The names of the movements that the statements of one file contain, so that two movements that look the same count
/// as two.
///
/// A statement shares its set with the other pages of the same statement. If a file contains a page twice, or pages
/// without a page number, it is unclear whether they continue a statement or begin a new one. Then each has only its
/// own set.
struct SeenReferences {
    private let names: [Set<[UInt8]>]
    /// For each statement, the index of its set.
    private let places: [Int]

    init(_ statements: [BankStatement]) {
        var names: [Set<[UInt8]>] = []
        var places: [Int] = []
        var pages: [Paged: [String: BankStatement]] = [:]
        var shared: [Paged: Int] = [:]
        let unclear = Set(
            statements.compactMap { statement -> Paged? in
                guard let page = statement.page else { return nil }
                let before = pages[Paged(statement), default: [:]].updateValue(statement, forKey: page)
                return before == nil || before == statement ? nil : Paged(statement)
            })
        for statement in statements {
            let own = Set(statement.transactions.map { StatementDeduplicator.hash($0.id) })
            let paged = statement.page == nil || unclear.contains(Paged(statement)) ? nil : Paged(statement)
            if let place = paged.flatMap({ shared[$0] }) {
                names[place].formUnion(own)
                places.append(place)
            } else {
                if let paged { shared[paged] = names.count }
                places.append(names.count)
                names.append(own)
            }
        }
        (self.names, self.places) = (names, places)
    }

    /// Identifies a statement that is split into pages.
    private struct Paged: Hashable {
        let account: String
        let source: String

        init(_ page: BankStatement) { (account, source) = (page.account.text, page.source) }
    }

    /// The set of a statement by its index: ``StatementDeduplicator/hash(_:)`` of each movement's name.
    subscript(statement: Int) -> Set<[UInt8]> { names[places[statement]] }
}
