# SPDX-License-Identifier: MIT
"""Asks Ethereum's executable specification (rules of Osaka, chain 1) whether a block could hold a transaction.

    ethereum_execution.py

A line of input is JSON: {"raw": "0x…", "balance": "…", "nonce": …}, the signed transaction and what its sender has at
that moment. Each is answered by a line, {"accepted": true, "sender": "0x…", "hash": "0x…"} or {"refused": the name of
the exception, "reason": its text}, and begins with a fresh state. It listens nowhere, so it says that it is ready on
port 0.
"""
import json
import sys

from ethereum.exceptions import EthereumException
from ethereum.forks.osaka import fork, transactions, vm
from ethereum.forks.osaka.fork_types import Account, Address
from ethereum.forks.osaka.state import State, get_account, set_account
from ethereum_rlp import rlp
from ethereum_rlp.exceptions import RLPException
from ethereum_types.bytes import Bytes, Bytes32
from ethereum_types.numeric import U64, U256, Uint

CHAIN = U64(1)
BASE_FEE = Uint(1_000_000_000)
GAS_LIMIT = Uint(45_000_000)
LIST_MARK = 0xC0


def block(state: State) -> vm.BlockEnvironment:
    return vm.BlockEnvironment(
        chain_id=CHAIN,
        state=state,
        block_gas_limit=GAS_LIMIT,
        block_hashes=[],
        coinbase=Address(bytes(20)),
        number=Uint(1),
        base_fee_per_gas=BASE_FEE,
        time=U256(1_800_000_000),
        prev_randao=Bytes32(bytes(32)),
        excess_blob_gas=U64(0),
        parent_beacon_block_root=Bytes32(bytes(32)),
    )


def judge(raw: Bytes, balance: int, nonce: int) -> dict:
    # A typed transaction is bytes in a block, one of before EIP-2718 is a list.
    is_legacy = raw[0] >= LIST_MARK
    envelope = rlp.decode_to(transactions.LegacyTransaction, raw) if is_legacy else raw
    transaction = transactions.decode_transaction(envelope)
    sender = transactions.recover_sender(CHAIN, transaction)
    state = State()
    set_account(state, sender, Account(nonce=Uint(nonce), balance=U256(balance), code=b""))
    fork.process_transaction(block(state), vm.BlockOutput(), transaction, Uint(0))
    if get_account(state, sender).nonce != Uint(nonce + 1):
        raise AssertionError("an accepted transaction did not count")
    digest = transactions.get_transaction_hash(envelope)
    return {"accepted": True, "sender": "0x" + sender.hex(), "hash": "0x" + digest.hex()}


print("ready", 0, flush=True)
for line in sys.stdin:
    request = json.loads(line)
    try:
        answer = judge(bytes.fromhex(request["raw"][2:]), int(request["balance"]), int(request["nonce"]))
    except (EthereumException, RLPException) as refusal:
        # Anything else is a fault of this program, and ends it.
        answer = {"refused": type(refusal).__name__, "reason": str(refusal)}
    print(json.dumps(answer), flush=True)
