# SPDX-License-Identifier: MIT
"""The part of Esplora's HTTP interface that wallets use, <https://github.com/Blockstream/esplora/blob/master/API.md>."""
import hashlib
import json
import struct
from collections.abc import Callable

from embit.script import Script, address_to_scriptpubkey

from bitcoin_chain import merkle_branch
from bitcoin_mempool import Ledger
from bitcoin_transaction import Output, Transaction
from peer import Refusal, coins

PAGE = 25  # confirmed transactions in one answer


class Pages:
    def __init__(self, ledger: Ledger, call: Callable[[str, list], object], network: dict):
        self.ledger = ledger
        self.call = call
        self.network = network

    def answer(self, path: str, body: bytes) -> tuple[int, bytes, str]:
        """Status, body and media type; everything is below /api."""
        parts = [part for part in path.split("?")[0].split("/") if part]
        if parts[:1] != ["api"]:
            return 404, b"Not found", "text/plain"
        try:
            found = self.page(parts[1:], body)
        except Refusal as refusal:
            error = json.dumps(refusal.error)
            return 400, f"sendrawtransaction RPC error: {error}".encode(), "text/plain"
        except (KeyError, IndexError, ValueError):
            found = None
        if found is None:
            return 404, b"Not found", "text/plain"
        if isinstance(found, str):
            return 200, found.encode(), "text/plain"
        return 200, json.dumps(found).encode(), "application/json"

    def page(self, parts: list[str], body: bytes) -> object:
        match parts:
            case ["blocks", "tip", "height"]:
                return str(self.ledger.height)
            case ["blocks", "tip", "hash"]:
                return self.ledger.blocks[-1][0]
            case ["block-height", height]:
                return self.ledger.blocks[int(height)][0]
            case ["block", name, "header"]:
                return self.block(name)[1][:80].hex()
            case ["fee-estimates"]:
                feerate = self.call("estimatesmartfee", [2]).get("feerate", coins(0))
                return {str(blocks): float(feerate * 100_000) for blocks in [1, 2, 3, 6, 144, 1008] if feerate}
            case ["tx"]:
                return self.call("sendrawtransaction", [body.decode()])
            case ["tx", txid, *rest]:
                return self.transaction_page(self.find(txid), rest)
            case ["address", address, *rest]:
                script = address_to_scriptpubkey(address).data
                return self.script_page(hashlib.sha256(script).hexdigest(), {"address": address}, rest)
            case ["scripthash", name, *rest]:
                return self.script_page(name, {"scripthash": name}, rest)
        return None

    def block(self, name: str) -> tuple[str, bytes, list[str]]:
        return next(block for block in self.ledger.blocks if block[0] == name)

    def find(self, txid: str) -> Transaction:
        waiting = self.ledger.waiting.get(txid)
        return waiting.transaction if waiting else self.ledger.transactions[txid]

    def transaction_page(self, transaction: Transaction, rest: list[str]) -> object:
        match rest:
            case []:
                return self.transaction(transaction)
            case ["hex"]:
                return transaction.raw.hex()
            case ["status"]:
                return self.status(transaction.txid)
            case ["merkle-proof"]:
                height = self.ledger.heights[transaction.txid]
                txids = self.ledger.blocks[height][2]
                position = txids.index(transaction.txid)
                branch = merkle_branch([bytes.fromhex(txid)[::-1] for txid in txids], position)
                return {"block_height": height, "merkle": [item[::-1].hex() for item in branch], "pos": position}
            case ["outspend", index]:
                return self.outspend(transaction.txid, int(index))
            case ["outspends"]:
                return [self.outspend(transaction.txid, index) for index in range(len(transaction.outputs))]
        return None

    def outspend(self, txid: str, index: int) -> dict:
        spender = self.ledger.spender((txid, index))
        if spender is None:
            return {"spent": False}
        inputs = [item.outpoint for item in self.find(spender).inputs]
        return {"spent": True, "txid": spender, "vin": inputs.index((txid, index)), "status": self.status(spender)}

    def status(self, txid: str) -> dict:
        height = self.ledger.heights.get(txid)
        if height is None:
            return {"confirmed": False}
        name, raw, _ = self.ledger.blocks[height]
        time = struct.unpack("<I", raw[68:72])[0]
        return {"confirmed": True, "block_height": height, "block_hash": name, "block_time": time}

    def output(self, output: Output) -> dict:
        result = {"scriptpubkey": output.script.hex(), "value": output.value}
        try:
            return result | {"scriptpubkey_address": Script(output.script).address(self.network)}
        except Exception:
            return result  # not every script has an address

    def transaction(self, transaction: Transaction) -> dict:
        inputs, total = [], 0
        for item in transaction.inputs:
            entry = {
                "txid": item.txid,
                "vout": item.index,
                "scriptsig": item.script.hex(),
                "is_coinbase": transaction.is_coinbase,
                "sequence": item.sequence,
                "witness": [part.hex() for part in item.witness],
                "prevout": None,
            }
            if not transaction.is_coinbase:
                previous = self.find(item.txid).outputs[item.index]
                total += previous.value
                entry["prevout"] = self.output(previous)
            inputs.append(entry)
        fee = 0 if transaction.is_coinbase else total - sum(item.value for item in transaction.outputs)
        return {
            "txid": transaction.txid,
            "version": transaction.version,
            "locktime": transaction.locktime,
            "vin": inputs,
            "vout": [self.output(item) for item in transaction.outputs],
            "size": len(transaction.raw),
            "weight": transaction.weight,
            "fee": fee,
            "status": self.status(transaction.txid),
        }

    # Scripts

    def touches(self, transaction: Transaction, electrum_hash: str) -> bool:
        outputs = list(transaction.outputs)
        outputs += [self.find(item.txid).outputs[item.index] for item in transaction.inputs]
        return any(item.script_hash == electrum_hash for item in outputs)

    def script_page(self, name: str, head: dict, rest: list[str]) -> object:
        # Esplora writes the hash as it is, Electrum backwards.
        electrum_hash = bytes.fromhex(name)[::-1].hex()
        confirmed = [self.ledger.transactions[txid] for txid in self.ledger.histories.get(electrum_hash, [])][::-1]
        waiting = [item.transaction for item in self.ledger.waiting.values()]
        waiting = [item for item in waiting if self.touches(item, electrum_hash)]
        match rest:
            case []:
                return head | {
                    "chain_stats": self.totals(confirmed, electrum_hash),
                    "mempool_stats": self.totals(waiting, electrum_hash),
                }
            case ["txs"]:
                return [self.transaction(item) for item in waiting[:50] + confirmed[:PAGE]]
            case ["txs", "mempool"]:
                return [self.transaction(item) for item in waiting[:50]]
            case ["txs", "chain", *last]:
                txids = [item.txid for item in confirmed]
                start = txids.index(last[0]) + 1 if last else 0
                return [self.transaction(item) for item in confirmed[start : start + PAGE]]
            case ["utxo"]:
                return [
                    {"txid": item.txid, "vout": index, "status": self.status(item.txid), "value": output.value}
                    for item in confirmed + waiting
                    for index, output in enumerate(item.outputs)
                    if output.script_hash == electrum_hash and not self.ledger.spender((item.txid, index))
                ]
        return None

    def totals(self, transactions: list[Transaction], electrum_hash: str) -> dict:
        funded, spent = [], []
        for transaction in transactions:
            funded += [item.value for item in transaction.outputs if item.script_hash == electrum_hash]
            for item in [] if transaction.is_coinbase else transaction.inputs:
                previous = self.find(item.txid).outputs[item.index]
                if previous.script_hash == electrum_hash:
                    spent.append(previous.value)
        return {
            "funded_txo_count": len(funded),
            "funded_txo_sum": sum(funded),
            "spent_txo_count": len(spent),
            "spent_txo_sum": sum(spent),
            "tx_count": len(transactions),
        }
