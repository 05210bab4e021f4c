// SPDX-License-Identifier: MIT
import Bytes
import Hub
import HubStorage
import PostgreSQL
import Terminal

extension Command {
    static let migrate = Command(
        "migrate", "Move the database of a hub from its file to a PostgreSQL server.",
        discussion: """
            Stop the hub first. The command copies all rows in one transaction, compares the number of rows and a \
            hash of every table, and audits the copy. Only then does the hub use the server, and the old file is \
            renamed to hub.sqlite.moved. An interrupted migration changes nothing: run it again.
            """,
        options: [.to, .readDatabase],
        examples: [
            .init("satchel-hub migrate --to postgresql:///satchel", "Move the database to this machine's server.")
        ]
    ) { invocation in
        let directory = HubDirectory(try invocation.required(.directory))
        let address = try invocation.required(.to) { try DatabaseAddress($0) }
        let reading = try invocation.value(.readDatabase) { try DatabaseAddress($0) }
        let move = DatabaseMove(of: directory, to: .server(address, reading: reading)) { invocation.console.note($0) }
        let report = try move.run()
        if invocation.wantsJSON {
            invocation.console.print([
                "tables": .number(Int64(report.tables)), "rows": .number(Int64(report.rows)),
                "digest": .string(report.digest), "oldBooks": .string(report.oldDatabase),
            ])
        } else {
            invocation.console.print(
                """
                Moved \(report.rows) rows of \(report.tables) tables to the \(address). All tables are identical, and the audit passed.
                Hash of all rows: \(report.digest)
                The old database is kept as \(report.oldDatabase).
                """)
        }
    }
}

extension Option {
    static let to = Option(
        "to", value: "address", "Empty database on the server: postgresql://user@host/name.",
        environment: "SATCHEL_HUB_DATABASE")
}
