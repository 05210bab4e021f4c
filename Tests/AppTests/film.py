# SPDX-License-Identifier: MIT
"""What a camera sees, as a film through a pipe: another window, or codes that are held before it. yuv4mpeg(5)"""
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


class Slides:
    """A camera before which a scenario holds one picture after another."""

    SIZE = 640, 480

    def __init__(self, folder, name):
        self.pipe = folder / f"{name}.y4m"
        os.mkfifo(self.pipe)
        self.film = None

    def begin(self):
        """Waits until an app opens its camera, which sees nothing yet."""
        self.film = open(self.pipe, "wb", buffering=0)
        width, height = self.SIZE
        self.film.write(f"YUV4MPEG2 W{width} H{height} F10:1 Ip A1:1 Cmono\n".encode())
        self.write(bytes([255]) * width * height)

    def show(self, picture):
        """Holds a picture before the camera until it has been seen, or until the app has closed the camera."""
        size = "x".join(map(str, self.SIZE))
        grey = subprocess.run(
            ["convert", str(picture), "-resize", size, "-background", "white", "-gravity", "center", "-extent", size,
             "-colorspace", "Gray", "-depth", "8", "gray:-"], capture_output=True, check=True).stdout
        self.write(grey)

    def write(self, grey):
        try:
            rest = memoryview(b"FRAME\n" + grey)
            while rest:
                rest = rest[self.film.write(rest):]
        except BrokenPipeError:  # the app has seen enough
            pass

    def end(self):
        self.film.close()
