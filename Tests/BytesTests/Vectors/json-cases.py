#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes json-test-suite.txt: name (y accepts, n refuses, i either) and content of texts that Python's json judges, as hexadecimal."""
import json
import pathlib

cases = {}


def add(name, content):
    data = content if isinstance(content, bytes) else content.encode()
    cases.setdefault(data, name)


def repeated(pairs):
    names = [name for name, _ in pairs]
    return {"twice": True} if len(names) != len(set(names)) else dict(pairs)


def refuse(name):
    raise ValueError(name)


def judge(data):
    try:
        value = json.loads(data.decode("utf-8"), parse_constant=refuse, object_pairs_hook=repeated)
    except ValueError:
        return "n"
    # Half surrogates and names that repeat are left open by RFC 8259.
    return "i" if '"\\ud' in json.dumps(value).lower() or b"\\u" in data.lower() and any(
        0xD800 <= ord(letter) < 0xE000 for letter in str(value)) or "'twice': True" in str(value) else "y"


numbers = """0 -0 1 -1 12 10 123 1.5 -1.5 0.1 0e1 0E+1 0e-0 1e5 1E5 1e+5 1e-5 1.25E-3 20e1 -123123e20 1e00005 123456789012345678901234567890
0.00000000000000000000000000001 -0.0 1.0e28 00 01 -01 -012 1. .1 -.1 +1 ++1 --1 - + . 1e 1e+ 1e- 1E 1eE2 1e5.5 1.2.3 1..2 -1. 0x10 0b1 1a 1_000
1,000 1e1e1 e1 E1 1.e1 1.e+1 .e1 Infinity -Infinity NaN -NaN nan inf 0. -0. 0.e1 1+1 1-1 1*2 0xA １ -１ 1\u00a0 1e٣ 9.e+ 2.e3 -2. - 1 1.0e 1.0e+ 1.0e- 0.3e 0.3e+ 0e 0e+ 0E 0E+ -a -1a 1.8011670033376514H-308""".split()
words = ["true", "false", "null", "True", "FALSE", "nul", "tru", "fals", "nulll", "truefalse", "undefined", "none", "*", "''", "a", "'a'"]
for value in numbers + words:
    for frame in ("{}", "[{}]", "[{},1]", '{{"a":{}}}'):
        add("value", frame.format(value))
for letter in '"\\/bfnrtuaxv0\'U ' + "é":
    add("escape", f'["\\{letter}"]')
for text in ("0041", "00e9", "20AC", "D834\\uDD1E", "D800", "DC00", "D800\\n", "D800\\u0041", "DBFF\\uDFFF", "0000", "FFFF", "00A", "00G0", "", "123",
             "d834\\udd", "+041", "00_1", " 041"):
    add("escape", f'["\\u{text}"]')
for byte in list(range(0x21)) + [0x7F]:
    add("control", b'["a' + bytes([byte]) + b'b"]')
    add("space", bytes([byte]) + b"[1" + bytes([byte]) + b"," + bytes([byte]) + b"2]" + bytes([byte]))
for data in ("80", "bf", "c0af", "c3", "c328", "e0ff", "e080af", "e28281", "e282", "eda080", "edbfbf", "ee8080", "efbfbf", "f09f9880", "f0808080",
             "f4908080", "f48fbfbf", "f8888080", "fe", "ff", "c3a9", "e282ac", "e2808b", "e280a8", "c2a0", "efbbbf"):
    raw = bytes.fromhex(data)
    add("utf8", b'["' + raw + b'"]')
    add("utf8", raw + b"[]")
    add("utf8", b'{"' + raw + b'":1}')
for text in """[] {} [[]] [{}] {"a":[]} [ { } ] [1,2,3] {"":0} {"a":1,"b":2} {"a":1,"a":1} {"a":1,"a":2} {"a":{"b":{"c":[]}}}
[ ] } { [1 [1, [,1] [1,] [1,,2] [,] [1} {1] [1]] [[1] {"a":1 {"a":1, {"a":1,} {,"a":1} {"a":1,,"b":2} {"a"} {"a":} {:1} {1:1} {a:1} {'a':1} {"a",1} {"a":1:2}
{"a":"b"]} {"a":1}} {{"a":1}} [1]x [1]# [1]/**/ /**/[1] [1//x ["a ["a] a"] "a" " "a ["a\\] ["a\\"] ["a"b] ["a":1] [1:2] [1;2] {"a"=1} {"a":1;"b":2} []{} [][] 1,2 , : {null:1}
{[]:1} {"a":1 "b":2} [1,2 ["\\ud83d\\ude00"] [true,false,null] [-] [--1] <a> ["<null>"] [<null>] ["x",truth] ["x"\\n] \\u0041 ["\\"] [\\u000A""] [1]\x00 {"a":true}# """.split(" "):
    for line in text.split("\n"):
        add("structure", line)
for text in ("[ 1 , 2 ]", "[1 2]", '{ "a" : 1 }', ' \t\r\n[1]\t ', '{"a" "b"}', '["a" "b"]', "[1 000.0]", "1 2", '{"a":"b" "c":"d"}', "[1,\n1\n,1", '{"a":\n', "\ufeff", "\ufeff{}",
             "[" * 60 + "]" * 60, '{"a":' * 30 + "1" + "}" * 30, "[1,]" + " " * 20, '["' + "x" * 500 + '"]'):
    add("structure", text)
add("structure", b"")
add("utf16", "[1]".encode("utf-16-le"))
add("utf16", "[1]".encode("utf-16-be"))
lines = ["# name (y accepts, n refuses, i either), content in hexadecimal"]
for index, (data, name) in enumerate(cases.items()):
    lines.append(f"{judge(data)}_{name}_{index} {data.hex() or '-'}")
(pathlib.Path(__file__).parent / "json-test-suite.txt").write_text("\n".join(lines) + "\n")
print(len(cases), {kind: sum(line.startswith(kind + "_") for line in lines) for kind in "yni"})
