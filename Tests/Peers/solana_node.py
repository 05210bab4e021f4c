# SPDX-License-Identifier: MIT
"""A Solana node: LiteSVM, which is Solana's own runtime in one process (PyPI: solders), behind JSON-RPC.

    solana_node.py FOLDER

There is one recent blockhash at a time and nothing is ever forked; commitments are accepted and mean nothing.
For tests: test_expireBlockhash [], test_createMint [decimals, program], test_giveTokens [mint, owner, amount],
test_lose [count: so many of the next transactions are accepted and lost], test_createNonce [authority].
"""
import base64
import struct

from embit import base58
from solders.account import Account
from solders.instruction import AccountMeta, Instruction
from solders.keypair import Keypair
from solders.litesvm import LiteSVM
from solders.message import from_bytes_versioned
from solders.pubkey import Pubkey
from solders.system_program import CreateAccountParams, create_account, create_nonce_account
from solders.transaction import Transaction, VersionedTransaction
from solders.transaction_metadata import FailedTransactionMetadata

from peer import Refusal, serve

TOKEN = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"
TOKEN_2022 = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb"
ASSOCIATED = Pubkey.from_string("ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL")
SYSTEM = Pubkey.from_string("11111111111111111111111111111111")
GENESIS = "9E7LsmGHmkCGHs5gPSRJrZQjHMMExWFZC73cSvKoFmmB"  # of no public network
LARGEST = 1_232  # bytes of a transaction, so that it fits one packet
FIRST_SLOT = 1_000
START = 1_700_000_000
OTHERS = ("sendTransaction", "simulateTransaction", "requestAirdrop")


def named(error: object) -> object:
    """A transaction's error as JSON-RPC writes it."""
    if type(error).__name__ == "TransactionErrorInstructionError":
        inner = error.err
        is_custom = type(inner).__name__ == "InstructionErrorCustom"
        return {"InstructionError": [error.index, {"Custom": inner.code} if is_custom else str(inner).split(".")[-1]]}
    return str(error).split(".")[-1]


def decoded(text: str, options: dict | None) -> tuple[VersionedTransaction, bytes]:
    encoding = (options or {}).get("encoding", "base58")
    raw = base64.b64decode(text) if encoding == "base64" else base58.decode(text)
    if len(raw) > LARGEST:
        raise Refusal(-32602, f"{encoding} encoded solana_transaction too large: {len(raw)} bytes (max: {LARGEST} bytes)")
    try:
        return VersionedTransaction.from_bytes(raw), raw
    except BaseException as error:
        raise Refusal(-32602, f"failed to deserialize solana_transaction: {error}") from None


def written(account: Account | None) -> dict | None:
    if account is None or (account.lamports == 0 and not account.data):
        return None
    return {
        "lamports": account.lamports,
        "owner": str(account.owner),
        "executable": account.executable,
        "rentEpoch": 18446744073709551615,
        "space": len(account.data),
        "data": [base64.b64encode(bytes(account.data)).decode(), "base64"],
    }


def amount_text(amount: int, decimals: int) -> dict:
    digits = f"{amount:0{decimals + 1}d}"
    text = digits[: len(digits) - decimals] + ("." + digits[len(digits) - decimals :]).rstrip("0").rstrip(".")
    return {"amount": str(amount), "decimals": decimals, "uiAmount": amount / 10**decimals, "uiAmountString": text}


