# SPDX-License-Identifier: MIT
"""Just enough of Bitcoin's wire format for a node: transactions, and what their sizes are."""
import hashlib
import io
import struct
from dataclasses import dataclass, field


def double_sha256(data: bytes) -> bytes:
    return hashlib.sha256(hashlib.sha256(data).digest()).digest()


def write_count(count: int) -> bytes:
    if count < 0xFD:
        return bytes([count])
    return b"\xfd" + struct.pack("<H", count) if count < 0x10000 else b"\xfe" + struct.pack("<I", count)


def read_exactly(stream: io.BytesIO, count: int) -> bytes:
    data = stream.read(count)
    if len(data) != count:
        raise ValueError("the transaction is cut short")
    return data


def read_count(stream: io.BytesIO) -> int:
    first = read_exactly(stream, 1)[0]
    return first if first < 0xFD else int.from_bytes(read_exactly(stream, {0xFD: 2, 0xFE: 4, 0xFF: 8}[first]), "little")


def read_bytes(stream: io.BytesIO) -> bytes:
    return read_exactly(stream, read_count(stream))


OutPoint = tuple[str, int]


@dataclass
class Input:
    txid: str
    index: int
    script: bytes
    sequence: int
    witness: list[bytes] = field(default_factory=list)

    @property
    def outpoint(self) -> OutPoint:
        return self.txid, self.index


@dataclass
class Output:
    value: int
    script: bytes

    @property
    def is_spendable(self) -> bool:
        return not self.script.startswith(b"\x6a")

    @property
    def script_hash(self) -> str:
        """What an Electrum server calls this script."""
        return hashlib.sha256(self.script).digest()[::-1].hex()


@dataclass
class Transaction:
    version: int
    inputs: list[Input]
    outputs: list[Output]
    locktime: int
    raw: bytes = b""
    txid: str = ""
    weight: int = 0

    @staticmethod
    def read(stream: io.BytesIO) -> "Transaction":
        start = stream.tell()
        version = struct.unpack("<i", read_exactly(stream, 4))[0]
        count = read_count(stream)
        has_witness = count == 0
        if has_witness:
            if read_exactly(stream, 1) != b"\1":
                raise ValueError("an unknown flag")
            count = read_count(stream)
        inputs = []
        for _ in range(count):
            txid = read_exactly(stream, 32)[::-1].hex()
            index = struct.unpack("<I", read_exactly(stream, 4))[0]
            script = read_bytes(stream)
            inputs.append(Input(txid, index, script, struct.unpack("<I", read_exactly(stream, 4))[0]))
        outputs = []
        for _ in range(read_count(stream)):
            value = struct.unpack("<q", read_exactly(stream, 8))[0]
            outputs.append(Output(value, read_bytes(stream)))
        if has_witness:
            for item in inputs:
                item.witness = [read_bytes(stream) for _ in range(read_count(stream))]
        result = Transaction(version, inputs, outputs, struct.unpack("<I", read_exactly(stream, 4))[0])
        result.raw = stream.getvalue()[start : stream.tell()]
        base = result.without_witness()
        result.txid = double_sha256(base)[::-1].hex()
        result.weight = 3 * len(base) + len(result.raw)
        return result

    @staticmethod
    def parse(data: bytes) -> "Transaction":
        stream = io.BytesIO(data)
        result = Transaction.read(stream)
        if stream.read(1) or not result.inputs or not result.outputs:
            raise ValueError("bytes are left over, or nothing is spent")
        return result

    def without_witness(self) -> bytes:
        inputs = b"".join(
            bytes.fromhex(item.txid)[::-1]
            + struct.pack("<I", item.index)
            + write_count(len(item.script))
            + item.script
            + struct.pack("<I", item.sequence)
            for item in self.inputs
        )
        outputs = b"".join(
            struct.pack("<q", item.value) + write_count(len(item.script)) + item.script for item in self.outputs
        )
        head = struct.pack("<i", self.version) + write_count(len(self.inputs)) + inputs
        return head + write_count(len(self.outputs)) + outputs + struct.pack("<I", self.locktime)

    @property
    def virtual_size(self) -> int:
        return (self.weight + 3) // 4

    @property
    def is_coinbase(self) -> bool:
        return self.inputs[0].txid == "0" * 64


def transactions_of(block: bytes) -> list[Transaction]:
    stream = io.BytesIO(block)
    stream.seek(80)
    return [Transaction.read(stream) for _ in range(read_count(stream))]
