import { rmSync } from 'node:fs';

/** The data folder goes with the run; the server may still be closing its files in it, so it is tried a few times. */
export default function removeData(): void {
  const directory = process.env.E2E_DATA_DIR;
  if (directory) process.once('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }));
}
