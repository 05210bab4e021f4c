# SPDX-License-Identifier: MIT
"""Writes Tests/SolanaTests/Vectors/solders.json: what the SDK itself (solders, which wraps it) makes of seeded inputs.

Run it with the Python of .build/python; the same seed gives the same file, byte for byte.
"""
import base64
import hashlib
import json
import pathlib
import random
import struct

from solders import compute_budget, system_program
from solders.address_lookup_table_account import AddressLookupTableAccount
from solders.hash import Hash
from solders.instruction import AccountMeta, Instruction
from solders.keypair import Keypair
from solders.litesvm import LiteSVM
from solders.message import Message, MessageV0, to_bytes_versioned
from solders.null_signer import NullSigner
from solders.pubkey import Pubkey
from solders.transaction import VersionedTransaction
from solders.token import ID as TOKEN
from solders.token.associated import get_associated_token_address

TARGET = pathlib.Path(__file__).parent.parent / "SolanaTests/Vectors/solders.json"
TOKEN_2022 = Pubkey.from_string("TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb")
ASSOCIATED = Pubkey.from_string("ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL")
MEMO = Pubkey.from_string("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr")
chance = random.Random(20260115)


def raw(count):
    return bytes(chance.randrange(256) for _ in range(count))


def text64(data):
    return base64.b64encode(bytes(data)).decode()


pairs = [Keypair.from_seed(raw(32)) for _ in range(12)]
pool = [pair.pubkey() for pair in pairs] + [Pubkey(raw(32)) for _ in range(40)]
pool += [Pubkey.from_string("11111111111111111111111111111111"), TOKEN, TOKEN_2022, ASSOCIATED, MEMO]
index = {key: place for place, key in enumerate(pool)}


def listed(key):
    if key not in index:
        index[key] = len(pool)
        pool.append(key)
    return index[key]


def random_instruction(signers):
    program = chance.choice(pool[12:])
    metas = []
    for _ in range(chance.randrange(0, 9)):
        key = chance.choice(pool)
        is_signer = key in signers and chance.random() < 0.5
        metas.append(AccountMeta(key, is_signer, chance.random() < 0.5))
    return Instruction(program, raw(chance.choice([0, 1, 4, 9, 12, 40, 130])), metas)


def row(instruction):
    flags = lambda meta: (2 if meta.is_signer else 0) + (1 if meta.is_writable else 0)
    return {
        "program": listed(instruction.program_id),
        "accounts": [[listed(meta.pubkey), flags(meta)] for meta in instruction.accounts],
        "data": text64(instruction.data),
    }


def message_row(version, payer, instructions, blockhash, tables, message):
    return {
        "version": version, "payer": listed(payer), "blockhash": text64(bytes(blockhash)),
        "instructions": [row(item) for item in instructions],
        "tables": [{"address": listed(t.key), "addresses": [listed(k) for k in t.addresses]} for t in tables],
        "bytes": text64(to_bytes_versioned(message)),
    }


def messages():
    rows = []
    while len(rows) < 220:
        payer = pairs[chance.randrange(12)].pubkey()
        signers = {pair.pubkey() for pair in chance.sample(pairs, chance.randrange(1, 4))}
        instructions = [random_instruction(signers) for _ in range(chance.randrange(0, 5))]
        blockhash = Hash(raw(32))
        if any(item.program_id == payer for item in instructions):
            continue
        if chance.random() < 0.45:
            message = Message.new_with_blockhash(instructions, payer, blockhash)
            rows.append(message_row("legacy", payer, instructions, blockhash, [], message))
        else:
            tables = [
                AddressLookupTableAccount(Pubkey(raw(32)), chance.sample(pool[:50], chance.randrange(0, 20)))
                for _ in range(chance.choice([0, 1, 1, 2, 3]))
            ]
            message = MessageV0.try_compile(payer, instructions, tables, blockhash)
            rows.append(message_row("0", payer, instructions, blockhash, tables, message))
    return rows


def system_instructions():
    a, b, c = pool[0], pool[13], pool[14]
    rows = []
    for _ in range(8):
        amount, space = chance.randrange(1 << 64), chance.randrange(1 << 20)
        made = {
            "transfer": system_program.transfer(dict(from_pubkey=a, to_pubkey=b, lamports=amount)),
            "createAccount": system_program.create_account(
                dict(from_pubkey=a, to_pubkey=b, lamports=amount, space=space, owner=c)),
            "assign": system_program.assign(dict(pubkey=a, owner=c)),
            "initializeNonce": system_program.initialize_nonce_account(dict(nonce_pubkey=b, authority=a)),
            "advanceNonce": system_program.advance_nonce_account(dict(nonce_pubkey=b, authorized_pubkey=a)),
            "withdrawNonce": system_program.withdraw_nonce_account(
                dict(nonce_pubkey=b, authorized_pubkey=a, to_pubkey=c, lamports=amount)),
            "unitLimit": compute_budget.set_compute_unit_limit(space),
            "unitPrice": compute_budget.set_compute_unit_price(amount),
        }
        for name, instruction in made.items():
            rows.append({"name": name, "amount": str(amount), "space": space, "instruction": row(instruction)})
    return rows


