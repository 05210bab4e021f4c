// SPDX-License-Identifier: MIT
internal import CCurl

/// A list of header fields or other lines for libcurl. The owner frees it after the transfer.
///
/// C: `curl_slist`, <https://curl.se/libcurl/c/curl_slist_append.html>
struct HeaderList {
    private(set) var first: UnsafeMutablePointer<curl_slist>?

    mutating func append(_ field: Headers.Field) throws {
        // libcurl would remove a header written "Name:"; an empty one is written "Name;".
        try append(line: field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
    }

    /// Removes a header that libcurl would add by itself.
    mutating func suppress(_ name: String) throws { try append(line: "\(name):") }

    mutating func append(line: String) throws {
        guard let longer = curl_slist_append(first, line) else {
            throw HTTPError(.other, "There is no memory left for the request.")
        }
        first = longer
    }

    mutating func free() {
        curl_slist_free_all(first)
        first = nil
    }
}
