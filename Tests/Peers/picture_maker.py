# SPDX-License-Identifier: MIT
"""Pictures made and judged by Pillow, which brings its own libjpeg, libwebp and libpng.

A line is a question, answered by a line. PNG and FILE are Base64; the answer to `make` is one too.

    make FORMAT MODE QUALITY ORIENTATION PNG    the picture in a format named below, in a mode of Pillow's, stored so
                                                that EXIF's orientation turns it upright
    pages FORMAT COUNT PNG                      a TIFF or PDF file with the picture on every page, and as many
                                                dots in its last corner as the page has pages before it
    scene WIDTH HEIGHT PNG                      a JPEG of the picture in the corner of a scene of colours and grain
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
import subprocess
import sys
import tempfile
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
        case "PART":
            file.write(partly_animated(image))
        case "GIF" | "LACE":
            image.save(file, "GIF", interlace=kind == "LACE")
        case "FRAMES":
            image.save(file, "GIF", save_all=True, append_images=[ImageChops.invert(image)], duration=100)
        case "BMP" | "PDF":
            image.save(file, kind)
        case "AVIF":
            image.save(file, "AVIF", quality=quality, **more)
        case "HEIC":
            file.write(heic(image, quality))
        case "TIFF" | "LZW" | "GROUP4":
            packing = {"TIFF": None, "LZW": "tiff_lzw", "GROUP4": "group4"}[kind]
            image.save(file, "TIFF", compression=packing, tiffinfo={0x0112: orientation or 1})
        case _:
            image.save(file, "PNG", **more)
    if orientation and kind != "PDF":
        file.seek(0)
        turned = ImageOps.exif_transpose(Image.open(file))
        assert turned.size == upright.size, "Pillow itself would not turn it upright"
    return base64.b64encode(file.getvalue()).decode()


def heic(image: Image.Image, quality: int) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        image.save(folder + "/picture.png")
        command = ["heif-enc", "-q", str(quality), "-o", folder + "/picture.heic", folder + "/picture.png"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        with open(folder + "/picture.heic", "rb") as file:
            return file.read()


def pages(kind: str, count: int, png: str) -> str:
    image = opened(png).convert("RGB")
    sheets = [image.copy() for _ in range(count)]
    for number, sheet in enumerate(sheets):
        for dot in range(number):
            sheet.paste((0, 0, 0), (image.width - 8 * dot - 4, image.height - 4, image.width - 8 * dot, image.height))
    file = io.BytesIO()
    sheets[0].save(file, kind, save_all=True, append_images=sheets[1:])
    return base64.b64encode(file.getvalue()).decode()


def partly_animated(image: Image.Image) -> bytes:
    """A canvas of which the first frame covers all but 2 columns and 4 rows. RFC 9649, section 2.7."""
    part = io.BytesIO()
    image.crop((2, 4, *image.size)).save(part, "WEBP", lossless=True)
    pixels = part.getvalue()[12:]
    width, height = image.size
    numbers = [2 // 2, 4 // 2, width - 2 - 1, height - 4 - 1, 100]
    frame = b"".join(struct.pack("<I", number)[:3] for number in numbers) + b"\0" + pixels

    def piece(name: bytes, content: bytes) -> bytes:
        return name + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)

    sides = struct.pack("<I", width - 1)[:3] + struct.pack("<I", height - 1)[:3]
    pieces = piece(b"VP8X", b"\x02\0\0\0" + sides) + piece(b"ANIM", b"\xff\xff\xff\xff\0\0")
    pieces += piece(b"ANMF", frame) * 2
    return b"RIFF" + struct.pack("<I", 4 + len(pieces)) + b"WEBP" + pieces


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


def scene(width: int, height: int, png: str) -> str:
    small = Image.effect_noise((width // 64, height // 64), 90).convert("RGB")
    colours = Image.merge("RGB", [band.rotate(120 * turn) for turn, band in enumerate(small.split())])
    grain = Image.effect_noise((width, height), 24).convert("RGB")
    image = Image.blend(colours.resize((width, height), Image.Resampling.BICUBIC), grain, 0.2)
    image.paste(opened(png).convert("RGB"), (0, 0))
    file = io.BytesIO()
    image.save(file, "JPEG", quality=90)
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
        case "pages":
            return pages(words[1], int(words[2]), words[3])
        case "scene":
            return scene(int(words[1]), int(words[2]), words[3])
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
