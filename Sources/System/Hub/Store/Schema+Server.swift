// SPDX-License-Identifier: MIT

extension Schema {
    /// A server checks a reference by a query and a lock for each row, which costs more than the row. Whoever writes these
    /// rows has read or written what they refer to in the same transaction, and nothing of it is ever deleted; the audit
    /// proves that every reference leads somewhere.
    static let provenReferences = """
        ALTER TABLE entry DROP CONSTRAINT entry_sender_fkey, DROP CONSTRAINT entry_recipient_fkey,
            DROP CONSTRAINT entry_operator_fkey;
        ALTER TABLE operation DROP CONSTRAINT operation_by_id_entry_fkey;
        -- Room in each page, so that a balance that changes stays in its page and its index need not be told.
        ALTER TABLE holding SET (fillfactor = 50);
        """
}
