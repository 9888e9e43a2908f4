import { setFlagsFromString } from 'node:v8';

/**
 * An engine is mostly idle and there may be hundreds on a machine: V8 is told to prefer memory to speed. Import this
 * first. Measured: with a young generation of 1 MB a Baileys engine holds 60 MB instead of 100 MB, a simulator engine
 * 30 MB instead of 36 MB.
 */
setFlagsFromString('--optimize-for-size');
setFlagsFromString('--max-semi-space-size=1');
setFlagsFromString('--semi-space-growth-factor=1');
// mqtt.js still calls url.parse; a line about it in every engine's log helps nobody.
process.noDeprecation = true;
