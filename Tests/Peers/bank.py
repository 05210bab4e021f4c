# SPDX-License-Identifier: MIT
"""Files of banks by others: payment orders validated with the official schemas that sepaxml carries, statements written
and read by the classes that pyiso20022 has made of the official schemas, check digits by python-stdnum.

A line is a JSON object, and so is its answer; bytes are Base64. It listens nowhere, so it is ready on port 0.

    {"do": "validate", "version": "pain.001.001.03", "file": …}              -> {"wrong": why or null}
    {"do": "statement", "version": "08", "iban": …, "entries": [{…}, …]}     -> {"file": …}
    {"do": "amounts", "version": "08", "file": …}                            -> {"amounts": ["12.50", …]}
    {"do": "reference", "text": …}                                           -> {"isRight": …}
"""
import base64
import importlib
import importlib.resources
import io
import json
import sys
import typing
from decimal import Decimal

import stdnum.iso11649
import xmlschema
from xsdata.formats.dataclass.parsers import XmlParser
from xsdata.formats.dataclass.serializers import XmlSerializer
from xsdata.models.datatype import XmlDate, XmlDateTime


def plain(text: str) -> bytes:
    return base64.b64decode(text, validate=True)


def validate(order: dict) -> dict:
    schemas = importlib.resources.files("sepaxml") / "schemas" / (order["version"] + ".xsd")
    schema = xmlschema.XMLSchema(schemas.read_text())
    error = next(schema.iter_errors(io.BytesIO(plain(order["file"]))), None)
    return {"wrong": error and str(error.reason)}


def camt(version: str):
    return importlib.import_module(f"pyiso20022.camt.camt_053_001_{version}")


def statement(order: dict) -> dict:
    lib, version = camt(order["version"]), order["version"]
    now = XmlDateTime(2026, 11, 21, 3, 0, 0)
    day = XmlDate(2026, 11, 21)

    amount_type = lib.ActiveOrHistoricCurrencyAndAmount
    account_id = lib.AccountIdentification4Choice

    def field_type(owner, name: str):
        """The class that a field of a generated class holds."""
        hint = typing.get_type_hints(owner, vars(sys.modules[owner.__module__]))[name]
        while typing.get_args(hint):
            hint = next(part for part in typing.get_args(hint) if part is not type(None))
        return hint

    document = lib.Document
    body = field_type(document, "bk_to_cstmr_stmt")
    stmt_type = field_type(body, "stmt")
    entry_type = field_type(stmt_type, "ntry")
    detail_list = field_type(entry_type, "ntry_dtls")
    detail_type = field_type(detail_list, "tx_dtls")
    header_type = field_type(body, "grp_hdr")
    code_type = field_type(entry_type, "bk_tx_cd")
    entries = []
    for item in order["entries"]:
        direction = field_type(entry_type, "cdt_dbt_ind")("CRDT" if item["isCredit"] else "DBIT")
        parties_type = field_type(detail_type, "rltd_pties")
        role = "dbtr" if item["isCredit"] else "cdtr"
        party_type = field_type(parties_type, role)
        party = party_type(nm=item["name"]) if version == "02" else party_type(
            pty=field_type(party_type, "pty")(nm=item["name"]))
        parties = {role: party}
        if item["iban"]:
            parties[role + "_acct"] = field_type(parties_type, role + "_acct")(id=account_id(iban=item["iban"]))
        detail = {
            "refs": field_type(detail_type, "refs")(end_to_end_id=item["endToEndID"]),
            "rltd_pties": parties_type(**parties),
        }
        if version == "08":
            detail |= {
                "amt": amount_type(value=Decimal(item["amount"]), ccy="EUR"),
                "cdt_dbt_ind": field_type(detail_type, "cdt_dbt_ind")(direction.value),
            }
        if item["creditorReference"]:
            info = field_type(detail_type, "rmt_inf")
            structured = field_type(info, "strd")
            reference = field_type(structured, "cdtr_ref_inf")
            detail["rmt_inf"] = info(strd=[structured(cdtr_ref_inf=reference(ref=item["creditorReference"]))])
        if item["reason"]:
            returned = field_type(detail_type, "rtr_inf")
            detail["rtr_inf"] = returned(rsn=field_type(returned, "rsn")(cd=item["reason"]))
        status = field_type(entry_type, "sts")
        proprietary = field_type(code_type, "prtry")
        entries.append(entry_type(
            amt=amount_type(value=Decimal(item["amount"]), ccy="EUR"), cdt_dbt_ind=direction,
            sts=status("BOOK") if version == "02" else status(cd="BOOK"),
            bookg_dt=field_type(entry_type, "bookg_dt")(dt=day), acct_svcr_ref=item["reference"],
            bk_tx_cd=code_type(prtry=proprietary(cd="TRF")), ntry_dtls=[detail_list(tx_dtls=[detail_type(**detail)])]))
    own = field_type(stmt_type, "acct")
    message = document(bk_to_cstmr_stmt=body(
        grp_hdr=header_type(msg_id="M1", cre_dt_tm=now),
        stmt=[stmt_type(id="S1", cre_dt_tm=now, acct=own(id=account_id(iban=order["iban"])), ntry=entries)]))
    return {"file": base64.b64encode(XmlSerializer().render(message).encode()).decode()}


def amounts(order: dict) -> dict:
    message = XmlParser().from_bytes(plain(order["file"]), camt(order["version"]).Document)
    return {"amounts": [str(entry.amt.value) for entry in message.bk_to_cstmr_stmt.stmt[0].ntry]}


def reference(order: dict) -> dict:
    return {"isRight": stdnum.iso11649.is_valid(order["text"])}


orders = {"validate": validate, "statement": statement, "amounts": amounts, "reference": reference}
print("ready", 0, flush=True)
for line in sys.stdin:
    order = json.loads(line)
    print(json.dumps(orders[order["do"]](order)), flush=True)
