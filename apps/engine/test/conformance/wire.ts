/** Encodes structured-cloneable values as text, for a process and a browser. */
export const toWire = (value: unknown): string =>
  JSON.stringify(value, function (this: Record<string, unknown>, key, shown) {
    // Buffers have their own JSON form.
    const own = this[key];
    if (own instanceof Uint8Array)
      return { $bytes: btoa(Array.from(own, (byte) => String.fromCharCode(byte)).join('')) };
    if (own instanceof Map) return { $entries: [...own] };
    return shown;
  });

export const readWire = (text: string): unknown =>
  JSON.parse(text, (_key, value) => {
    if (typeof value?.$bytes === 'string') return Uint8Array.from(atob(value.$bytes), (letter) => letter.charCodeAt(0));
    return Array.isArray(value?.$entries) ? new Map(value.$entries) : value;
  });
