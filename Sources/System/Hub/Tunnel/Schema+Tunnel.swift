// SPDX-License-Identifier: MIT

extension Schema {
    static let tunnel = """
        -- The hub's end of the tunnel, if there is one. Its private key is not here: root keeps it.
        CREATE TABLE tunnel (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            key BLOB NOT NULL CHECK (length(key) = 32),
            network TEXT NOT NULL,
            endpoint TEXT NOT NULL,
            listen_port INTEGER NOT NULL
        ) STRICT;
        -- The public key of a session's device, and its number in the network. A row counts while its session goes on.
        CREATE TABLE tunnel_peer (
            session INTEGER PRIMARY KEY REFERENCES session (id),
            key BLOB NOT NULL UNIQUE CHECK (length(key) = 32),
            number INTEGER NOT NULL UNIQUE
        ) STRICT;
        """
}
