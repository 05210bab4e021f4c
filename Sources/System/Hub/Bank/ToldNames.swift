// SPDX-License-Identifier: MIT
import Banking
import Money

/// Which movements the statements of one file tell of, so that two of them that look alike are known to be two.
///
/// Each statement knows its own, and pages of one statement those of each other. Where a file holds a page twice, or pages that do
/// not say which they are, nobody can say whether they go on or begin anew: there each knows its own alone.
struct ToldNames {
    private let names: [Set<[UInt8]>]
    /// For each statement, which of these are here.
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
            let own = Set(statement.transactions.map { KnownMovements.hash($0.id) })
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

    /// A statement that is told in pages.
    private struct Paged: Hashable {
        let account: String
        let source: String

        init(_ page: BankStatement) { (account, source) = (page.account.text, page.source) }
    }

    /// What is here for the statement of that number, as ``KnownMovements/hash(_:)`` of each movement's name.
    subscript(statement: Int) -> Set<[UInt8]> { names[places[statement]] }
}
