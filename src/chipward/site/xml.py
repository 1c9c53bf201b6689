"""XML as bytes, indented, the same on every machine."""

from xml.etree import ElementTree as ET


def write_xml(root: ET.Element) -> bytes:
    """Write a document with its declaration."""
    ET.indent(root)
    text: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return text + b"\n"
