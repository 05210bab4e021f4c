// SPDX-License-Identifier: MIT
import Terminal

extension Command {
    /// Codes, without a wallet.
    static let codes: [Command] = [
        Command("code", "Draw and read codes, without a wallet.", commands: codeDrawing + codeReading)
    ]
}
