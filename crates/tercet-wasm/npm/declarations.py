"""Types of TypeScript for the requests and answers of some questions, from their JSON Schema."""

import json
import re

DEFINITIONS = "#/$defs/"
# These types of the package have more forms than JSON.
WIDER = {"BoardSpec": "import('./index.js').BoardLike", "Whole.request": "string | number | bigint"}
# Names that are taken, or say too little without their file.
NAMES = {"error": "Failure", "PhotoAnswer": "PhotoVerdict"}
# These words of a schema have no form in a type.
UNTYPED = {"$defs", "default", "pattern", "minimum", "maximum", "minItems", "maxItems", "contentEncoding", "description", "required"}
SIMPLE = {"string": "string", "number": "number", "integer": "number", "boolean": "boolean", "null": "null"}


def name_of(definition):
    """The name of a type: `CapsMaxRequest` for `caps-max.request`."""
    return NAMES.get(definition) or "".join(word[0].upper() + word[1:] for word in re.split(r"[-.]", definition))


def comment(schema, indent):
    """The description of a schema, as a comment."""
    words = schema.get("description", "") if isinstance(schema, dict) else ""
    if not words:
        return ""
    lines = words.replace("*/", "*\\/").split("\n")
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    return f"{indent}/**\n" + "".join(f"{indent} * {line}".rstrip() + "\n" for line in lines) + f"{indent} */\n"


def union(types):
    types = list(dict.fromkeys(types))
    return types[0] if len(types) == 1 else " | ".join(f"({one})" if " & " in one else one for one in types)


def object_type(schema, indent):
    """An object with its fields; others have the type of `additionalProperties`."""
    fields, inner = schema.get("properties", {}), indent + "  "
    others = schema.get("additionalProperties", False)
    if not fields:
        return f"Record<string, {type_of(others, indent)}>" if others is not False else "Record<string, never>"
    lines = []
    for field, part in fields.items():
        name = field if re.fullmatch(r"\w+", field) else f"'{field}'"
        mark = "" if field in schema.get("required", []) else "?"
        lines.append(f"{comment(part, inner)}{inner}{name}{mark}: {type_of(part, inner)};\n")
    return "{\n" + "".join(lines) + indent + "}"


def type_of(schema, indent=""):
    """The type of what a schema describes."""
    if schema is True or not set(schema) - {"description"}:
        return "unknown"
    parts, known = [], set(UNTYPED)
    if "$ref" in schema:
        known.add("$ref")
        parts.append(name_of(schema["$ref"].removeprefix(DEFINITIONS)))
    if "const" in schema:
        known |= {"const", "type"}
        parts.append(json.dumps(schema["const"]))
    elif "enum" in schema:
        known |= {"enum", "type"}
        parts.append(union(json.dumps(value) for value in schema["enum"]))
    elif "type" in schema:
        known |= {"type", "items", "prefixItems", "properties", "additionalProperties"}
        kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        parts.append(union(typed(kind, schema, indent) for kind in kinds))
    for choice in ["anyOf", "oneOf"]:
        if choice in schema:
            known.add(choice)
            parts.append(union(type_of(one, indent) for one in schema[choice]))
    if set(schema) - known:
        raise ValueError(f"no type is known for {', '.join(set(schema) - known)}")
    return parts[0] if len(parts) == 1 else " & ".join(f"({part})" if " | " in part else part for part in parts)


def typed(kind, schema, indent):
    if kind in SIMPLE:
        return SIMPLE[kind]
    if kind == "object":
        return object_type(schema, indent)
    if "prefixItems" in schema:
        return f"[{', '.join(type_of(item, indent) for item in schema['prefixItems'])}]"
    item = type_of(schema.get("items", True), indent)
    return f"({item})[]" if re.search(r" [|&] ", item) and not item.startswith("{") else f"{item}[]"


def declarations(contract, questions, others):
    """A module with the types of these questions, which `ask` takes, and of others."""
    definitions, used = contract["$defs"], []
    following = [f"{question}.{form}" for question in questions + others for form in ["request", "answer"]] + ["error"]
    while following:
        name = following.pop(0)
        if name not in used:
            used.append(name)
            text = "" if name in WIDER else json.dumps(definitions[name])
            following += re.findall(rf'"{re.escape(DEFINITIONS)}([^"]+)"', text)
    text = "// Requests and answers, as schema/tercet.json describes them.\n"
    for name in used:
        type_ = WIDER.get(name) or type_of(definitions[name])
        text += f"\n{comment(definitions[name], '')}export type {name_of(name)} = {type_};\n"
    for form, words in [("request", "requests"), ("answer", "answers")]:
        lines = [f"  {json.dumps(question)}: {name_of(f'{question}.{form}')};\n" for question in questions]
        text += f"\n/** All {words} by their questions. */\nexport interface {form.capitalize()}s {{\n{''.join(lines)}}}\n"
    return text