def transactions():
    """Whole signed transactions, with one to three signers, some of them missing."""
    rows = []
    for _ in range(60):
        signers = chance.sample(range(12), chance.randrange(1, 4))
        keys = [pairs[place].pubkey() for place in signers]
        instructions = [
            system_program.transfer(dict(from_pubkey=key, to_pubkey=chance.choice(pool[12:50]),
                                         lamports=chance.randrange(1 << 50))) for key in keys]
        blockhash = Hash(raw(32))
        if chance.random() < 0.5:
            version, message = "legacy", Message.new_with_blockhash(instructions, keys[0], blockhash)
        else:
            version, message = "0", MessageV0.try_compile(keys[0], instructions, [], blockhash)
        present = [place for place in signers if place == signers[0] or chance.random() < 0.8]
        by_key = {pairs[place].pubkey(): place for place in signers}
        order = [by_key[key] for key in message.account_keys[: len(signers)]]
        made = VersionedTransaction(
            message, [pairs[place] if place in present else NullSigner(pairs[place].pubkey()) for place in order])
        rows.append({
            "version": version, "payer": listed(keys[0]), "blockhash": text64(bytes(blockhash)),
            "instructions": [row(item) for item in instructions], "signers": present,
            "bytes": text64(bytes(made)), "id": str(made.signatures[0]),
        })
    return rows


def program_addresses():
    rows = []
    for _ in range(40):
        seeds = [raw(chance.randrange(0, 33)) for _ in range(chance.randrange(0, 6))]
        program = chance.choice(pool)
        address, bump = Pubkey.find_program_address(seeds, program)
        rows.append({
            "seeds": [text64(seed) for seed in seeds], "program": listed(program), "address": str(address),
            "bump": bump})
    return rows


def associated():
    rows = []
    for _ in range(40):
        owner, mint = chance.choice(pool), Pubkey(raw(32))
        program = chance.choice([TOKEN, TOKEN_2022])
        rows.append({
            "owner": str(owner), "mint": str(mint), "program": str(program),
            "address": str(get_associated_token_address(owner, mint, program))})
    return rows


def curve():
    rows = []
    for number in range(80):
        data = raw(32) if number else bytes(32)
        rows.append({"bytes": text64(data), "isOnCurve": Pubkey(data).is_on_curve()})
    for small in range(24):
        # Small orders and spellings of y at or above the prime.
        data = bytearray(struct.pack("<Q", small) + bytes(24)) if small < 8 else bytearray(
            ((2**255 - 19) + small - 8).to_bytes(32, "little"))
        if chance.random() < 0.5:
            data[31] |= 0x80
        rows.append({"bytes": text64(data), "isOnCurve": Pubkey(bytes(data)).is_on_curve()})
    return rows


def curve_bits():
    """For 8,192 inputs, SHA-256 of a four-byte little-endian number each, whether they are points; 256 a row."""
    rows = []
    for start in range(0, 8192, 256):
        bits = "".join(
            "1" if Pubkey(hashlib.sha256(struct.pack("<I", number)).digest()).is_on_curve() else "0"
            for number in range(start, start + 256))
        rows.append(f"{int(bits, 2):064x}")
    return rows


