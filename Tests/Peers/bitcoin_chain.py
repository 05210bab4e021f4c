# SPDX-License-Identifier: MIT
"""A regtest chain in Bitcoin Core's own consensus code (libbitcoinkernel), and a miner for it."""
import struct
import time

import pbk
from pbk.script import PrecomputedTransactionData

from bitcoin_transaction import Output, Transaction, double_sha256, write_count

ANYONE_CAN_SPEND = b"\x51"
TARGET = 0x7FFFFF << (8 * (0x20 - 3))


def merkle_root(leaves: list[bytes]) -> bytes:
    level = list(leaves)
    while len(level) > 1:
        if len(level) % 2:
            level.append(level[-1])
        level = [double_sha256(level[index] + level[index + 1]) for index in range(0, len(level), 2)]
    return level[0]


def merkle_branch(leaves: list[bytes], position: int) -> list[bytes]:
    branch, level = [], list(leaves)
    while len(level) > 1:
        if len(level) % 2:
            level.append(level[-1])
        branch.append(level[position ^ 1])
        level = [double_sha256(level[index] + level[index + 1]) for index in range(0, len(level), 2)]
        position //= 2
    return branch


def height_script(height: int) -> bytes:
    """A coinbase begins with its height (BIP-0034)."""
    if height <= 16:
        return bytes([0x50 + height])
    number = height.to_bytes(height.bit_length() // 8 + 1, "little")
    return bytes([len(number)]) + number


class Chain:
    """The blocks that the kernel holds to be the best, and ways to give it more."""

    def __init__(self, folder: str):
        self.kernel = pbk.load_chainman(folder, pbk.ChainType.REGTEST)
        # Far enough back that thousands of blocks, a second apart, do not reach the future.
        self.start = int(time.time()) - 500_000
        self.salt = 0

    @property
    def height(self) -> int:
        return self.kernel.get_active_chain().height

    def block(self, height: int) -> bytes:
        entry = self.kernel.get_active_chain().block_tree_entries[height]
        return bytes(self.kernel.blocks[entry])

    def hash(self, height: int) -> bytes:
        return bytes(self.kernel.get_active_chain().block_tree_entries[height].block_hash)

    def mine(self, parent: int, previous: bytes, script: bytes, transactions: list[Transaction], fees: int) -> bytes:
        """Puts a block on top of any block, and returns its hash; the kernel says whether it is valid."""
        height = parent + 1
        self.salt += 1
        signature = height_script(height) + struct.pack("<BI", 4, self.salt)
        witness_root = merkle_root([bytes(32)] + [double_sha256(item.raw) for item in transactions])
        commitment = b"\x6a\x24\xaa\x21\xa9\xed" + double_sha256(witness_root + bytes(32))
        reward = (50 * 100_000_000 >> (height // 150)) + fees
        outputs = [Output(reward, script), Output(0, commitment)]
        body = b"\1" + bytes(32) + b"\xff" * 4 + write_count(len(signature)) + signature + b"\xff" * 4
        body += write_count(len(outputs)) + b"".join(
            struct.pack("<q", item.value) + write_count(len(item.script)) + item.script for item in outputs
        )
        version = struct.pack("<i", 2)
        coinbase_id = double_sha256(version + body + bytes(4))
        coinbase = version + b"\0\1" + body + b"\1\x20" + bytes(32) + bytes(4)
        root = merkle_root([coinbase_id] + [bytes.fromhex(item.txid)[::-1] for item in transactions])
        head = struct.pack("<i", 0x20000000) + previous + root + struct.pack("<II", self.start + height, 0x207FFFFF)
        nonce = 0
        while int.from_bytes(double_sha256(head + struct.pack("<I", nonce)), "little") > TARGET:
            nonce += 1
        head += struct.pack("<I", nonce)
        rest = write_count(1 + len(transactions)) + coinbase + b"".join(item.raw for item in transactions)
        self.kernel.process_block(pbk.Block(head + rest))
        return double_sha256(head)

    @staticmethod
    def wrong_input(transaction: Transaction, spent: list[Output]) -> int | None:
        """The first input whose script does not hold by consensus."""
        whole = pbk.Transaction(transaction.raw)
        outputs = [pbk.TransactionOutput(pbk.ScriptPubkey(item.script), item.value) for item in spent]
        shared = PrecomputedTransactionData(whole, outputs)
        for index, item in enumerate(spent):
            script = pbk.ScriptPubkey(item.script)
            if not script.verify(item.value, whole, shared, index, pbk.ScriptVerificationFlags.ALL):
                return index
        return None
