// SPDX-License-Identifier: MIT
import Terminal

extension Command {
    /// Printed codes, with or without a wallet.
    static let codes: [Command] = [
        Command("code", "Draw and read codes, without a wallet.", commands: codeDrawing + codeReading)
    ]
}
