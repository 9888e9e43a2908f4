/**
 * Baileys' Signal library writes whole sessions, private keys included, with `console.info` and `console.warn`
 * (libsignal src/session_record.js). The engine's own log does not use the console, so nothing is lost. Import this
 * before Baileys.
 */
console.info = () => undefined;
console.warn = () => undefined;
