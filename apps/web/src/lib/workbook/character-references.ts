const AMPERSAND = 0x26;
const HASH = 0x23;
const LAST_OF_THE_PLANE = 0xffff;

/**
 * Replaces numeric references to characters beyond the basic plane (emoji, rare letters), as openpyxl writes them, by
 * the characters: the spreadsheet library decodes those numbers wrongly.
 */
export function withWholeCharacters(xml: Uint8Array): Uint8Array {
  if (!hasReference(xml)) return xml;
  const text = new TextDecoder().decode(xml);
  return new TextEncoder().encode(
    text.replace(/&#(?:x([\da-f]{5,6})|(\d{5,7}));/gi, (written, hex?: string, decimal?: string) => {
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
      return code > LAST_OF_THE_PLANE && code <= 0x10_ffff ? String.fromCodePoint(code) : written;
    }),
  );
}

function hasReference(xml: Uint8Array): boolean {
  for (let at = xml.indexOf(AMPERSAND); at >= 0; at = xml.indexOf(AMPERSAND, at + 1)) {
    if (xml[at + 1] === HASH) return true;
  }
  return false;
}
