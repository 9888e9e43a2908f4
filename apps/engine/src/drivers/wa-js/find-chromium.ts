import { access, constants } from 'node:fs/promises';

const USUAL = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * The Chromium to start. `wanted`: a path from the configuration, instead of the usual places.
 * @throws Error that names what was looked for.
 */
export async function findChromium(wanted: string | null): Promise<string> {
  const places = wanted === null ? USUAL : [wanted];
  for (const place of places) {
    const found = await access(place, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return place;
  }
  throw new Error(`Chromium was not found at ${places.join(', ')}; set CHROMIUM to its path`);
}
