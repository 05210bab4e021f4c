# SPDX-License-Identifier: MIT
"""A Bitcoin node on regtest: Bitcoin Core's RPC (user and password "peer") and, under /api, Esplora's interface.

    bitcoin_node.py FOLDER

The blocks are judged by Bitcoin Core's own code; the mempool's policy, the index and the RPC are ours.
Beyond Core's methods: fund [[address, satoshis]...], reorganise [depth, keep], dropfrommempool [txid], setrelayfee, setfeerate
[satoshis or 0 for none], setfilterindex [bool].
"""
import struct
import sys
import time

from embit.descriptor import Descriptor
from embit.networks import NETWORKS
from embit.script import address_to_scriptpubkey

import esplora
from bitcoin_chain import ANYONE_CAN_SPEND, Chain
from bitcoin_mempool import Ledger
from bitcoin_transaction import Output, Transaction, write_count
from peer import Refusal, coins, serve


def script_of(address: str) -> bytes:
    try:
        return address_to_scriptpubkey(address).data
    except Exception:
        raise Refusal(-5, "Invalid address") from None


class Node:
    def __init__(self, folder: str):
        self.ledger = Ledger(Chain(folder))
        self.fee_rate = 2_000  # what an estimate says, satoshis for 1,000 virtual bytes
        self.has_filters = True

    def call(self, method: str, params: list) -> object:
        found = getattr(self, "rpc_" + method, None)
        if found is None:
            raise Refusal(-32601, "Method not found")
        try:
            return found(**params) if isinstance(params, dict) else found(*params)
        except TypeError as error:
            raise Refusal(-1, str(error)) from None

    # Blocks

    def rpc_getblockcount(self) -> int:
        return self.ledger.height

    def rpc_getbestblockhash(self) -> str:
        return self.ledger.blocks[-1][0]

    def rpc_getblockhash(self, height: int) -> str:
        if not 0 <= height <= self.ledger.height:
            raise Refusal(-8, "Block height out of range")
        return self.ledger.blocks[height][0]

    def height_of(self, block: str) -> int:
        for height, (name, _, _) in enumerate(self.ledger.blocks):
            if name == block:
                return height
        raise Refusal(-5, "Block not found")

    def rpc_getblock(self, block: str, verbosity: int = 1) -> object:
        height = self.height_of(block)
        _, raw, txids = self.ledger.blocks[height]
        if not verbosity:
            return raw.hex()
        whole = [{"txid": txid, "hex": self.ledger.transactions[txid].raw.hex()} for txid in txids]
        return self.head(height) | {"tx": txids if int(verbosity) == 1 else whole}

    def rpc_getblockheader(self, block: str, verbose: bool = True) -> object:
        height = self.height_of(block)
        return self.head(height) if verbose else self.ledger.blocks[height][1][:80].hex()

    def head(self, height: int) -> dict:
        name, raw, txids = self.ledger.blocks[height]
        return {
            "hash": name,
            "confirmations": self.ledger.height - height + 1,
            "height": height,
            "time": struct.unpack("<I", raw[68:72])[0],
            "previousblockhash": raw[4:36][::-1].hex(),
            "nTx": len(txids),
        }

    def rpc_getblockchaininfo(self) -> dict:
        return {
            "chain": "regtest",
            "blocks": self.ledger.height,
            "headers": self.ledger.height,
            "bestblockhash": self.ledger.blocks[-1][0],
            "initialblockdownload": False,
        }

    # The node

    def rpc_getnetworkinfo(self) -> dict:
        fee = coins(self.ledger.relay_fee)
        return {"version": 310000, "subversion": "/Satoshi:31.0.0/", "relayfee": fee, "incrementalfee": fee}

    def rpc_getmempoolinfo(self) -> dict:
        fee = coins(self.ledger.relay_fee)
        return {
            "loaded": True,
            "size": len(self.ledger.waiting),
            "mempoolminfee": fee,
            "minrelaytxfee": fee,
            "incrementalrelayfee": fee,
        }

    def rpc_getindexinfo(self, index_name: str = "") -> dict:
        state = {"synced": True, "best_block_height": self.ledger.height}
        indexes = ["txindex", "txospenderindex"] + ["basic block filter index"] * self.has_filters
        return {name: state for name in indexes if index_name in ("", name)}

    def rpc_estimatesmartfee(self, conf_target: int = 6, estimate_mode: str = "") -> dict:
        if not self.fee_rate:
            return {"errors": ["Insufficient data or no feerate found"], "blocks": conf_target}
        return {"feerate": coins(self.fee_rate), "blocks": conf_target}

    def rpc_setfilterindex(self, is_on: bool) -> None:
        self.has_filters = is_on

    def rpc_setrelayfee(self, rate: int) -> None:
        self.ledger.relay_fee = rate

    def rpc_setfeerate(self, rate: int) -> None:
        self.fee_rate = rate

    # Transactions

    def transaction(self, txid: str) -> Transaction:
        if txid in self.ledger.waiting:
            return self.ledger.waiting[txid].transaction
        if txid in self.ledger.transactions:
            return self.ledger.transactions[txid]
        raise Refusal(-5, "No such mempool or blockchain transaction. Use gettransaction for wallet transactions.")

    def rpc_getrawtransaction(self, txid: str, verbose: int = 0, blockhash: str = "") -> object:
        found = self.transaction(txid)
        if not verbose:
            return found.raw.hex()
        result = {"txid": txid, "hex": found.raw.hex(), "vsize": found.virtual_size}
        height = self.ledger.heights.get(txid)
        if height is not None:
            head = self.head(height)
            result |= {"blockhash": head["hash"], "confirmations": head["confirmations"], "blocktime": head["time"]}
        return result

    def rpc_getrawmempool(self, verbose: bool = False) -> object:
        if not verbose:
            return list(self.ledger.waiting)
        return {txid: self.rpc_getmempoolentry(txid) for txid in self.ledger.waiting}

    def rpc_getmempoolentry(self, txid: str) -> dict:
        item = self.ledger.waiting.get(txid)
        if item is None:
            raise Refusal(-5, "Transaction not in mempool")
        return {"vsize": item.transaction.virtual_size, "time": item.time, "fees": {"base": coins(item.fee)}}

    def parsed(self, text: str) -> Transaction:
        try:
            return Transaction.parse(bytes.fromhex(text))
        except Exception:
            raise Refusal(-22, "TX decode failed. Make sure the tx has at least one input.") from None

    def rpc_getmempooldescendants(self, txid: str, verbose: bool = False) -> object:
        if txid not in self.ledger.waiting:
            raise Refusal(-5, "Transaction not in mempool")
        found = [each for each in self.ledger.with_descendants([txid]) if each != txid]
        return {each: self.rpc_getmempoolentry(each) for each in found} if verbose else found

    def rpc_sendrawtransaction(self, hexstring: str, maxfeerate: float = 0.1) -> str:
        transaction = self.parsed(hexstring)
        if transaction.txid in self.ledger.waiting:
            return transaction.txid  # as Core: sending again is no error while it waits
        fee, _ = self.ledger.check(transaction)
        if maxfeerate and fee > float(maxfeerate) * 100_000 * transaction.virtual_size:
            raise Refusal(-25, "Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)")
        self.ledger.accept(transaction, int(time.time()))
        return transaction.txid

    def rpc_testmempoolaccept(self, rawtxs: list[str], maxfeerate: float = 0.1) -> list[dict]:
        results = []
        for text in rawtxs:
            transaction = self.parsed(text)
            try:
                fee, _ = self.ledger.check(transaction)
                size = {"vsize": transaction.virtual_size, "fees": {"base": coins(fee)}}
                results.append({"txid": transaction.txid, "allowed": True} | size)
            except Refusal as refusal:
                reason = refusal.error["message"]
                results.append({"txid": transaction.txid, "allowed": False, "reject-reason": reason})
        return results

    def rpc_gettxout(self, txid: str, n: int, include_mempool: bool = True) -> dict | None:
        coin = self.ledger.coin((txid, n)) if include_mempool else self.ledger.coins.get((txid, n))
        if coin is None or include_mempool and self.ledger.spender((txid, n)):
            return None
        confirmations = 0 if coin.height is None else self.ledger.height - coin.height + 1
        return {
            "bestblock": self.ledger.blocks[-1][0],
            "confirmations": confirmations,
            "value": coins(coin.output.value),
            "scriptPubKey": {"hex": coin.output.script.hex()},
            "coinbase": coin.is_coinbase,
        }

    def rpc_gettxspendingprevout(self, outputs: list[dict], options: object = None) -> list[dict]:
        results = []
        for item in outputs:
            spender = self.ledger.spender((item["txid"], item["vout"]))
            results.append(dict(item) | ({"spendingtxid": spender} if spender else {}))
        return results

    def rpc_scantxoutset(self, action: str, scanobjects: list | None = None) -> dict:
        """Descriptors addr(…) and raw(…), and what embit understands; without the mempool, as in Core."""
        if action != "start":
            return {}
        scripts = self.scripts(scanobjects or [])
        unspents = [
            {
                "txid": txid,
                "vout": index,
                "scriptPubKey": coin.output.script.hex(),
                "desc": scripts[coin.output.script],
                "amount": coins(coin.output.value),
                "coinbase": coin.is_coinbase,
                "height": coin.height,
                "confirmations": self.ledger.height - (coin.height or 0) + 1,
            }
            for (txid, index), coin in self.ledger.coins.items()
            if coin.output.script in scripts
        ]
        total = sum(self.ledger.coins[item["txid"], item["vout"]].output.value for item in unspents)
        return {
            "success": True,
            "txouts": len(self.ledger.coins),
            "height": self.ledger.height,
            "bestblock": self.ledger.blocks[-1][0],
            "unspents": unspents,
            "total_amount": coins(total),
        }

    def rpc_scanblocks(self, action: str, scanobjects: list | None = None, start_height: int = 0) -> dict:
        if not self.has_filters:
            raise Refusal(-1, "Index is not enabled for filtertype basic")
        hashes = {Output(0, script).script_hash for script in self.scripts(scanobjects or [])}
        txids = {txid for name in hashes for txid in self.ledger.histories.get(name, [])}
        heights = sorted({self.ledger.heights[txid] for txid in txids})
        names = [self.ledger.blocks[height][0] for height in heights if height >= start_height]
        return {"from_height": start_height, "to_height": self.ledger.height, "relevant_blocks": names, "completed": True}

    @staticmethod
    def scripts(scanobjects: list) -> dict[bytes, str]:
        """Scripts, with the descriptor that each comes from."""
        scripts = {}
        for item in scanobjects:
            text = (item if isinstance(item, str) else item["desc"]).split("#")[0]
            if text.startswith("addr("):
                scripts[script_of(text[5:-1])] = text
            elif text.startswith("raw("):
                scripts[bytes.fromhex(text[4:-1])] = text
            else:
                last = 0 if isinstance(item, str) else item.get("range", 1_000)
                for index in range((last if isinstance(last, int) else last[1]) + 1):
                    scripts[Descriptor.from_string(text).derive(index).script_pubkey().data] = text
        return scripts

    # For tests

    def rpc_generatetoaddress(self, nblocks: int, address: str) -> list[str]:
        return [self.ledger.mine(script_of(address)) for _ in range(nblocks)]

    def rpc_generate(self, nblocks: int) -> list[str]:
        return [self.ledger.mine() for _ in range(nblocks)]

    def rpc_fund(self, payments: list[list]) -> str:
        """Pays from the node's own rewards, which anyone can spend, in a block of its own; the transaction's id."""
        wanted = sum(satoshis for _, satoshis in payments)
        while True:
            ripe = [
                (outpoint, coin)
                for outpoint, coin in self.ledger.coins.items()
                if coin.output.script == ANYONE_CAN_SPEND
                and (not coin.is_coinbase or self.ledger.height + 1 - (coin.height or 0) >= 100)
            ]
            chosen, total = [], 0
            for outpoint, coin in ripe:
                chosen.append(outpoint)
                total += coin.output.value
                if total >= wanted:
                    break
            if total >= wanted:
                break
            self.ledger.mine_these([], 0)
        outputs = [(satoshis, script_of(address)) for address, satoshis in payments]
        outputs.append((total - wanted, ANYONE_CAN_SPEND))
        raw = struct.pack("<i", 2) + write_count(len(chosen))
        raw += b"".join(bytes.fromhex(txid)[::-1] + struct.pack("<I", index) + b"\0" + b"\xff" * 4 for txid, index in chosen)
        raw += write_count(len(outputs))
        raw += b"".join(struct.pack("<q", value) + write_count(len(script)) + script for value, script in outputs)
        transaction = Transaction.parse(raw + bytes(4))
        self.ledger.mine_these([transaction], 0)
        return transaction.txid

    def rpc_reorganise(self, depth: int, keep: bool = True) -> None:
        self.ledger.reorganise(depth, keep, int(time.time()))

    def rpc_dropfrommempool(self, txid: str) -> list[str]:
        return self.ledger.drop(txid)


if __name__ == "__main__":
    node = Node(sys.argv[1])
    pages = esplora.Pages(node.ledger, node.call, NETWORKS["regtest"])
    serve(node.call, pages.answer, password="peer:peer", version=None)
