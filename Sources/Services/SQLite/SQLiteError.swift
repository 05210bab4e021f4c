// SPDX-License-Identifier: MIT

// Code that uses only this engine need not know that its values, rows and errors are shared with another one.
@_exported public import SQL

/// The error type of this engine, the same for every engine.
package typealias SQLiteError = SQLError
