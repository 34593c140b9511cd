/** Text whose mean advance compares two fonts. */
const SAMPLE =
  "Find a table for tonight, book a treatment and see what is open near you. Your orders, messages and reservations are kept in one place. Trouvez une table pour ce soir, réservez un soin et voyez ce qui est ouvert près de chez vous. Vos commandes, vos messages et vos réservations sont réunis au même endroit.";

/** Returns the mean advance of SAMPLE, the ascent and the descent of an OpenType font, in em. */
export function metricsOf(font) {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const table = tablesOf(view);
  const em = view.getUint16(table.head + 18);
  const advances = view.getUint16(table.hhea + 34);
  const advanceOf = (glyph) => view.getUint16(table.hmtx + 4 * Math.min(glyph, advances - 1));
  const glyphOf = characterMap(view, table.cmap);
  const letters = [...SAMPLE];
  const total = letters.reduce((sum, letter) => sum + advanceOf(glyphOf(letter.codePointAt(0))), 0);
  return {
    width: total / letters.length / em,
    ascent: view.getInt16(table.hhea + 4) / em,
    descent: -view.getInt16(table.hhea + 6) / em,
  };
}

/** Offsets of the tables by their tag. */
function tablesOf(view) {
  const tables = {};
  for (let at = 12; at < 12 + 16 * view.getUint16(4); at += 16) {
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((byte) => view.getUint8(at + byte)));
    tables[tag] = view.getUint32(at + 8);
  }
  return tables;
}

/** Reads the segments of format 4, which every font for the web has. */
function characterMap(view, cmap) {
  const tables = Array.from({ length: view.getUint16(cmap + 2) }, (_, at) =>
    view.getUint32(cmap + 8 + 8 * at),
  );
  const at = cmap + tables.find((offset) => view.getUint16(cmap + offset) === 4);
  const size = view.getUint16(at + 6);
  const [ends, starts, deltas, offsets] = [14, 16 + size, 16 + 2 * size, 16 + 3 * size].map(
    (from) => at + from,
  );
  return (code) => {
    let segment = 0;
    while (view.getUint16(ends + segment) < code) segment += 2;
    if (view.getUint16(starts + segment) > code) throw new Error(`The font has no character ${code}.`);
    const delta = view.getUint16(deltas + segment);
    const offset = view.getUint16(offsets + segment);
    if (offset === 0) return (code + delta) & 0xffff;
    const glyph = offsets + segment + offset + 2 * (code - view.getUint16(starts + segment));
    return (view.getUint16(glyph) + delta) & 0xffff;
  };
}
