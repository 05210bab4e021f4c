// SPDX-License-Identifier: MIT

extension Schema {
    static let speed = """
        -- The few that are locked, for the writer, which asks for them before every run of transfers.
        CREATE INDEX account_locked ON account (id) WHERE locked IS NOT NULL;
        """
}
