// SPDX-License-Identifier: MIT

extension Schema {
    static let pairing = """
        -- Codes by which new devices join an account, see PairingTable. Neither the code's token nor the device's secret is here.
        CREATE TABLE device_pairing (
            id INTEGER PRIMARY KEY,
            account INTEGER NOT NULL REFERENCES account (id),
            -- The session that made the code, or has confirmed the device: if it ends, the pairing does.
            inviter INTEGER NOT NULL REFERENCES session (id),
            token BLOB NOT NULL UNIQUE CHECK (length(token) = 32),
            begun INTEGER NOT NULL,
            expires INTEGER NOT NULL,
            state TEXT NOT NULL,
            -- Of the device that has used the code.
            secret BLOB UNIQUE CHECK (length(secret) = 32),
            nonce BLOB,
            device TEXT,
            address TEXT,
            tries INTEGER NOT NULL DEFAULT 0,
            session INTEGER REFERENCES session (id)
        ) STRICT;
        CREATE INDEX device_pairing_by_account ON device_pairing (account);
        """
}
