// SPDX-License-Identifier: MIT

extension Schema {
    /// A server checks a foreign key with a query and a lock for each row, which costs more than the row. The code
    /// that inserts these rows has read or written the referenced rows in the same transaction, and those are never
    /// deleted. The audit checks every reference.
    static let provenReferences = """
        ALTER TABLE entry DROP CONSTRAINT entry_sender_fkey, DROP CONSTRAINT entry_recipient_fkey,
            DROP CONSTRAINT entry_operator_fkey;
        ALTER TABLE operation DROP CONSTRAINT operation_by_id_entry_fkey;
        -- Room in each page, so that a balance that changes stays in its page and its index need not be told.
        ALTER TABLE holding SET (fillfactor = 50);
        """
}
