// SPDX-License-Identifier: MIT
internal import FileModel
internal import SQL
internal import WebDAV

/// The rows of properties that WebDAV clients have set.
struct PropertyTable {
    let database: any SQLConnection

    func properties(of item: Int64) throws -> [DeadProperty] {
        try database.rows(
            "SELECT namespace, name, value FROM file_property WHERE item = ? ORDER BY namespace, name",
            [.integer(item)]
        ).map(Self.property)
    }

    /// Of the live items of a folder whose names are in a range.
    func properties(in folder: Int64, _ names: ClosedRange<FileName>) throws -> [Int64: [DeadProperty]] {
        let rows = try database.rows(
            """
            SELECT p.namespace, p.name, p.value, p.item FROM item i JOIN file_property p ON p.item = i.id
            WHERE i.parent = ? AND i.state = 0 AND i.name >= ? AND i.name <= ? ORDER BY p.item, p.namespace, p.name
            """, [.integer(folder), .blob(names.lowerBound.bytes), .blob(names.upperBound.bytes)])
        return try rows.reduce(into: [:]) { found, row in
            found[try row.int(3), default: []].append(try Self.property(row))
        }
    }

    private static func property(_ row: Row) throws -> DeadProperty {
        DeadProperty(PropertyName(try row.text(0), try row.text(1)), value: try row.text(2))
    }

    /// Changes the properties of an item in turn.
    ///
    /// - Throws: `DAVRefusal` with `.noRoom`; the caller's transaction undoes what was done.
    func change(_ changes: [PropertyChange], of item: Int64) throws {
        for change in changes {
            switch change {
            case .set(let name, let value):
                try database.run(
                    """
                    INSERT INTO file_property (item, namespace, name, value) VALUES (?, ?, ?, ?)
                    ON CONFLICT (item, namespace, name) DO UPDATE SET value = excluded.value
                    """, [.integer(item), .text(name.namespace), .text(name.name), .text(value)])
            case .remove(let name):
                try database.run(
                    "DELETE FROM file_property WHERE item = ? AND namespace = ? AND name = ?",
                    [.integer(item), .text(name.namespace), .text(name.name)])
            }
        }
        let all = try properties(of: item)
        let bytes = all.reduce(0) { $0 + $1.name.namespace.utf8.count + $1.name.name.utf8.count + $1.value.utf8.count }
        guard all.count <= DAVEntry.maximumProperties, bytes <= DAVEntry.maximumPropertyBytes else {
            throw DAVRefusal(
                .noRoom,
                "An item has at most \(DAVEntry.maximumProperties) properties of \(DAVEntry.maximumPropertyBytes) bytes in all."
            )
        }
    }

    /// Gives an item the properties of another one, and no others.
    func copy(from source: Int64, to item: Int64) throws {
        try removeAll(of: item)
        try database.run(
            """
            INSERT INTO file_property (item, namespace, name, value)
            SELECT ?, namespace, name, value FROM file_property WHERE item = ?
            """, [.integer(item), .integer(source)])
    }

    func removeAll(of item: Int64) throws {
        try database.run("DELETE FROM file_property WHERE item = ?", [.integer(item)])
    }
}