class Node:
    def __init__(self) -> None:
        self.svm = LiteSVM().with_transaction_history(100_000)
        self.slot = FIRST_SLOT
        self.svm.warp_to_slot(self.slot)
        self.height_of_blockhash = self.slot
        self.transactions: dict[str, dict] = {}
        self.histories: dict[str, list[str]] = {}
        self.to_lose = 0
        self.bank = Keypair.from_seed(bytes(31) + b"\7")
        self.svm.airdrop(self.bank.pubkey(), 10**14)

    def call(self, method: str, params: list) -> object:
        found = getattr(self, method, None) if method[:1] != "_" else None
        if found is None or not (method.startswith(("get", "is", "test_")) or method in OTHERS):
            raise Refusal(-32601, "Method not found")
        return found(*params)

    def valued(self, value: object) -> dict:
        return {"context": {"slot": self.slot, "apiVersion": "2.0.0"}, "value": value}

    def account(self, address: str) -> Account | None:
        try:
            return self.svm.get_account(Pubkey.from_string(address))
        except ValueError as error:
            raise Refusal(-32602, f"Invalid param: {error}") from None

    # The chain

    def getHealth(self) -> str:
        return "ok"

    def getVersion(self) -> dict:
        return {"solana-core": "2.0.0", "feature-set": 0}

    def getGenesisHash(self) -> str:
        return GENESIS

    def getSlot(self, options: dict | None = None) -> int:
        return self.slot

    def getBlockHeight(self, options: dict | None = None) -> int:
        return self.slot

    def getFirstAvailableBlock(self) -> int:
        return FIRST_SLOT

    def getBlockTime(self, slot: int) -> int:
        return START + slot - FIRST_SLOT

    def getLatestBlockhash(self, options: dict | None = None) -> dict:
        last = self.height_of_blockhash + 150
        return self.valued({"blockhash": str(self.svm.latest_blockhash()), "lastValidBlockHeight": last})

    def isBlockhashValid(self, blockhash: str, options: dict | None = None) -> dict:
        return self.valued(blockhash == str(self.svm.latest_blockhash()))

    def getRecentPrioritizationFees(self, addresses: list | None = None) -> list[dict]:
        return [{"slot": self.slot - back, "prioritizationFee": 1_000 * back} for back in range(3)]

    def getFeeForMessage(self, text: str, options: dict | None = None) -> dict:
        message = from_bytes_versioned(base64.b64decode(text))
        return self.valued(5_000 * message.header.num_required_signatures)

    def getMinimumBalanceForRentExemption(self, size: int, options: dict | None = None) -> int:
        return self.svm.minimum_balance_for_rent_exemption(size)

    # Accounts

    def getBalance(self, address: str, options: dict | None = None) -> dict:
        account = self.account(address)
        return self.valued(account.lamports if account else 0)

    def getAccountInfo(self, address: str, options: dict | None = None) -> dict:
        return self.valued(written(self.account(address)))

    def getMultipleAccounts(self, addresses: list[str], options: dict | None = None) -> dict:
        return self.valued([written(self.account(address)) for address in addresses])

    def getTokenAccountsByOwner(self, owner: str, wanted: dict, options: dict | None = None) -> dict:
        found = []
        for program in (TOKEN, TOKEN_2022):
            if wanted.get("programId", program) != program:
                continue
            for address, account in self.svm.get_program_accounts(Pubkey.from_string(program)):
                data = bytes(account.data)
                is_account = len(data) >= 165 and (len(data) == 165 or data[165] == 2)
                mint = str(Pubkey(data[:32])) if is_account else ""
                if is_account and str(Pubkey(data[32:64])) == owner and wanted.get("mint", mint) == mint:
                    found.append({"pubkey": str(address), "account": written(account)})
        return self.valued(found)

    def getTokenAccountBalance(self, address: str, options: dict | None = None) -> dict:
        account = self.account(address)
        if account is None or len(account.data) < 165:
            raise Refusal(-32602, "Invalid param: could not find account")
        data = bytes(account.data)
        mint = bytes(self.svm.get_account(Pubkey(data[:32])).data)
        return self.valued(amount_text(struct.unpack("<Q", data[64:72])[0], mint[44]))

    # Transactions

    def simulateTransaction(self, text: str, options: dict | None = None) -> dict:
        transaction, _ = decoded(text, options)
        result = self.svm.simulate_transaction(transaction)
        failed = isinstance(result, FailedTransactionMetadata)
        meta = result.meta()
        error = named(result.err()) if failed else None
        return self.valued({"err": error, "logs": meta.logs(), "unitsConsumed": meta.compute_units_consumed()})

    def sendTransaction(self, text: str, options: dict | None = None) -> str:
        transaction, raw = decoded(text, options)
        signature = str(transaction.signatures[0])
        if self.to_lose > 0:
            self.to_lose -= 1
            return signature
        if signature in self.transactions:
            # A real node forwards it again; preflight would say that it is processed.
            raise Refusal(-32002, "Transaction simulation failed: This transaction has already been processed", {"err": "AlreadyProcessed"})
        loaded = self.looked_up(transaction)
        keys = [str(key) for key in transaction.message.account_keys] + loaded[0] + loaded[1]
        before, tokens_before = self.balances(keys), self.token_balances(keys)
        result = self.svm.send_transaction(transaction)
        if isinstance(result, FailedTransactionMetadata):
            error = {"err": named(result.err()), "logs": result.meta().logs()}
            raise Refusal(-32002, f"Transaction simulation failed: {result.err()}", error)
        self.slot += 1
        after = self.balances(keys)
        meta = {
            "err": None,
            "status": {"Ok": None},
            # What is gone from all of them together; the price of priority is in it.
            "fee": sum(before) - sum(after),
            "preBalances": before,
            "postBalances": after,
            "preTokenBalances": tokens_before,
            "postTokenBalances": self.token_balances(keys),
            "loadedAddresses": {"writable": loaded[0], "readonly": loaded[1]},
            "logMessages": result.logs(),
            "computeUnitsConsumed": result.compute_units_consumed(),
        }
        is_versioned = raw[1 + 64 * raw[0]] & 0x80
        self.transactions[signature] = {
            "slot": self.slot,
            "blockTime": self.getBlockTime(self.slot),
            "version": 0 if is_versioned else "legacy",
            "transaction": [base64.b64encode(raw).decode(), "base64"],
            "meta": meta,
        }
        for key in keys:
            self.histories.setdefault(key, []).insert(0, signature)
        return signature

    def looked_up(self, transaction: VersionedTransaction) -> tuple[list[str], list[str]]:
        """The addresses that a message takes from lookup tables: those it changes, and those it reads."""
        writable, readonly = [], []
        for lookup in getattr(transaction.message, "address_table_lookups", []):
            table = self.svm.get_account(lookup.account_key)
            # 56 bytes about the table come before its addresses.
            data = bytes(table.data)[56:] if table else b""
            for indexes, found in ((lookup.writable_indexes, writable), (lookup.readonly_indexes, readonly)):
                known = [index for index in bytes(indexes) if len(data) >= 32 * index + 32]
                found += [str(Pubkey(data[32 * index : 32 * index + 32])) for index in known]
        return writable, readonly

    def balances(self, keys: list[str]) -> list[int]:
        return [self.svm.get_balance(Pubkey.from_string(key)) or 0 for key in keys]

    def token_balances(self, keys: list[str]) -> list[dict]:
        found = []
        for index, key in enumerate(keys):
            account = self.svm.get_account(Pubkey.from_string(key))
            data = bytes(account.data) if account and str(account.owner) in (TOKEN, TOKEN_2022) else b""
            if len(data) < 165 or (len(data) > 165 and data[165] != 2):
                continue
            mint = Pubkey(data[:32])
            decimals = bytes(self.svm.get_account(mint).data)[44]
            amount = amount_text(struct.unpack("<Q", data[64:72])[0], decimals)
            place = {"accountIndex": index, "mint": str(mint), "owner": str(Pubkey(data[32:64]))}
            found.append(place | {"programId": str(account.owner), "uiTokenAmount": amount})
        return found

    def getSignatureStatuses(self, signatures: list[str], options: dict | None = None) -> dict:
        done = {"confirmations": None, "err": None, "status": {"Ok": None}, "confirmationStatus": "finalized"}
        return self.valued(
            [done | {"slot": self.transactions[name]["slot"]} if name in self.transactions else None for name in signatures]
        )

    def getSignaturesForAddress(self, address: str, options: dict | None = None) -> list[dict]:
        options = options or {}
        names = self.histories.get(address, [])
        if "before" in options:
            names = names[names.index(options["before"]) + 1 :] if options["before"] in names else []
        if options.get("until") in names:
            names = names[: names.index(options["until"])]
        return [
            {
                "signature": name,
                "slot": self.transactions[name]["slot"],
                "err": None,
                "memo": None,
                "blockTime": self.transactions[name]["blockTime"],
                "confirmationStatus": "finalized",
            }
            for name in names[: options.get("limit", 1_000)]
        ]

    def getTransaction(self, signature: str, options: dict | None = None) -> dict | None:
        return self.transactions.get(signature)

    # For tests

    def requestAirdrop(self, address: str, lamports: int, options: dict | None = None) -> str:
        result = self.svm.airdrop(Pubkey.from_string(address), lamports)
        if isinstance(result, FailedTransactionMetadata):
            # Less than an account must have to live, or more than there is.
            raise Refusal(-32602, f"Airdrop failed: {result.err()}")
        return str(result.signature())

    def test_expireBlockhash(self) -> None:
        self.slot += 151
        self.svm.warp_to_slot(self.slot)
        self.svm.expire_blockhash()
        self.height_of_blockhash = self.slot

    def test_lose(self, count: int) -> None:
        self.to_lose = count

    def run(self, instructions: list[Instruction], signers: list[Keypair]) -> None:
        blockhash = self.svm.latest_blockhash()
        signed = Transaction.new_signed_with_payer(instructions, self.bank.pubkey(), [self.bank, *signers], blockhash)
        self.sendTransaction(base64.b64encode(bytes(signed)).decode(), {"encoding": "base64"})

    def test_createNonce(self, authority: str) -> str:
        nonce = Keypair()
        rent = self.svm.minimum_balance_for_rent_exemption(80)
        steps = create_nonce_account(self.bank.pubkey(), nonce.pubkey(), Pubkey.from_string(authority), rent)
        self.run(steps, [nonce])
        return str(nonce.pubkey())

    def test_createMint(self, decimals: int, program: str = TOKEN) -> str:
        mint, owner = Keypair(), Pubkey.from_string(program)
        space = 82
        rent = self.svm.minimum_balance_for_rent_exemption(space)
        made = CreateAccountParams(
            from_pubkey=self.bank.pubkey(), to_pubkey=mint.pubkey(), lamports=rent, space=space, owner=owner
        )
        # InitializeMint2: decimals, authority, no freeze authority
        data = bytes([20, decimals]) + bytes(self.bank.pubkey()) + b"\0"
        start = Instruction(owner, data, [AccountMeta(mint.pubkey(), False, True)])
        self.run([create_account(made), start], [mint])
        return str(mint.pubkey())

    def test_giveTokens(self, mint: str, owner: str, amount: int) -> str:
        """Mints to the owner's associated account, which it makes when there is none; that account's address."""
        mint_key, owner_key = Pubkey.from_string(mint), Pubkey.from_string(owner)
        program = self.svm.get_account(mint_key).owner
        target, _ = Pubkey.find_program_address([bytes(owner_key), bytes(program), bytes(mint_key)], ASSOCIATED)
        metas = [(self.bank.pubkey(), True, True), (target, False, True), (owner_key, False, False)]
        metas += [(key, False, False) for key in (mint_key, SYSTEM, program)]
        create = Instruction(ASSOCIATED, b"\1", [AccountMeta(*meta) for meta in metas])
        accounts = [(mint_key, False, True), (target, False, True), (self.bank.pubkey(), True, False)]
        give = Instruction(program, b"\7" + struct.pack("<Q", amount), [AccountMeta(*meta) for meta in accounts])
        self.run([create, give], [])
        return str(target)


if __name__ == "__main__":
    node = Node()
    serve(node.call)
