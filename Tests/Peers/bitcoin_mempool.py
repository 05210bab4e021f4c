# SPDX-License-Identifier: MIT
"""A ledger over the kernel's chain, and a mempool with the part of Bitcoin Core's policy that a wallet meets."""
from dataclasses import dataclass

from bitcoin_chain import ANYONE_CAN_SPEND, Chain
from bitcoin_transaction import Input, OutPoint, Output, Transaction, transactions_of
from peer import Refusal

RELAY_FEE = 1_000  # satoshis for 1,000 virtual bytes; what the node relays, and what a replacement adds, unless set
HALF_ORDER = 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0


@dataclass
class Coin:
    output: Output
    height: int | None  # None while unconfirmed
    is_coinbase: bool


@dataclass
class Waiting:
    transaction: Transaction
    fee: int
    time: int


def is_standard(script: bytes) -> bool:
    """P2PKH, P2SH, a witness program, or data of up to 83 bytes."""
    size = len(script)
    if size == 25:
        return script[:3] == b"\x76\xa9\x14" and script[23:] == b"\x88\xac"
    if size == 23 and script[:2] == b"\xa9\x14":
        return script[22:] == b"\x87"
    if script[:1] == b"\x6a":
        return size <= 83
    is_version = bool(script) and (script[0] == 0 or 0x51 <= script[0] <= 0x60)
    return is_version and 4 <= size <= 42 and script[1] == size - 2 and (script[0] != 0 or size in (22, 34))


def dust_limit(output: Output) -> int:
    """Less than this costs more to spend than it is worth, at 3 satoshis a virtual byte."""
    if not output.is_spendable:
        return 0
    is_witness = output.script[0] == 0 or 0x51 <= output.script[0] <= 0x60
    return 3 * (8 + 1 + len(output.script) + (67 if is_witness else 148))


def has_high_s(item: Input) -> bool:
    """Whether an ECDSA signature in DER has the larger of its two forms of s (BIP-0146)."""
    script, pushes, at = item.script, list(item.witness), 0
    while at < len(script) and script[at] < 76:
        pushes.append(script[at + 1 : at + 1 + script[at]])
        at += 1 + script[at]
    for push in pushes:
        if 9 <= len(push) <= 73 and push[0] == 0x30 and push[1] == len(push) - 3 and push[2] == 2:
            r_size = push[3]
            s = push[6 + r_size : -1]
            if len(s) == push[5 + r_size] and int.from_bytes(s, "big") > HALF_ORDER:
                return True
    return False


