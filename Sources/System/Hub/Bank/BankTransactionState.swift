// SPDX-License-Identifier: MIT

/// What became of a movement at the bank.
///
///     ─▶ credited      its reference named an account
///     ─▶ settled       it paid a payout, or brought one back
///     ─▶ suspended ──the operator──▶ assigned, sentBack or absorbed
enum BankTransactionState: Int64 {
    case credited = 1, settled, suspended, assigned, sentBack, absorbed
}
