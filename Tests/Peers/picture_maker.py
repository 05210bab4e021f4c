# SPDX-License-Identifier: MIT
"""Pictures made and judged by Pillow, which brings its own libjpeg, libwebp and libpng.

A line is a question, answered by a line. PNG and FILE are Base64; the answer to `make` is one too.

    make FORMAT MODE QUALITY ORIENTATION PNG    the picture as JPEG, PROGRESSIVE, WEBP, LOSSLESS, ANIMATION or PNG, in a
                                                mode of Pillow's, stored so that EXIF's orientation turns it upright
    sheet FORMAT WIDTH HEIGHT PNG               the picture in the corner of a white sheet
    bomb CHUNK PNG                              the PNG with chunks in front of its pixels that unpack to two gigabytes,
                                                or for IDAT with pixels followed by half a gigabyte
    size FILE                                   `width height` as stored
    notes FILE                                  how many texts, profiles and EXIF fields it carries
    difference FILE FILE                        the mean difference of two pictures of one size, 0 to 255

It listens nowhere, so it says that it is ready on port 0.
"""
import base64
import io
import struct
import sys
import zlib

from PIL import Image, ImageChops, ImageOps, ImageStat

# What undoes the turn that an orientation asks for.
STORED = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}


def opened(text: str) -> Image.Image:
    return Image.open(io.BytesIO(base64.b64decode(text)))


def make(kind: str, mode: str, quality: int, orientation: int, png: str) -> str:
    upright = opened(png)
    # Pillow keeps the numbers where it should stretch them to 16 bits.
    deep = upright.convert("L").convert("I").point(lambda value: value * 257) if mode == "I;16" else upright
    image = deep.convert(mode)
    if orientation in STORED:
        image = image.transpose(STORED[orientation])
    exif = Image.Exif()
    # A camera writes other fields before this one.
    exif[0x010F] = "Camera"
    exif[0x0112] = orientation
    more = {"exif": exif} if orientation else {}
    file = io.BytesIO()
    match kind:
        case "JPEG" | "PROGRESSIVE":
            image.save(file, "JPEG", quality=quality, progressive=kind == "PROGRESSIVE", **more)
        case "WEBP" | "LOSSLESS":
            image.save(file, "WEBP", quality=quality, lossless=kind == "LOSSLESS", **more)
        case "ANIMATION":
            image.save(file, "WEBP", save_all=True, append_images=[ImageChops.invert(image)], duration=100)
        case _:
            image.save(file, "PNG", **more)
    if orientation:
        file.seek(0)
        turned = ImageOps.exif_transpose(Image.open(file))
        assert turned.size == upright.size, "Pillow itself would not turn it upright"
    return base64.b64encode(file.getvalue()).decode()


def sheet(kind: str, width: int, height: int, png: str) -> str:
    image = Image.new("L", (width, height), 255)
    image.paste(opened(png), (0, 0))
    file = io.BytesIO()
    match kind:
        case "JPEG" | "PROGRESSIVE":
            image.save(file, "JPEG", progressive=kind == "PROGRESSIVE")
        case "WEBP" | "LOSSLESS":
            image.convert("RGB").save(file, "WEBP", lossless=kind == "LOSSLESS", quality=0, method=0)
        case _:
            image.save(file, "PNG", compress_level=1)
    return base64.b64encode(file.getvalue()).decode()


def chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def bomb(name: str, png: str) -> str:
    file = base64.b64decode(png)
    zeros = bytes(1 << 26)
    if name == "IDAT":
        pixels = opened(png).convert("L")
        rows = b"".join(b"\0" + pixels.tobytes()[y * pixels.width:(y + 1) * pixels.width] for y in range(pixels.height))
        packer = zlib.compressobj(1)
        packed = packer.compress(rows) + b"".join(packer.compress(zeros) for _ in range(8)) + packer.flush()
        return base64.b64encode(file[:33] + chunk(b"IDAT", packed) + chunk(b"IEND", b"")).decode()
    packed = zlib.compress(zeros, 9)
    content = {"zTXt": b"a\0\0", "iTXt": b"a\0\1\0\0\0", "iCCP": b"a\0\0"}[name] + packed
    return base64.b64encode(file[:33] + chunk(name.encode(), content) * 32 + file[33:]).decode()


def answer(words: list[str]) -> str:
    match words[0]:
        case "make":
            return make(words[1], words[2], int(words[3]), int(words[4]), words[5])
        case "sheet":
            return sheet(words[1], int(words[2]), int(words[3]), words[4])
        case "bomb":
            return bomb(words[1], words[2])
        case "size":
            return "%d %d" % opened(words[1]).size
        case "notes":
            image = opened(words[1])
            image.load()
            known = {"gamma", "srgb", "chromaticity", "transparency"}
            return str(len([name for name in image.info if name not in known]) + len(image.getexif()))
        case _:
            first, second = (opened(text).convert("RGB") for text in words[1:3])
            if first.size != second.size:
                return "255"
            mean = ImageStat.Stat(ImageChops.difference(first, second)).mean
            return str(round(sum(mean) / len(mean)))


print("ready", 0, flush=True)
for line in sys.stdin:
    print(answer(line.split()), flush=True)
