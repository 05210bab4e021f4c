# SPDX-License-Identifier: MIT
"""What a display without a window manager lacks: a program that takes a window when a hand draws it by its bar."""
import ctypes

XA_ATOM, XA_WINDOW, REPLACE = 4, 33, 0


def stand_in():
    """Says on the root window that a window manager moves windows. None does: windows stay where they are.

    Without it GDK moves a window itself, learns too late that the button is up, and takes the window off the screen with the
    next movement of the mouse. Extended Window Manager Hints 1.5, _NET_SUPPORTED and _NET_WM_MOVERESIZE
    """
    x11 = ctypes.CDLL("libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XDefaultRootWindow.restype = x11.XInternAtom.restype = ctypes.c_ulong
    display = ctypes.c_void_p(x11.XOpenDisplay(None))
    assert display, "there is no display"
    root = x11.XDefaultRootWindow(display)

    def atom(name):
        return x11.XInternAtom(display, name.encode(), 0)

    def put(name, kind, value):
        content = (ctypes.c_ulong * 1)(value)
        x11.XChangeProperty(
            display, ctypes.c_ulong(root), ctypes.c_ulong(atom(name)), ctypes.c_ulong(kind), 32, REPLACE, content, 1)

    put("_NET_SUPPORTING_WM_CHECK", XA_WINDOW, root)
    put("_NET_SUPPORTED", XA_ATOM, atom("_NET_WM_MOVERESIZE"))
    # Never closed: a server that its last client leaves forgets everything.
    x11.XSync(display, 0)
