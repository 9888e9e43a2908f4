const ZEROS = [0x0660, 0x06f0, 0x0966];

/** Converts Arabic, Persian and Devanagari digits to ASCII. */
export const toLatinDigits = (text: string): string =>
  text.replace(/[٠-٩۰-۹०-९]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (ZEROS.find((zero) => code >= zero && code <= zero + 9) ?? code));
  });
