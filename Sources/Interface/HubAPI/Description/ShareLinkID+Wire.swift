// SPDX-License-Identifier: MIT
package import Bytes
package import FileModel

extension ShareLinkID: WireShaped {
    package static var wireShape: JSONValue {
        [
            "type": "string", "pattern": "^[0-9a-f]{64}$",
            "description": "The SHA-256 of the link's token, 16 random bytes made by the client.",
        ]
    }

    package static var wireExample: ShareLinkID {
        ShareLinkID(token: [UInt8](repeating: 0, count: ShareLinkID.tokenByteCount))
    }
}
