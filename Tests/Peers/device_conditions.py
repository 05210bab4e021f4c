# SPDX-License-Identifier: MIT
"""Runs a command where NetworkManager and UPower say what they are told to, on a system bus of its own. Needs root.

    unshare --mount python3 device_conditions.py METERED DEVICE_TYPE ON_BATTERY COMMAND…

METERED is NMMetered, DEVICE_TYPE is NMDeviceType, of the device beneath a WireGuard tunnel that has the default route;
ON_BATTERY is 0 or 1. A word "-" leaves the service out. The mount namespace hides the machine's own bus.
"""
import os
import subprocess
import sys
import time

SOCKET = "/run/dbus/system_bus_socket"
CONFIG = f"""<busconfig><type>system</type><listen>unix:path={SOCKET}</listen>
<policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/>
<allow user="*"/></policy></busconfig>"""
WIREGUARD = 29


def network(mock, dbus, metered, kind):
    name, root = "org.freedesktop.NetworkManager", "/org/freedesktop/NetworkManager"

    def paths(*items):
        return dbus.Array([dbus.ObjectPath(item) for item in items], signature="o")

    for number, (type, cost, default) in enumerate([(kind, metered, False), (WIREGUARD, 4, True)]):
        mock.AddObject(
            f"{root}/Devices/{number}", f"{name}.Device",
            {"DeviceType": dbus.UInt32(type), "Metered": dbus.UInt32(cost)}, dbus.Array([], signature="(ssss)"))
        mock.AddObject(
            f"{root}/ActiveConnection/{number}", f"{name}.Connection.Active",
            {"State": dbus.UInt32(2), "Default": dbus.Boolean(default), "Default6": dbus.Boolean(False),
             "Devices": paths(f"{root}/Devices/{number}")}, dbus.Array([], signature="(ssss)"))
    mock.AddProperty(name, "ActiveConnections", paths(*[f"{root}/ActiveConnection/{n}" for n in range(2)]))


def main():
    metered, kind, battery, *command = sys.argv[1:]
    subprocess.run(["mount", "-t", "tmpfs", "run", "/run"], check=True)
    os.makedirs("/run/dbus")
    with open("/run/bus.conf", "w") as file:
        file.write(CONFIG)
    children = [subprocess.Popen(["dbus-daemon", "--config-file=/run/bus.conf", "--nofork", "--nopidfile"])]
    try:
        while not os.path.exists(SOCKET):
            if children[0].poll() is not None:
                sys.exit("dbus-daemon has ended")
            time.sleep(0.02)
        os.environ["DBUS_SYSTEM_BUS_ADDRESS"] = f"unix:path={SOCKET}"
        import dbus
        import dbusmock

        def service(name, path):
            children.append(
                dbusmock.DBusTestCase.spawn_server(name, path, name, system_bus=True, stdout=subprocess.DEVNULL))
            return dbus.Interface(dbus.SystemBus().get_object(name, path), dbusmock.MOCK_IFACE)

        if metered != "-":
            network(service("org.freedesktop.NetworkManager", "/org/freedesktop/NetworkManager"), dbus,
                    int(metered), int(kind))
        if battery != "-":
            service("org.freedesktop.UPower", "/org/freedesktop/UPower").AddProperty(
                "org.freedesktop.UPower", "OnBattery", dbus.Boolean(battery == "1"))
        return subprocess.run(command).returncode
    finally:
        for child in reversed(children):
            child.kill()
            child.wait()


sys.exit(main())
