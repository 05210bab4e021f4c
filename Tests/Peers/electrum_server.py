# SPDX-License-Identifier: MIT
"""ElectrumX (PyPI: e-x) over a node, as it is, but on a port of the system's choice.

    electrum_server.py FOLDER NODE_PORT

For each line of input with a height it prints a line as soon as it knows that block and everything in the mempool.
"""
import logging
import os
import sys

folder, node_port = sys.argv[1:]
os.environ.update(
    ALLOW_ROOT="1",
    COIN="Bitcoin",
    NET="regtest",
    DB_DIRECTORY=folder,
    DB_ENGINE="leveldb",
    DAEMON_URL=f"http://peer:peer@127.0.0.1:{node_port}/",
    SERVICES="tcp://127.0.0.1:1",  # the port is replaced below: ElectrumX takes no 0
    PEER_DISCOVERY="off",
    PEER_ANNOUNCE="",
    COST_SOFT_LIMIT="0",
    COST_HARD_LIMIT="0",
    INITIAL_CONCURRENT="100",
    MAX_SEND="20000000",
    DAEMON_POLL_INTERVAL_BLOCKS="50",
    DAEMON_POLL_INTERVAL_MEMPOOL="50",
)

import asyncio  # noqa: E402
import collections  # noqa: E402

import electrumx.server.session as session  # noqa: E402
from electrumx import Controller, Env  # noqa: E402
from electrumx.server.controller import Notifications  # noqa: E402

from peer import announce  # noqa: E402

serve_rs = session.serve_rs
on_mempool = Notifications.on_mempool
wanted: collections.deque[list[int]] = collections.deque()  # heights, and how many looks at the mempool came after


async def serve_on_any_port(factory, host, _port, **options):
    server = await serve_rs(factory, host, 0, **options)
    announce(server.sockets[0].getsockname()[1], lambda line: wanted.append([int(line), 0]))
    return server


async def tell_when_known(self, *, height, **touched):
    await on_mempool(self, height=height, **touched)
    for item in wanted:
        item[1] += height >= item[0]
    # The first look may have begun before the line came.
    while wanted and wanted[0][1] >= 2:
        wanted.popleft()
        print("known", height, flush=True)


session.serve_rs = serve_on_any_port
Notifications.on_mempool = tell_when_known
logging.basicConfig(level=logging.WARNING, filename=os.path.join(folder, "log"))
asyncio.run(Controller(Env()).run())
