# SPDX-License-Identifier: MIT
"""Runs a command where NetworkManager and UPower say what they are told to, on a system bus of its own. Needs root.

    unshare --mount python3 device_conditions.py METERED DEVICE_TYPE ON_BATTERY COMMAND…

METERED is NMMetered, DEVICE_TYPE is NMDeviceType, of the device beneath a WireGuard tunnel that has the default route;
ON_BATTERY is 0 or 1. A word "-" leaves the service out. The mount namespace hides the machine's own bus.
"""
import subprocess
import sys

from system_bus import SystemBus

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
    bus = SystemBus()
    try:
        import dbus

        if metered != "-":
            network(bus.service("org.freedesktop.NetworkManager", "/org/freedesktop/NetworkManager"), dbus,
                    int(metered), int(kind))
        if battery != "-":
            bus.service("org.freedesktop.UPower", "/org/freedesktop/UPower").AddProperty(
                "org.freedesktop.UPower", "OnBattery", dbus.Boolean(battery == "1"))
        return subprocess.run(command).returncode
    finally:
        bus.stop()


sys.exit(main())
