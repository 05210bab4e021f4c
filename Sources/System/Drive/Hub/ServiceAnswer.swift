// SPDX-License-Identifier: MIT
internal import Bytes
package import FileModel
package import HTTP
package import HubAPI

/// The forms that a file service answers in. Documentation/Protocols/Files.md
///
/// Whatever answers may be a proxy, a login page or a liar: a form that is not exactly right is none.
package enum ServiceAnswer {
    /// Where a new upload is: `Location: /v1/uploads/<id>`.
    package static func upload(in headers: Headers) -> UploadID? {
        guard let place = single("Location", in: headers), place.hasPrefix(uploads) else { return nil }
        return UploadID(String(place.dropFirst(uploads.count)))
    }

    /// `Upload-Offset` and `Upload-Complete`.
    package static func progress(in headers: Headers) -> UploadProgress? {
        guard let offset = single("Upload-Offset", in: headers).flatMap(count),
            let isComplete = single("Upload-Complete", in: headers).flatMap(boolean)
        else { return nil }
        return UploadProgress(offset: offset, isComplete: isComplete)
    }

    /// `Content-Range: bytes <first>-<last>/<size>`. RFC 9110, section 14.4
    package static func range(in headers: Headers) -> (range: Range<UInt64>, size: UInt64)? {
        guard let text = single("Content-Range", in: headers), text.hasPrefix("bytes ") else { return nil }
        let parts = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let size = count(parts[1]) else { return nil }
        let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false).map { count($0) }
        guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last, last < size else { return nil }
        return (first..<last + 1, size)
    }

    /// The content that a file has: `ETag: "c-<SHA-256>"`.
    package static func content(in headers: Headers) -> ContentHash? {
        single("ETag", in: headers).flatMap { ContentHash(entityTag: $0) }
    }

    /// A refusal in `application/problem+json` (RFC 9457); nil when no file service has written it.
    package static func problem(in response: Response) -> HubProblem? {
        guard (400..<600).contains(response.status),
            single("Content-Type", in: response.headers)?.lowercased().hasPrefix("application/problem+json") == true
        else { return nil }
        do {
            let json = try JSONValue(parsing: response.body)
            guard let code = json["code"]?.string, let detail = json["detail"]?.string, detail.utf8.count <= 1_024
            else { return nil }
            return HubProblem(known(code, response.status), detail)
        } catch {
            // It is no JSON, so no refusal.
            return nil
        }
    }

    /// The codes that only a file service has stand for their kind, and those of the hub for themselves.
    private static func known(_ code: String, _ status: Int) -> HubProblem.Code {
        if let known = HubProblem.Code(rawValue: code) { return known }
        switch status {
        case 401: return .unauthorized
        case 403: return .forbidden
        case 404, 410: return .notFound
        case 413: return .tooLarge
        case 507: return .storageFull
        case 500...: return .busy
        default: return .badRequest
        }
    }

    private static let uploads = "/v1/uploads/"

    /// The only value of a field: two could mean two things.
    private static func single(_ name: String, in headers: Headers) -> String? {
        let all = headers.all(name)
        return all.count == 1 ? all[0] : nil
    }

    /// A number without a sign, of at most 15 digits. RFC 9651, section 3.3.1
    private static func count(_ text: some StringProtocol) -> UInt64? {
        guard 1...15 ~= text.utf8.count, text.utf8.allSatisfy({ 48...57 ~= $0 }) else { return nil }
        return UInt64(text)
    }

    private static func boolean(_ text: String) -> Bool? {
        switch text {
        case "?1": true
        case "?0": false
        default: nil
        }
    }
}
