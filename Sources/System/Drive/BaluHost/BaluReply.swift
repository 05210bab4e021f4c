// SPDX-License-Identifier: MIT
package import Bytes
package import FileModel
package import HTTP
internal import HubAPI

/// One row of a folder's list.
package struct BaluRow: Equatable, Sendable {
    package var name: FileName
    package var isFolder: Bool
    /// Of a file, in bytes.
    package var size: UInt64
    /// Milliseconds since 1970.
    package var modified: Int64?
    /// Of a file; nil when the server does not know it.
    package var content: ContentHash?
}

/// The forms that a BaluHost answers in. What answers may be a proxy, a login page or a liar: a form that is not right is
/// none.
package enum BaluReply {
    /// More rows of one folder are not believed.
    package static let maximumEntries = 100_000
    /// No disk is larger. In bytes.
    static let maximumSize = UInt64(Int64.max)
    private static let maximumDetail = 300

    /// The rows of the list of a folder.
    ///
    /// - Parameter folder: its path at the server, without a slash at either end; empty for the root.
    /// - Returns: nil for anything that is no list of this folder.
    package static func entries(in json: JSONValue, of folder: String) -> [BaluRow]? {
        guard let rows = json["files"]?.array, rows.count <= maximumEntries else { return nil }
        var entries: [BaluRow] = []
        var names: Set<FileName> = []
        for row in rows {
            guard let entry = entry(row, folder), names.insert(entry.name).inserted else { return nil }
            entries.append(entry)
        }
        return entries
    }

    private static func entry(_ row: JSONValue, _ folder: String) -> BaluRow? {
        guard let text = row["name"]?.string, let path = row["path"]?.string, let kind = row["type"]?.string,
            let size = row["size"]?.uint64, path == (folder.isEmpty ? text : "\(folder)/\(text)"),
            size <= maximumSize, kind == "file" || kind == "directory", let name = fileName(text)
        else { return nil }
        var content: ContentHash?
        if let sum = row["checksum"]?.string {
            guard let hash = ContentHash(hex: sum) else { return nil }
            content = hash
        }
        return BaluRow(
            name: name, isFolder: kind == "directory", size: size,
            modified: row["modified_at"]?.string.flatMap(BaluDate.milliseconds),
            content: kind == "file" ? content : nil)
    }

    private static func fileName(_ text: String) -> FileName? {
        do {
            return try FileName(text)
        } catch {
            // It is no name.
            return nil
        }
    }

    /// The body as JSON.
    package static func json(in response: Response) -> JSONValue? {
        do {
            return try JSONValue(parsing: response.body)
        } catch {
            // It is none.
            return nil
        }
    }

    /// What an answer of another status than expected means.
    ///
    /// - Returns: `HubProblem` when the server has refused, so that nothing has happened; ``DriveError`` otherwise.
    package static func refusal(in response: Response) -> any Error {
        guard 400..<600 ~= response.status, let json = json(in: response), let detail = detail(in: json) else {
            return response.status >= 500
                ? DriveError(
                    .busy, "A server in front of the BaluHost says status \(response.status). Try again later.")
                : liar
        }
        switch response.status {
        case 401: return HubProblem(.unauthorized, "The BaluHost says: \(detail).")
        case 403: return HubProblem(.forbidden, "The BaluHost says: \(detail).")
        case 404: return HubProblem(.notFound, "The BaluHost says: \(detail).")
        case 405: return liar
        case 413: return HubProblem(.tooLarge, "The BaluHost takes no file of this size.")
        case 429: return HubProblem(.tooManyRequests, "The BaluHost asks to wait. It is tried again in a minute.")
        case 503: return HubProblem(.busy, "The BaluHost is asleep or busy. Try again later.")
        case 507: return HubProblem(.quotaExceeded, "The BaluHost has no room left for this account.")
        case 500...:
            return DriveError(.serverFault, "The BaluHost has failed (status \(response.status)). Try again later.")
        default: return HubProblem(.badRequest, "The BaluHost says: \(detail).")
        }
    }

    /// What a refusal says, for people: a text, an object with a message, or the first of a list of wrong fields.
    private static func detail(in json: JSONValue) -> String? {
        guard let detail = json["detail"] else { return nil }
        guard let text = detail.string ?? detail["message"]?.string ?? detail[0]?["msg"]?.string else { return nil }
        let harmless = text.unicodeScalars.prefix(maximumDetail).map { $0.isHarmless ? Character($0) : " " }
        return String(harmless)
    }

    static let liar = DriveError(
        .foreignAnswer,
        "The answer is not that of a BaluHost that this program knows. It may be a login page, a proxy or another version. Nothing was changed. Check the address."
    )
}
