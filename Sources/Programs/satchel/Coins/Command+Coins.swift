// SPDX-License-Identifier: MIT
import Terminal

extension Command {
    /// Coins of public chains.
    static let coins: [Command] = [
        Command(
            "coins", "Manage Bitcoin, Ethereum and Solana accounts of one recovery phrase.",
            discussion: """
                The wallet contacts only servers that you add with `satchel coins servers add`. A server learns your \
                coin addresses and your IP address. Use your own server if you can. The wallet checks a server's \
                data, and this data never decides what is signed.
                """,
            topics: [
                Topic("Recovery phrase", coinPhrase), Topic("Accounts", coinAccounts),
                Topic("Balance and prices", coinMoney + coinPrices + coinFollowing), Topic("Payments", coinSending),
                Topic("Offline signing", coinSigning + coinMessages + coinPSBT),
                Topic("Shared accounts", coinSharing), Topic("Settings", coinSettings),
            ])
    ]
}
