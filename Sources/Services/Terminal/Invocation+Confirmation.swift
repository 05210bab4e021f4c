// SPDX-License-Identifier: MIT

extension Invocation {
    /// Asks before the command moves money or destroys something.
    ///
    /// Returns when `--yes` was given or the person at the terminal says yes. A script is never asked: with `--json` or
    /// without a terminal, only `--yes` confirms.
    ///
    /// - Parameter question: says completely what will happen, such as "Send 5.00 USD to bob?"
    /// - Throws: ``Failure`` `.notConfirmed`; ``TerminalError`` `.noAnswer` when a signal ends the question.
    package func confirm(_ question: String) throws {
        guard !has(.yes) else { return }
        let question = question.printable()
        let refusal = Failure(.notConfirmed, "Not confirmed: \(question) Nothing was done. To confirm, add --yes.")
        guard !wantsJSON else { throw refusal }
        do {
            guard try console.confirm(question) else { throw Failure.cancelled }
        } catch let error as TerminalError where error.code == .noTerminal {
            throw refusal
        }
    }
}
