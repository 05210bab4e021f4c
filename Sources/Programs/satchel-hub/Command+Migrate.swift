// SPDX-License-Identifier: MIT
import Hub
import PostgreSQL
import Terminal

extension Command {
    static let migrate = Command(
        "migrate", "Move the books of a hub from its file to a PostgreSQL server.",
        discussion: """
            Stop the hub first. All rows are copied in one transaction; then the number of rows and a hash of every table are \
            compared, and the whole audit runs on the copy. Only after that does the hub work with the server, and the old file \
            is renamed to hub.sqlite.moved. Interrupted before, nothing has changed: run it again.
            """,
        options: [.to, .readDatabase],
        examples: [
            .init("satchel-hub migrate --to postgresql:///satchel", "Move them to this machine's server.")
        ]
    ) { invocation in
        let directory = HubDirectory(try invocation.required(.directory))
        let address = try invocation.required(.to) { try ServerAddress($0) }
        let reading = try invocation.value(.readDatabase) { try ServerAddress($0) }
        let move = BooksMove(of: directory, to: .server(address, reading: reading)) { invocation.console.note($0) }
        let report = try move.run()
        if invocation.wantsJSON {
            invocation.console.print([
                "tables": .integer(Int64(report.tables)), "rows": .integer(Int64(report.rows)),
                "digest": .text(report.digest), "oldBooks": .text(report.oldBooks),
            ])
        } else {
            invocation.console.print(
                """
                Moved \(report.rows) rows of \(report.tables) tables to the \(address); every table is the same and the books are sound.
                hash of all rows: \(report.digest)
                The old books are kept as \(report.oldBooks).
                """)
        }
    }
}

extension Option {
    static let to = Option(
        "to", value: "address", "The server's database, empty: postgresql://user@host/name.",
        environment: "SATCHEL_HUB_DATABASE")
}
