# SPDX-License-Identifier: MIT
"""Times other people's wallets at the tasks of CoinTask.swift and prints one JSON object:
{task: {peer: picoseconds for one}}. Run by satchel-bench with the Python of the tests; the argument is a file with a
PSBT of 100 P2WPKH inputs in Base64."""
import json
import sys
import time

import bdkpython as bdk
import eth_account
import solders.hash
import solders.keypair
import solders.message
import solders.pubkey
import solders.system_program
import solders.transaction
import wallycore as wally

PHRASE = "abandon " * 11 + "about"
HARDENED = 0x80000000


def picoseconds(count, body, rounds=11):
    """The median of some batches, in processor time."""
    body(max(1, count // 10))
    times = []
    for _ in range(rounds):
        start = time.process_time_ns()
        body(count)
        times.append((time.process_time_ns() - start) * 1000 // count)
    return sorted(times)[rounds // 2]


def account(purpose):
    """The receiving branch of an account's public half."""
    seed = wally.bip39_mnemonic_to_seed512(PHRASE, None)
    master = wally.bip32_key_from_seed(seed, wally.BIP32_VER_MAIN_PRIVATE, 0)
    path = [HARDENED + purpose, HARDENED, HARDENED, 0]
    return wally.bip32_key_from_parent_path(master, path, wally.BIP32_FLAG_KEY_PUBLIC)


def segwit(count):
    branch = account(84)
    for index in range(count):
        key = wally.bip32_key_from_parent(branch, index, wally.BIP32_FLAG_KEY_PUBLIC | wally.BIP32_FLAG_SKIP_HASH)
        wally.bip32_key_to_addr_segwit(key, "bc", 0)


def taproot(count):
    branch = account(86)
    for index in range(count):
        key = wally.bip32_key_from_parent(branch, index, wally.BIP32_FLAG_KEY_PUBLIC | wally.BIP32_FLAG_SKIP_HASH)
        public = wally.ec_public_key_bip341_tweak(wally.bip32_key_get_pub_key(key), None, 0)
        wally.addr_segwit_from_bytes(bytes([0x51, 32]) + public[1:], "bc", 0)


def stretch(count):
    for _ in range(count):
        wally.bip39_mnemonic_to_seed512(PHRASE, None)


def ethereum(count):
    signer = eth_account.Account.from_key("0x" + "46" * 32)
    for nonce in range(count):
        signer.sign_transaction({
            "type": 2, "chainId": 1, "nonce": nonce, "to": "0x" + "35" * 20, "value": 10**18, "gas": 21000,
            "maxFeePerGas": 30 * 10**9, "maxPriorityFeePerGas": 10**9, "data": b""})


def solana(count):
    payer = solders.keypair.Keypair.from_seed(bytes([7]) * 32)
    payee = solders.pubkey.Pubkey(bytes([9]) * 32)
    blockhash = solders.hash.Hash(bytes([3]) * 32)
    for number in range(count):
        transfer = solders.system_program.transfer(solders.system_program.TransferParams(
            from_pubkey=payer.pubkey(), to_pubkey=payee, lamports=2_000_000 + number))
        message = solders.message.Message.new_with_blockhash([transfer], payer.pubkey(), blockhash)
        bytes(solders.transaction.Transaction([payer], message, blockhash))


def psbt_wally(count):
    seed = wally.bip39_mnemonic_to_seed512(PHRASE, None)
    master = wally.bip32_key_from_seed(seed, wally.BIP32_VER_MAIN_PRIVATE, 0)
    for _ in range(count):
        psbt = wally.psbt_from_base64(PSBT, 0)
        wally.psbt_sign_bip32(psbt, master, wally.EC_FLAG_GRIND_R)
        wally.psbt_finalize(psbt, 0)
        wally.tx_to_bytes(wally.psbt_extract(psbt, 0), wally.WALLY_TX_FLAG_USE_WITNESS)


def psbt_bdk(count):
    main = bdk.NetworkKind.MAIN
    secret = bdk.DescriptorSecretKey(main, bdk.Mnemonic.from_string(PHRASE), None)
    descriptors = [bdk.Descriptor.new_bip84(secret, kind, main)
                   for kind in (bdk.KeychainKind.EXTERNAL, bdk.KeychainKind.INTERNAL)]
    wallet = bdk.Wallet(*descriptors, bdk.Network.BITCOIN, bdk.Persister.new_in_memory(), 101)
    options = bdk.SignOptions(trust_witness_utxo=True, assume_height=None, allow_all_sighashes=False,
                              try_finalize=True, sign_with_tap_internal_key=True, allow_grinding=True)
    for _ in range(count):
        psbt = bdk.Psbt(PSBT)
        if not wallet.sign(psbt, options):
            raise AssertionError("BDK did not finish the PSBT")
        psbt.extract_tx().serialize()


PSBT = open(sys.argv[1]).read()

print(json.dumps({
    "P2WPKH address": {"libwally": picoseconds(2000, segwit)},
    "P2TR address": {"libwally": picoseconds(1000, taproot)},
    "phrase to seed": {"libwally": picoseconds(10, stretch)},
    "Ethereum EIP-1559 signature": {"eth-account": picoseconds(200, ethereum)},
    "Solana transfer built and signed": {"solders": picoseconds(1000, solana)},
    "PSBT with 100 inputs, P2WPKH": {"libwally": picoseconds(4, psbt_wally), "BDK": picoseconds(4, psbt_bdk)},
}))
