# SPDX-License-Identifier: MIT
"""A system bus of its own with services of python-dbusmock, for who is in a mount namespace of their own. Needs root."""
import ctypes
import os
import subprocess
import sys
import time

SOCKET = "/run/dbus/system_bus_socket"
CONFIG = f"""<busconfig><type>system</type><listen>unix:path={SOCKET}</listen>
<policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/>
<allow user="*"/></policy></busconfig>"""
PR_SET_PDEATHSIG, SIGKILL = 1, 9


def with_us():
    """A child ends with its parent. prctl(2)"""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, SIGKILL)


class SystemBus:
    """Hides the machine's own bus; its processes end with this one."""

    def __init__(self):
        subprocess.run(["mount", "-t", "tmpfs", "run", "/run"], check=True)
        os.makedirs("/run/dbus")
        with open("/run/bus.conf", "w") as file:
            file.write(CONFIG)
        self.children = [subprocess.Popen(
            ["dbus-daemon", "--config-file=/run/bus.conf", "--nofork", "--nopidfile"], preexec_fn=with_us)]
        while not os.path.exists(SOCKET):
            if self.children[0].poll() is not None:
                sys.exit("dbus-daemon has ended")
            time.sleep(0.02)
        os.environ["DBUS_SYSTEM_BUS_ADDRESS"] = f"unix:path={SOCKET}"

    def service(self, name, path, interface=None):
        """A service, through which its objects are made."""
        import dbus
        import dbusmock

        self.children.append(subprocess.Popen(
            [sys.executable, "-m", "dbusmock", "--system", name, path, interface or name], stdout=subprocess.DEVNULL,
            preexec_fn=with_us))
        dbusmock.DBusTestCase.wait_for_bus_object(name, path, system_bus=True)
        return dbus.Interface(dbus.SystemBus().get_object(name, path), dbusmock.MOCK_IFACE)

    def stop(self):
        for child in reversed(self.children):
            child.kill()
            child.wait()
