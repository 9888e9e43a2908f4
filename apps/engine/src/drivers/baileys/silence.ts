/**
 * Baileys' Signal library logs whole sessions, including private keys, with `console.info` and `console.warn`
 * (libsignal src/session_record.js). The engine's own log does not use the console, so nothing is lost. Must be
 * imported before Baileys.
 */
console.info = () => undefined;
console.warn = () => undefined;
