// SPDX-License-Identifier: MIT

// Whoever uses this engine alone need not know that another one shares its values, rows and errors.
@_exported public import SQL

/// What this engine throws; the same for every engine.
package typealias SQLiteError = SQLError