def accounts():
    """Data of accounts as the programs themselves write it, taken out of the virtual machine."""
    svm = LiteSVM()
    payer = pairs[0]
    svm.airdrop(payer.pubkey(), 10**12)
    rows = []

    def run(instructions, signers):
        message = Message.new_with_blockhash(instructions, payer.pubkey(), svm.latest_blockhash())
        by_key = {pair.pubkey(): pair for pair in signers}
        order = message.account_keys[: message.header.num_required_signatures]
        outcome = svm.send_transaction(VersionedTransaction(message, [by_key[key] for key in order]))
        assert "Failed" not in type(outcome).__name__, outcome

    def keep(kind, address, **more):
        account = svm.get_account(address)
        rows.append({
            "kind": kind, "address": str(address), "owner": str(account.owner), "data": text64(account.data),
            "lamports": str(account.lamports), "more": {name: str(value) for name, value in more.items()}})

    def new_account(space, owner):
        pair = Keypair.from_seed(raw(32))
        return pair, system_program.create_account(dict(
            from_pubkey=payer.pubkey(), to_pubkey=pair.pubkey(),
            lamports=svm.minimum_balance_for_rent_exemption(space), space=space, owner=owner))

    def mint(program, decimals, extensions=(), space=82):
        pair, create = new_account(space, program)
        address = pair.pubkey()
        setup = [Instruction(program, data, [AccountMeta(address, False, True)]) for data in extensions]
        initialize = Instruction(
            program, bytes([20, decimals]) + bytes(payer.pubkey()) + bytes([1]) + bytes(pool[20]),
            [AccountMeta(address, False, True)])
        run([create, *setup, initialize], [payer, pair])
        return address

    def holder(program, mint_address, owner, amount=0):
        account = get_associated_token_address(owner, mint_address, program)
        metas = [(payer.pubkey(), 1, 1), (account, 0, 1), (owner, 0, 0), (mint_address, 0, 0),
                 (pool[52], 0, 0), (program, 0, 0)]
        create = Instruction(ASSOCIATED, bytes([1]), [AccountMeta(k, bool(s), bool(w)) for k, s, w in metas])
        mint_to = Instruction(program, bytes([7]) + struct.pack("<Q", amount), [
            AccountMeta(mint_address, False, True), AccountMeta(account, False, True),
            AccountMeta(payer.pubkey(), True, False)])
        run([create] + ([mint_to] if amount else []), [payer])
        return account

    authority = bytes(pool[21])
    plain = mint(TOKEN, 6)
    keep("mint", plain, decimals=6, supply=0)
    keep("account", holder(TOKEN, plain, pairs[1].pubkey(), 77), mint=plain, holder=pairs[1].pubkey(), units=77)
    keep("mint", plain, decimals=6, supply=77)
    kinds = {
        # Transfer fee: both authorities, 150 basis points, at most 5,000 units.
        "fee": ([bytes([26, 0, 1]) + authority + bytes([1]) + authority + struct.pack("<HQ", 150, 5000)], 108),
        "hook": ([bytes([36, 0]) + authority + bytes(pool[22])], 64),
        "nonTransferable": ([bytes([32])], 0),
        "delegate": ([bytes([35]) + authority], 32),
        "frozen": ([bytes([28, 0, 2])], 1),
        "interest": ([bytes([33, 0]) + authority + struct.pack("<h", 100)], 52),
    }
    for name, (data, size) in kinds.items():
        address = mint(TOKEN_2022, 9, data, 166 + 4 + size)
        keep("mint", address, extension=name, decimals=9)
        if name not in ("frozen",):
            keep("account", holder(TOKEN_2022, address, pairs[2].pubkey()), mint=address, holder=pairs[2].pubkey(),
                 units=0, extension=name)
    plain_2022 = mint(TOKEN_2022, 2)
    keep("mint", plain_2022, decimals=2)
    keep("account", holder(TOKEN_2022, plain_2022, pairs[1].pubkey(), 12345), mint=plain_2022,
         holder=pairs[1].pubkey(), units=12345)

    nonce, create = new_account(80, pool[52])
    run([create, system_program.initialize_nonce_account(dict(
        nonce_pubkey=nonce.pubkey(), authority=pairs[3].pubkey()))], [payer, nonce])
    keep("nonce", nonce.pubkey(), authority=pairs[3].pubkey())

    table_program = Pubkey.from_string("AddressLookupTab1e1111111111111111111111111")
    slot = 7
    svm.warp_to_slot(slot + 1)
    svm.set_slot_hashes([(slot, Hash(bytes(32)))])
    table, bump = Pubkey.find_program_address([bytes(payer.pubkey()), struct.pack("<Q", slot)], table_program)
    metas = [AccountMeta(table, False, True), AccountMeta(payer.pubkey(), True, False),
             AccountMeta(payer.pubkey(), True, True), AccountMeta(pool[52], False, False)]
    create_table = Instruction(table_program, struct.pack("<IQB", 0, slot, bump), metas)
    entries = pool[12:19]
    extend = Instruction(
        table_program, struct.pack("<IQ", 2, len(entries)) + b"".join(map(bytes, entries)), metas)
    run([create_table, extend], [payer])
    keep("table", table, entries=",".join(map(str, entries)))
    return rows


content = {
    "messages": messages(), "instructions": system_instructions(), "transactions": transactions(),
    "programAddresses": program_addresses(), "associated": associated(), "curve": curve(),
    "curveBits": curve_bits(), "accounts": accounts(), "seeds": [text64(bytes(pair)[:32]) for pair in pairs], "pool": [str(key) for key in pool],
}
lines = ",\n".join(
    f'"{name}":[\n' + ",\n".join(json.dumps(item, separators=(",", ":")) for item in items) + "\n]"
    for name, items in content.items())
TARGET.write_text('{"about":"made by Tests/Independent/solana_vectors.py with solders 0.29.0",\n' + lines + "}\n")
print(TARGET, TARGET.stat().st_size, {name: len(items) for name, items in content.items()})
