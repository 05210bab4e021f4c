// SPDX-License-Identifier: MIT
import Terminal

extension Command {
    /// Coins of public chains, under one word.
    static let coins: [Command] = [
        Command(
            "coins", "Keep and send Bitcoin, Ethereum and Solana: one phrase, many accounts, in this wallet.",
            discussion: """
                Nothing is contacted before you add a server with `satchel coins servers add`. A server learns your \
                addresses and your network address; take your own where you can. What it says is checked, and never \
                decides what is signed.
                """,
            commands: coinPhrase + coinAccounts + coinMoney + coinPrices + coinFollowing + coinSending + coinSigning
                + coinMessages
                + coinPSBT + coinSharing
                + coinSettings)
    ]
}
