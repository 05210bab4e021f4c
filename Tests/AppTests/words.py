# SPDX-License-Identifier: MIT
"""What the app's words are in another language, read from its own tables: a scenario is written in English once."""
import itertools
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLES = ROOT / "Sources/Faces/ScreenModels/Words"
OWN = ROOT / "Sources/Faces/Canvas/Windows/CanvasTexts.swift"
FILES = {"en": "English", "de": "German", "ja": "Japanese", "fr": "French"}


def literals(code):
    """The texts of Swift literals in a piece of code, with the labels that stand before them."""
    several = [(None, re.sub(r"\\\n\s*", "", text).strip()) for text in re.findall(r'"""\n(.*?)\n\s*"""', code, re.DOTALL)]
    single = re.findall(r'(?:(\w+): )?"((?:[^"\\]|\\.)*)"', code)
    return several or [(label or None, text.replace('\\"', '"')) for label, text in single]


def table(language):
    """Each word's forms, by its name."""
    forms = {}
    for path in sorted(TABLES.glob(f"{FILES[language]}/StringKey+{FILES[language]}*.swift")):
        for name, code in re.findall(r"\n        case \.(\w+):(.*?)(?=\n        case \.|\n        \}\n)", path.read_text(), re.DOTALL):
            forms[name] = literals(code)
    return forms


def own(language):
    """The words that Canvas says by itself."""
    code = OWN.read_text()
    english = dict(re.findall(r'var (\w+) = "([^"]*)"', code))
    if language == "en":
        return english
    block = code.partition(f'case "{language}":')[2].partition("case ")[0].partition("default:")[0]
    return {**english, **dict(re.findall(r'words\.(\w+) =\s+"([^"]*)"', block))}


class Words:
    """From English to the language of a scenario."""

    def __init__(self, language):
        self.language = language
        english, others = table("en"), table(language)
        self.pairs = []
        for name, forms in english.items():
            theirs = dict(others[name])
            for label, text in forms:
                # A language without this form of a plural has the other one.
                self.pairs.append((text, theirs.get(label, others[name][-1][1])))
        theirs = own(language)
        self.pairs += [(text, theirs[name]) for name, text in own("en").items()]

    def names(self, english):
        """All that a name may be: the text itself, and what the tables make of it, with its values put in."""
        if self.language == "en":
            return {english}
        found = {english}
        for text, theirs in self.pairs:
            holes = re.findall(r"\{(\w+)\}", text)
            pattern = "(.+)".join(re.escape(piece) for piece in re.split(r"\{\w+\}", text))
            match = re.fullmatch(pattern, english)
            if match:
                values = dict(zip(holes, match.groups()))
                found.add(re.sub(r"\{(\w+)\}", lambda hole: self.value(values.get(hole[1], "")), theirs))
                # A value may be a word of the tables itself.
                found.add(re.sub(r"\{(\w+)\}", lambda hole: self.word(values.get(hole[1], "")), theirs))
        return found

    def word(self, english):
        """A text of the tables in the language of the scenario, or a value."""
        return next((theirs for text, theirs in self.pairs if text == english), self.value(english))

    def parts(self, english):
        """All that a part of a name may be: as a whole name, or the longest piece of the sentence that it is from."""
        if self.language == "en":
            return {english}
        if " · " in english:
            return {" · ".join(pieces) for pieces in itertools.product(*map(self.names, english.split(" · ")))}
        found = self.names(english) | {self.value(english)}
        # A sentence without its end, or the beginning of several.
        for end in (".", "?"):
            found |= {name.rstrip("。.？?") for name in self.names(english + end)}
        for text, theirs in self.pairs:
            first, rest = re.split(r"(?<=[.,?]) ", text, maxsplit=1)[0], " " in text
            pattern = "(.+)".join(re.escape(piece) for piece in re.split(r"\{\w+\}", first.rstrip(".,?")))
            match = re.fullmatch(pattern, english) if rest and first != text else None
            if match:
                values = dict(zip(re.findall(r"\{(\w+)\}", first), match.groups()))
                begin = re.match(r"[^.,。、？?]*", theirs)[0]
                found.add(re.sub(r"\{(\w+)\}", lambda hole: self.value(values.get(hole[1], "")), begin))
        fits = [text for text, _ in self.pairs if text.startswith(english) and text != english]
        if not fits and found == {english}:
            fits = [text for text, _ in self.pairs if english in text]
        for text, theirs in self.pairs:
            if text in fits:
                found.add(max(re.split(r"\{\w+\}", theirs), key=len).strip())
        return found

    def value(self, text):
        """An amount as the language writes it."""
        return text.replace(".", ",") if self.language in ("de", "fr") and re.fullmatch(r"[\d.]+( [A-Z]+)?", text) else text