class Ledger:
    """Every transaction by id, the unspent coins, and what happened to each script; rebuilt after a reorganisation."""

    def __init__(self, chain: Chain):
        self.chain = chain
        self.waiting: dict[str, Waiting] = {}
        self.relay_fee = RELAY_FEE
        self.rebuild()

    def rebuild(self) -> None:
        self.blocks: list[tuple[str, bytes, list[str]]] = []
        self.heights: dict[str, int] = {}
        self.transactions: dict[str, Transaction] = {}
        self.coins: dict[OutPoint, Coin] = {}
        self.spenders: dict[OutPoint, str] = {}
        self.histories: dict[str, list[str]] = {}
        self.catch_up()

    @property
    def height(self) -> int:
        return len(self.blocks) - 1

    def catch_up(self) -> None:
        """Reads the blocks that came on top."""
        for height in range(len(self.blocks), self.chain.height + 1):
            raw = self.chain.block(height)
            transactions = transactions_of(raw)
            self.blocks.append((self.chain.hash(height)[::-1].hex(), raw, [item.txid for item in transactions]))
            for transaction in transactions:
                self.confirm(transaction, height)

    def confirm(self, transaction: Transaction, height: int) -> None:
        self.waiting.pop(transaction.txid, None)
        for rival in self.rivals(transaction):
            self.drop(rival)
        self.transactions[transaction.txid] = transaction
        self.heights[transaction.txid] = height
        touched = set()
        for item in [] if transaction.is_coinbase else transaction.inputs:
            touched.add(self.coins.pop(item.outpoint).output.script_hash)
            self.spenders[item.outpoint] = transaction.txid
        for index, output in enumerate(transaction.outputs):
            touched.add(output.script_hash)
            # The first block's reward cannot be spent.
            if output.is_spendable and height > 0:
                self.coins[transaction.txid, index] = Coin(output, height, transaction.is_coinbase)
        for script_hash in touched:
            self.histories.setdefault(script_hash, []).append(transaction.txid)

    # The mempool

    def coin(self, outpoint: OutPoint) -> Coin | None:
        parent = self.waiting.get(outpoint[0])
        if parent is not None and outpoint[1] < len(parent.transaction.outputs):
            return Coin(parent.transaction.outputs[outpoint[1]], None, False)
        return self.coins.get(outpoint)

    def rivals(self, transaction: Transaction) -> list[str]:
        """Waiting transactions that spend a coin which this one spends."""
        spent = {item.outpoint for item in transaction.inputs}
        return [
            txid
            for txid, other in self.waiting.items()
            if txid != transaction.txid and any(item.outpoint in spent for item in other.transaction.inputs)
        ]

    def with_descendants(self, txids: list[str]) -> list[str]:
        found = list(txids)
        for txid in found:
            for child, other in self.waiting.items():
                if child not in found and any(item.txid == txid for item in other.transaction.inputs):
                    found.append(child)
        return found

    def ancestors(self, transaction: Transaction) -> set[str]:
        found: set[str] = set()
        todo = [item.txid for item in transaction.inputs]
        while todo:
            txid = todo.pop()
            if txid in self.waiting and txid not in found:
                found.add(txid)
                todo += [item.txid for item in self.waiting[txid].transaction.inputs]
        return found

    def drop(self, txid: str) -> list[str]:
        gone = self.with_descendants([txid]) if txid in self.waiting else []
        for each in gone:
            del self.waiting[each]
        return gone

    def spender(self, outpoint: OutPoint) -> str | None:
        for txid, other in self.waiting.items():
            if any(item.outpoint == outpoint for item in other.transaction.inputs):
                return txid
        return self.spenders.get(outpoint)

    def check(self, transaction: Transaction, by_policy: bool = True) -> tuple[int, list[str]]:
        """Judges a transaction for the mempool; the fee, and what it would replace."""
        if transaction.txid in self.waiting:
            raise Refusal(-27, "txn-already-in-mempool")
        if transaction.txid in self.heights:
            raise Refusal(-27, "Transaction outputs already in utxo set")
        if by_policy:
            self.check_standard(transaction)
        spent = []
        for item in transaction.inputs:
            coin = self.coin(item.outpoint)
            if coin is None:
                raise Refusal(-25, "bad-txns-inputs-missingorspent")
            if coin.is_coinbase and self.height + 1 - (coin.height or 0) < 100:
                raise Refusal(-26, "bad-txns-premature-spend-of-coinbase")
            spent.append(coin.output)
        fee = sum(item.value for item in spent) - sum(item.value for item in transaction.outputs)
        if fee < 0:
            raise Refusal(-26, "bad-txns-in-belowout")
        needed = transaction.virtual_size * self.relay_fee // 1_000
        if by_policy and fee < needed:
            raise Refusal(-26, f"min relay fee not met, {fee} < {needed}")
        if len(self.ancestors(transaction)) >= 25:
            raise Refusal(-26, "too-long-mempool-chain")
        replaced = self.check_replacement(transaction, fee)
        wrong = self.chain.wrong_input(transaction, spent)
        if wrong is not None:
            raise Refusal(-26, f"mempool-script-verify-flag-failed (input {wrong})")
        return fee, replaced

    def check_standard(self, transaction: Transaction) -> None:
        if transaction.version not in (1, 2, 3):
            raise Refusal(-26, "version")
        if transaction.weight > 400_000:
            raise Refusal(-26, "tx-size")
        if transaction.locktime >= 500_000_000:
            is_final = transaction.locktime < self.chain.start + self.height - 5
        else:
            is_final = transaction.locktime <= self.height
        if not is_final and any(item.sequence != 0xFFFFFFFF for item in transaction.inputs):
            raise Refusal(-26, "non-final")
        for output in transaction.outputs:
            if not is_standard(output.script):
                raise Refusal(-26, "scriptpubkey")
            if output.value < dust_limit(output):
                raise Refusal(-26, "dust")
        if any(has_high_s(item) for item in transaction.inputs):
            raise Refusal(-26, "mempool-script-verify-flag-failed (Non-canonical signature: S value is unnecessarily high)")

    def check_replacement(self, transaction: Transaction, fee: int) -> list[str]:
        """The five rules of BIP-0125, with the demand to signal that nodes before Bitcoin Core 28 made."""
        rivals = self.rivals(transaction)
        if not rivals:
            return []
        for rival in rivals:
            if all(item.sequence >= 0xFFFFFFFE for item in self.waiting[rival].transaction.inputs):
                raise Refusal(-26, "txn-mempool-conflict")
        replaced = self.with_descendants(rivals)
        if self.ancestors(transaction) & set(replaced):
            raise Refusal(-26, "bad-txns-spends-conflicting-tx")
        old_parents = {item.txid for rival in rivals for item in self.waiting[rival].transaction.inputs}
        if any(item.txid in self.waiting and item.txid not in old_parents for item in transaction.inputs):
            raise Refusal(-26, "replacement-adds-unconfirmed")
        if len(replaced) > 100:
            raise Refusal(-26, "too many potential replacements")
        for rival in rivals:
            other = self.waiting[rival]
            # Whole satoshis for 1,000 bytes, as nodes compared them before Bitcoin Core 30.
            if fee * 1_000 // transaction.virtual_size <= other.fee * 1_000 // other.transaction.virtual_size:
                raise Refusal(-26, "insufficient fee, rejecting replacement; new feerate <= old feerate")
        old_fees = sum(self.waiting[txid].fee for txid in replaced)
        if fee < old_fees + transaction.virtual_size * self.relay_fee // 1_000:
            raise Refusal(-26, "insufficient fee, rejecting replacement; not enough additional fees to relay")
        return replaced

    def accept(self, transaction: Transaction, now: int, by_policy: bool = True) -> None:
        fee, replaced = self.check(transaction, by_policy)
        for txid in replaced:
            self.waiting.pop(txid, None)
        self.waiting[transaction.txid] = Waiting(transaction, fee, now)

    # Blocks

    def mine(self, script: bytes = ANYONE_CAN_SPEND) -> str:
        """Puts everything that waits into a block."""
        transactions = [item.transaction for item in self.waiting.values()]
        fees = sum(item.fee for item in self.waiting.values())
        return self.mine_these(transactions, fees, script)

    def mine_these(self, transactions: list[Transaction], fees: int, script: bytes = ANYONE_CAN_SPEND) -> str:
        block = self.chain.mine(self.height, self.chain.hash(self.height), script, transactions, fees)
        if self.chain.hash(self.chain.height) != block:
            raise Refusal(-1, "the kernel refused the block")
        self.catch_up()
        return block[::-1].hex()

    def reorganise(self, depth: int, keep: bool, now: int) -> None:
        """Replaces the last blocks by one more empty ones; what they held waits again, or is lost."""
        parent = self.height - depth
        lost = [self.transactions[txid] for _, _, txids in self.blocks[parent + 1 :] for txid in txids[1:]]
        lost += [item.transaction for item in self.waiting.values()]
        previous = self.chain.hash(parent)
        for height in range(parent, parent + depth + 1):
            previous = self.chain.mine(height, previous, ANYONE_CAN_SPEND, [], 0)
        self.waiting.clear()
        self.rebuild()
        for transaction in lost if keep else []:
            try:
                self.accept(transaction, now, by_policy=False)
            except Refusal:
                pass  # it stood on a reward that is gone
