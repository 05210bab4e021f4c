# SPDX-License-Identifier: MIT
"""An Ethereum node: eth-tester's chain (py-evm executes it) behind JSON-RPC, with a mempool of ours in front.

    ethereum_node.py FOLDER

The mempool refuses what geth refuses, in geth's words, and checks the chain id, which eth-tester does not.
For tests: test_fund [address, hex amount], test_deployToken [symbol, decimals, hex supply], test_giveTokens
[token, address, hex amount], test_autoMine [bool], test_mine [blocks], test_dropFromPool [hash],
test_fundByContract [address, hex amount], test_keepStates [blocks, or null for all], test_takeDataFee [wei a byte].
"""
import threading
import warnings
from dataclasses import dataclass
from pathlib import Path

warnings.filterwarnings("ignore")

import rlp  # noqa: E402
from eth_abi import decode as abi_decode, encode as abi_encode  # noqa: E402
from eth_account import Account  # noqa: E402
from eth_account.typed_transactions import TypedTransaction  # noqa: E402
from eth_utils import keccak, to_canonical_address, to_checksum_address  # noqa: E402
from hexbytes import HexBytes  # noqa: E402
from web3 import EthereumTesterProvider, Web3  # noqa: E402

from peer import Refusal, serve  # noqa: E402

# A contract that hands on what it is paid to the address in the data of the call, and the code that puts it on the chain.
FORWARDER = bytes.fromhex("600f80600b6000396000f3" "600060006000600034600035" "5af100")
# Where networks above Ethereum say what they take for the data of a transaction.
ORACLE = "0x420000000000000000000000000000000000000f"
BUMP = 110  # a replacement pays at least so many hundredths of both fees


@dataclass
class Sent:
    raw: bytes
    hash: str
    sender: str
    nonce: int
    gas: int
    fee: int  # the most for each gas
    tip: int
    value: int
    chain_id: int | None  # legacy transactions may have none

    @staticmethod
    def decode(raw: bytes) -> "Sent":
        if raw[:1] and raw[0] < 0x80:
            fields = TypedTransaction.from_bytes(HexBytes(raw)).as_dict()
            fee = fields.get("maxFeePerGas", fields.get("gasPrice"))
            tip = fields.get("maxPriorityFeePerGas", fee)
            nonce, gas, value, chain = (fields[name] for name in ("nonce", "gas", "value", "chainId"))
        else:
            parts = rlp.decode(raw)
            nonce, fee, gas = (int.from_bytes(part, "big") for part in parts[:3])
            value, v = int.from_bytes(parts[4], "big"), int.from_bytes(parts[6], "big")
            tip, chain = fee, (v - 35) // 2 if v >= 35 else None
        sender = Account.recover_transaction(raw)
        return Sent(raw, "0x" + keccak(raw).hex(), sender, nonce, gas, fee, tip, value, chain)

    @property
    def cost(self) -> int:
        return self.gas * self.fee + self.value


def plain(value: object) -> object:
    """What JSON-RPC writes for a value of Python."""
    if isinstance(value, bytes):
        return "0x" + bytes(value).hex()
    if hasattr(value, "items"):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, int) and not isinstance(value, bool):
        return hex(value)
    return value


