# SPDX-License-Identifier: MIT
"""What a camera sees that looks at another window: the window's picture, as a film through a pipe. yuv4mpeg(5)"""
import os
import subprocess
import threading
import time

PAUSE = 0.1  # seconds between two pictures


class Film:
    """A camera that looks at a place of the display, for as long as an app looks through it."""

    def __init__(self, folder, name, place):
        self.pipe = folder / f"{name}.y4m"
        os.mkfifo(self.pipe)
        self.width, self.height, self.x, self.y = place
        self.is_over = False
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def picture(self):
        """The place now, in grey: one byte a point."""
        area = f"{self.width}x{self.height}+{self.x}+{self.y}"
        return subprocess.run(
            ["import", "-silent", "-window", "root", "-crop", area, "+repage", "-colorspace", "Gray", "-depth", "8", "gray:-"],
            capture_output=True, check=True).stdout

    def run(self):
        while not self.is_over:
            # Waits until an app opens its camera.
            with open(self.pipe, "wb", buffering=0) as film:
                try:
                    film.write(f"YUV4MPEG2 W{self.width} H{self.height} F10:1 Ip A1:1 Cmono\n".encode())
                    while not self.is_over:
                        picture = self.picture()
                        assert len(picture) == self.width * self.height, len(picture)
                        film.write(b"FRAME\n" + picture)
                        time.sleep(PAUSE)
                except BrokenPipeError:  # the app has closed its camera, and may open it again
                    pass
            time.sleep(PAUSE)

    def stop(self):
        self.is_over = True
        try:  # the thread may wait for an app
            os.close(os.open(self.pipe, os.O_RDONLY | os.O_NONBLOCK))
        except OSError:
            pass
