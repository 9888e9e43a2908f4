import { setFlagsFromString } from 'node:v8';

/**
 * An engine is mostly idle, and a machine may run hundreds: makes V8 prefer memory to speed. Must be imported first.
 * Measured: with a young generation of 1 MB a Baileys engine uses 60 MB instead of 100 MB, a simulator engine 30 MB
 * instead of 36 MB.
 */
setFlagsFromString('--optimize-for-size');
setFlagsFromString('--max-semi-space-size=1');
setFlagsFromString('--semi-space-growth-factor=1');
// mqtt.js still calls url.parse; a warning about it in every engine's log helps nobody.
process.noDeprecation = true;