class Node:
    def __init__(self) -> None:
        provider = EthereumTesterProvider()
        web3 = Web3(provider)
        # Without it, answers would be in Python's own words and not in those of the wire.
        web3.middleware_onion.clear()
        self.request = provider.request_func(web3, web3.middleware_onion)
        self.tester = provider.ethereum_tester
        self.tester.disable_auto_mine_transactions()
        self.backend = self.tester.backend
        self.chain_id = int(self.ask("eth_chainId", []), 16)
        self.pool: dict[tuple[str, int], Sent] = {}
        self.mines_at_once = True
        self.kept_states: int | None = None
        self.forwarder: str | None = None
        self.data_price = 0
        self.bank = self.backend.account_keys[0]

    def ask(self, method: str, params: list) -> object:
        answer = dict(self.request(method, params))
        error = answer.get("error")
        if error is not None:
            raise Refusal(*(error["code"], error["message"]) if isinstance(error, dict) else (-32000, str(error)))
        return plain(answer.get("result"))

    def call(self, method: str, params: list) -> object:
        own = getattr(self, method, None) if method.startswith(("eth_", "test_")) else None
        try:
            return own(*params) if own else self.ask(method, params)
        except Refusal:
            raise
        except Exception as error:
            words = str(error)
            if "revert" in words.lower() or type(error).__name__ == "TransactionFailed":
                raise Refusal(3, "execution reverted: " + words.removeprefix("execution reverted: ")) from None
            raise Refusal(-32000, f"{type(error).__name__}: {words}") from None

    # The mempool

    def nonce(self, sender: str) -> int:
        return self.backend.get_nonce(to_canonical_address(sender))

    def past(self, block: str) -> int | str:
        """The block of a question; an ordinary node keeps the states of the newest blocks only."""
        if not block.startswith("0x"):
            return "latest"
        number = int(block, 16)
        newest = int(self.ask("eth_blockNumber", []), 16)
        if number > newest:
            raise Refusal(-32000, "header not found")
        if self.kept_states is not None and newest - number >= self.kept_states:
            raise Refusal(-32000, f"missing trie node {number:064x} (path ) state 0x{number:064x} is not available")
        return number

    def eth_getBalance(self, address: str, block: str = "latest") -> str:
        return hex(self.backend.get_balance(to_canonical_address(address), self.past(block)))

    def eth_getTransactionCount(self, address: str, block: str = "latest") -> str:
        if block.startswith("0x"):
            return hex(self.backend.get_nonce(to_canonical_address(address), self.past(block)))
        address = to_checksum_address(address)
        count = self.nonce(address)
        while block == "pending" and (address, count) in self.pool:
            count += 1
        return hex(count)

    def eth_sendRawTransaction(self, text: str) -> str:
        try:
            sent = Sent.decode(bytes.fromhex(text.removeprefix("0x")))
        except Exception as error:
            raise Refusal(-32000, f"rlp: {error}") from None
        if sent.chain_id not in (None, self.chain_id):
            raise Refusal(-32000, f"invalid chain id for signer: have {sent.chain_id} want {self.chain_id}")
        waiting = self.pool.get((sent.sender, sent.nonce))
        if waiting and waiting.hash == sent.hash:
            raise Refusal(-32000, "already known")
        count = self.nonce(sent.sender)
        if sent.nonce < count:
            raise Refusal(-32000, f"nonce too low: next nonce {count}, tx nonce {sent.nonce}")
        if sent.tip > sent.fee:
            raise Refusal(-32000, "max priority fee per gas higher than max fee per gas")
        if sent.gas < 21_000:
            raise Refusal(-32000, f"intrinsic gas too low: gas {sent.gas}, minimum needed 21000")
        others = [each for each in self.pool.values() if each.sender == sent.sender and each.nonce != sent.nonce]
        balance = self.backend.get_balance(to_canonical_address(sent.sender)) - sum(each.cost for each in others)
        if balance < sent.cost:
            short = f"balance {balance}, tx cost {sent.cost}, overshot {sent.cost - balance}"
            raise Refusal(-32000, f"insufficient funds for gas * price + value: {short}")
        if waiting and (sent.fee * 100 < waiting.fee * BUMP or sent.tip * 100 < waiting.tip * BUMP):
            raise Refusal(-32000, "replacement transaction underpriced")
        self.pool[sent.sender, sent.nonce] = sent
        if self.mines_at_once:
            self.mine()
        return sent.hash

    def mine(self) -> None:
        """Puts what can follow, and pays the base fee, into a block, in the order of each sender's nonces."""
        base_fee = int(self.ask("eth_getBlockByNumber", ["pending", False])["baseFeePerGas"], 16)
        for key in sorted(self.pool, key=lambda key: key[1]):
            sent = self.pool[key]
            # The pending state already knows what this loop has put in.
            count = self.backend.get_nonce(to_canonical_address(sent.sender), "pending")
            if sent.nonce == count and sent.fee >= base_fee:
                del self.pool[key]
                self.backend.send_raw_transaction(sent.raw)
        self.tester.mine_blocks(1)
        self.pool = {key: sent for key, sent in self.pool.items() if sent.nonce >= self.nonce(sent.sender)}

    def eth_getCode(self, address: str, block: str = "latest") -> str:
        return "0xfe" if self.data_price and address.lower() == ORACLE else self.ask("eth_getCode", [address, block])

    def eth_call(self, fields: dict, block: str = "latest") -> object:
        if not self.data_price or fields.get("to", "").lower() != ORACLE:
            return self.ask("eth_call", [fields, block])
        data = bytes.fromhex(fields["data"].removeprefix("0x"))
        (unsigned,) = abi_decode(["bytes"], data[4:])
        if data[:4] != keccak(b"getL1Fee(bytes)")[:4] or unsigned[0] != 2 or len(rlp.decode(unsigned[1:])) != 9:
            raise Refusal(3, "execution reverted")
        return "0x" + abi_encode(["uint256"], [len(unsigned) * self.data_price]).hex()

    def eth_getTransactionByHash(self, name: str) -> object:
        for sent in self.pool.values():
            if sent.hash == name:
                waiting = {"hash": name, "from": sent.sender, "nonce": sent.nonce, "blockNumber": None}
                return plain(waiting | {"value": sent.value, "gas": sent.gas, "maxFeePerGas": sent.fee})
        return self.ask("eth_getTransactionByHash", [name])

    def eth_feeHistory(self, count: str, newest: str, percentiles: list[float] = []) -> dict:
        """Also for blocks in the middle of the chain, and with rewards, which eth-tester leaves out."""
        last = int(self.ask("eth_blockNumber", []), 16) if newest in ("latest", "pending") else int(newest, 16)
        first = max(0, last - int(count, 16) + 1)
        blocks = [self.ask("eth_getBlockByNumber", [hex(number), False]) for number in range(first, last + 1)]
        rewards = []
        for block in blocks:
            receipts = [self.ask("eth_getTransactionReceipt", [name]) for name in block["transactions"]]
            base_fee = int(block["baseFeePerGas"], 16)
            tips = sorted((int(each["effectiveGasPrice"], 16) - base_fee for each in receipts)) or [0]
            rewards.append([hex(tips[min(len(tips) - 1, int(len(tips) * each / 100))]) for each in percentiles])
        following = self.ask("eth_getBlockByNumber", ["pending", False])
        return {
            "oldestBlock": hex(first),
            "baseFeePerGas": [block["baseFeePerGas"] for block in [*blocks, following]],
            "gasUsedRatio": [int(block["gasUsed"], 16) / int(block["gasLimit"], 16) for block in blocks],
            "reward": rewards,
        }

    # For tests

    def pay(self, fields: dict) -> str:
        """Sends a transaction of the richest account, in a block of its own; the receipt's hash."""
        head = self.ask("eth_getBlockByNumber", ["latest", False])
        fields = {"gas": 3_000_000, "gasPrice": 2 * int(head["baseFeePerGas"], 16) + 1, "value": 0} | fields
        fields |= {"nonce": self.nonce(self.bank.public_key.to_checksum_address()), "chainId": self.chain_id}
        signed = Account.sign_transaction(fields, self.bank.to_bytes())
        self.backend.send_raw_transaction(bytes(signed.raw_transaction))
        self.tester.mine_blocks(1)
        return "0x" + bytes(signed.hash).hex()

    def test_fund(self, address: str, amount: str) -> str:
        return self.pay({"to": to_checksum_address(address), "value": int(amount, 16)})

    def test_fundByContract(self, address: str, amount: str) -> str:
        """Pays by a contract: no transaction of the block names the address."""
        if self.forwarder is None:
            made = self.pay({"data": FORWARDER})
            self.forwarder = self.ask("eth_getTransactionReceipt", [made])["contractAddress"]
        receiver = bytes(12) + to_canonical_address(address)
        return self.pay({"to": to_checksum_address(self.forwarder), "data": receiver, "value": int(amount, 16)})

    def test_takeDataFee(self, price: int) -> None:
        """Answers as a network that keeps its data on Ethereum; nothing is really taken."""
        self.data_price = price

    def test_keepStates(self, blocks: int | None) -> None:
        self.kept_states = blocks

    def test_deployToken(self, symbol: str, decimals: int, supply: str) -> str:
        code = bytes.fromhex((Path(__file__).parent / "Token/Token.hex").read_text().strip())
        values = ["Token for tests", symbol, decimals, int(supply, 16)]
        name = self.pay({"data": code + abi_encode(["string", "string", "uint8", "uint256"], values)})
        return self.ask("eth_getTransactionReceipt", [name])["contractAddress"]

    def test_giveTokens(self, token: str, address: str, amount: str) -> str:
        values = abi_encode(["address", "uint256"], [to_checksum_address(address), int(amount, 16)])
        return self.pay({"to": to_checksum_address(token), "data": keccak(b"transfer(address,uint256)")[:4] + values})

    def test_autoMine(self, is_on: bool) -> None:
        self.mines_at_once = is_on

    def test_mine(self, blocks: int = 1) -> None:
        for _ in range(blocks):
            self.mine()

    def test_dropFromPool(self, name: str) -> None:
        self.pool = {key: sent for key, sent in self.pool.items() if sent.hash != name}


if __name__ == "__main__":
    # py-evm goes deep.
    threading.stack_size(64 << 20)
    node = Node()
    serve(node.call)
