import { access, constants } from 'node:fs/promises';

const DEFAULT_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Finds the Chromium to start.
 * @param configured path from the configuration, instead of the usual places
 * @throws Error that names the paths it tried
 */
export async function findChromium(configured: string | null): Promise<string> {
  const places = configured === null ? DEFAULT_PATHS : [configured];
  for (const place of places) {
    const found = await access(place, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return place;
  }
  throw new Error(`Chromium was not found at ${places.join(', ')}; set CHROMIUM to its path`);
}
