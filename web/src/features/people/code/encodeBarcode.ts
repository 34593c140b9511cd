import * as encoder from "jsbarcode/bin/barcodes/CODE128/CODE128B.js";

// A bundle for browsers gives the class itself, Node gives the module that holds it.
const given = encoder.default as typeof encoder.default & { default?: typeof encoder.default };
const Code128B = given.default ?? given;

/** Encodes a text in Code 128. Returns one character a module: `1` is a bar, `0` a space. */
export const encodeBarcode = (text: string): string => new Code128B(text, {}).encode().data;
