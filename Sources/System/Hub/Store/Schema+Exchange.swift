// SPDX-License-Identifier: MIT

extension Schema {
    /// Currencies other than the hub's first, and conversions.
    static let exchange = """
        CREATE TABLE currency (
            code TEXT PRIMARY KEY,
            added INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        -- The ledger accounts of an account in other currencies than the hub's first, each opened when it is first used.
        CREATE TABLE currency_account (
            account INTEGER NOT NULL REFERENCES account (id),
            currency TEXT NOT NULL REFERENCES currency (code),
            ledger INTEGER NOT NULL UNIQUE REFERENCES ledger_account (id),
            PRIMARY KEY (account, currency)
        ) STRICT, WITHOUT ROWID;
        -- The operator's prices: billionths of a counter's unit for one unit of the base; a pair stands here one way round.
        CREATE TABLE rate (
            base TEXT NOT NULL,
            counter TEXT NOT NULL,
            billionths INTEGER NOT NULL CHECK (billionths > 0),
            -- Parts per million kept on either side.
            spread INTEGER NOT NULL CHECK (spread BETWEEN 0 AND 499999),
            time INTEGER NOT NULL,
            PRIMARY KEY (base, counter)
        ) STRICT, WITHOUT ROWID;
        -- Every quote that was taken, once; each of its two entries is of one currency and sums to zero.
        CREATE TABLE conversion (
            quote BLOB PRIMARY KEY CHECK (length(quote) = 16),
            account INTEGER NOT NULL REFERENCES account (id),
            given INTEGER NOT NULL UNIQUE REFERENCES entry (id),
            got INTEGER NOT NULL UNIQUE REFERENCES entry (id),
            give_currency TEXT NOT NULL,
            give INTEGER NOT NULL CHECK (give > 0),
            get_currency TEXT NOT NULL,
            get INTEGER NOT NULL CHECK (get > 0),
            pair TEXT NOT NULL,
            billionths INTEGER NOT NULL,
            spread INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}
