"""Dark mode for figures: SVG and PNG in colours for a dark page.

Greys and pale tints are turned round, the white of the paper to nearly black and black to nearly
white. Strong colours, which stand for classes, keep their hue and are made light enough.
"""

import base64
import io
import re
from typing import Any

import numpy as np
from PIL import Image

PAPER = "#121212"  # the background of the theme's dark pages

COLOUR = re.compile(r'(?:(?<=: )|(?<=fill="))#[0-9a-f]{6}\b')  # in styles, and under hatching
EMBEDDED = re.compile(r"(?<=data:image/png;base64,)[A-Za-z0-9+/=\s]+")


def dark_frames(data: dict[str, Any]) -> dict[str, Any]:
    """What the frames of an interactive need on a dark page: colours, and chunks with a picture."""
    colours = sorted({found for line in data["chunks"] for found in COLOUR.findall(line)})
    chunks = enumerate(data["chunks"])
    return {
        "dark": {colour: dark(colour) for colour in colours},
        "dark_chunks": {str(k): darkened(line) for k, line in chunks if EMBEDDED.search(line)},
    }


def darkened(text: str) -> str:
    """An SVG in colours for a dark page, the pictures in it included."""
    text = COLOUR.sub(lambda found: dark(found[0]), text)
    return EMBEDDED.sub(
        lambda found: base64.b64encode(dark_image(base64.b64decode(found[0]))).decode(), text
    )


def in_black(text: str) -> str:
    """An SVG, or the first chunk of one, in which black is written: matplotlib leaves it out."""
    return re.sub("^<svg ", '<svg fill="#000000" ', text)


def dark(colour: str) -> str:
    """A colour for a dark page: see `dark_colours`."""
    return "#" + "".join(f"{round(255 * one):02x}" for one in dark_colours(channels(colour)))


def channels(colour: str) -> Any:
    """Red, green and blue of a colour, from 0 to 1."""
    return np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255


def dark_image(png: bytes) -> bytes:
    """A PNG in colours for a dark page."""
    image = Image.open(io.BytesIO(png)).convert("RGBA")
    pixels = np.asarray(image) / 255
    colours, place = np.unique(pixels[..., :3].reshape(-1, 3), axis=0, return_inverse=True)
    changed = dark_colours(colours)[place].reshape(pixels[..., :3].shape)
    done = np.round(255 * np.dstack([changed, pixels[..., 3]])).astype(np.uint8)
    made, opaque = io.BytesIO(), bool((done[..., 3] == 255).all())
    result = Image.fromarray(done[..., :3] if opaque else done)
    (result.quantize(256, dither=Image.Dither.NONE) if opaque else result).save(
        made, "PNG", optimize=True
    )
    return made.getvalue()


# Ottosson's OKLab, in which one number is how light a colour looks: https://bottosson.github.io
TO_LMS = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
DARKEST, LIGHTEST = 0.205, 0.95  # how light white and black become, as OKLab counts


def dark_colours(colours: Any) -> Any:
    """Colours (..., 3), sRGB from 0 to 1, as they are on a dark page."""
    linear = np.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)
    lightness, a, b = np.moveaxis(np.cbrt(linear @ TO_LMS.T) @ TO_LAB.T, -1, 0)
    strong = np.clip((np.hypot(a, b) - 0.07) / 0.07, 0, 1)
    turned = np.minimum(1.06 - (1.06 - DARKEST) * lightness, LIGHTEST)
    # A light colour lies under letters, which become light: it is darkened.
    kept = np.where(lightness < 0.7, np.maximum(lightness, 0.66), 1.54 - 1.2 * lightness)
    lightness = (1 - strong) * turned + strong * kept
    lab = np.stack([lightness, a, b], axis=-1)
    linear = np.clip((lab @ np.linalg.inv(TO_LAB).T) ** 3 @ np.linalg.inv(TO_LMS).T, 0, 1)
    made = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    white = np.all(colours > 0.999, axis=-1, keepdims=True)
    return np.where(white, channels(PAPER), np.clip(made, 0, 1))
