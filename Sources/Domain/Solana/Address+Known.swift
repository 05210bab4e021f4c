// SPDX-License-Identifier: MIT

/// Addresses that are the same on every Solana network. A test checks the text of each.
extension Address {
    /// `11111111111111111111111111111111`
    package static let systemProgram = Address(Bytes32(0, 0, 0, 0))
    /// `TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA`
    package static let tokenProgram = Address(
        Bytes32(0x06DD_F6E1_D765_A193, 0xD9CB_E146_CEEB_79AC, 0x1CB4_85ED_5F5B_3791, 0x3A8C_F585_7EFF_00A9))
    /// `TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb`
    package static let token2022Program = Address(
        Bytes32(0x06DD_F6E1_EE75_8FDE, 0x1842_5DBC_E46C_CDDA, 0xB61A_FC4D_83B9_0D27, 0xFEBD_F928_D8A1_8BFC))
    /// `ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL`
    package static let associatedTokenProgram = Address(
        Bytes32(0x8C97_258F_4E24_89F1, 0xBB3D_1029_148E_0D83, 0x0B5A_1399_DAFF_1084, 0x048E_7BD8_DBE9_F859))
    /// `MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr`
    package static let memoProgram = Address(
        Bytes32(0x054A_535A_9929_2106, 0x4D24_E871_60DA_387C, 0x7C35_B5DD_BC92_BB81, 0xE41F_A840_4105_448D))
    /// `Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo`, which is still read but no longer written.
    package static let firstMemoProgram = Address(
        Bytes32(0x054A_5350_F85D_C882, 0xD614_A556_7278_8A29, 0x6DDF_1EAB_ABD0_A606, 0x7888_4932_F4EE_F6A0))
    /// `ComputeBudget111111111111111111111111111111`
    package static let computeBudgetProgram = Address(
        Bytes32(0x0306_466F_E521_1732, 0xFFEC_ADBA_72C3_9BE7, 0xBC8C_E5BB_C5F7_126B, 0x2C43_9B3A_4000_0000))
    /// `AddressLookupTab1e1111111111111111111111111`
    package static let lookupTableProgram = Address(
        Bytes32(0x0277_A6AF_9733_9B7A, 0xC88D_1892_C904_46F5, 0x0002_3092_66F6_2E53, 0xC118_2449_8200_0000))
    /// `Stake11111111111111111111111111111111111111`
    package static let stakeProgram = Address(
        Bytes32(0x06A1_D817_9137_542A, 0x9834_37BD_FE2A_7AB2, 0x557F_535C_8A78_722B, 0x68A4_9DC0_0000_0000))
    /// `Vote111111111111111111111111111111111111111`
    package static let voteProgram = Address(
        Bytes32(0x0761_481D_3574_74BB, 0x7C4D_7624_EBD3_BDB3, 0xD835_5E73_D110_43FC, 0x0DA3_5380_0000_0000))
    /// `BPFLoader2111111111111111111111111111111111`
    package static let loaderProgram = Address(
        Bytes32(0x02A8_F691_4E88_A16E, 0x395A_E128_948F_FA69, 0x5693_3768_18DD_4743, 0x5221_F3C6_0000_0000))
    /// `BPFLoaderUpgradeab1e11111111111111111111111`
    package static let upgradeableLoaderProgram = Address(
        Bytes32(0x02A8_F691_4E88_A1B0, 0xE210_153E_F763_AE2B, 0x00C2_B93D_16C1_24D2, 0xC053_7A10_0480_0000))
    /// `NativeLoader1111111111111111111111111111111`
    package static let nativeLoaderProgram = Address(
        Bytes32(0x0587_84BF_148B_A428, 0x2FB0_1257_4888_A9F1, 0x53A0_7DAD_F765_C045, 0x5C9A_9703_8000_0000))
    /// `SysvarRent111111111111111111111111111111111`
    package static let rentSysvar = Address(
        Bytes32(0x06A7_D517_192C_5C51, 0x218C_C94C_3D4A_F17F, 0x58DA_EE08_9BA1_FD44, 0xE3DB_D98A_0000_0000))
    /// `SysvarRecentB1ockHashes11111111111111111111`
    package static let recentBlockhashesSysvar = Address(
        Bytes32(0x06A7_D517_192C_568E, 0xE08A_845F_73D2_9788, 0xCF03_5C31_45B2_1AB3, 0x44D8_062E_A940_0000))
    /// `SysvarC1ock11111111111111111111111111111111`
    package static let clockSysvar = Address(
        Bytes32(0x06A7_D517_18C7_74C9, 0x2856_6398_691D_5EB6, 0x8B5E_B8A3_9B4B_6D5C, 0x7355_5B21_0000_0000))
    /// `1nc1nerator11111111111111111111111111111111`, where coins are burned.
    package static let incinerator = Address(
        Bytes32(0x0033_9072_8D34_1160, 0x79BD_C911_BFFF_00DB, 0xD44D_2ECD_CCF7_9CA6, 0xE100_38E1_0000_0000))
    /// `So11111111111111111111111111111111111111112`: native coins inside a token account.
    package static let wrappedNativeMint = Address(
        Bytes32(0x069B_8857_FEAB_8184, 0xFB68_7F63_4618_C035, 0xDAC4_39DC_1AEB_3B55, 0x98A0_F000_0000_0001))

    /// Every program and sysvar above, none of which is an intended recipient.
    static let knownNonWallets: Set<Address> = [
        systemProgram, tokenProgram, token2022Program, associatedTokenProgram, memoProgram, firstMemoProgram,
        computeBudgetProgram, lookupTableProgram, stakeProgram, voteProgram, loaderProgram, upgradeableLoaderProgram,
        nativeLoaderProgram, rentSysvar, recentBlockhashesSysvar, clockSysvar, incinerator, wrappedNativeMint,
    ]
}
