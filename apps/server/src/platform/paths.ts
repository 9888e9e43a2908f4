import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** `apps/server`, whether this runs from source or from the bundle in `dist/`. */
export const serverDirectory: string = findServerDirectory();

/** The project's root. */
export const projectDirectory: string = join(serverDirectory, '..', '..');

/** True in the bundle: then the other programs are bundles too. */
export const isBundled: boolean = !import.meta.url.endsWith('.ts');

/** The engine's program for `node`: a bundle or a source file, like this server. */
export const engineProgram: string = join(
  projectDirectory,
  'apps',
  'engine',
  isBundled ? 'dist/main.js' : 'src/main.ts',
);

/** The program of a worker thread, `*.worker.ts`: a bundle or a source file, like this server. */
export const workerProgram = (source: URL): URL =>
  isBundled ? pathToFileURL(join(serverDirectory, 'dist', basename(source.pathname, '.ts').concat('.js'))) : source;

/** The built web app; may be missing in development, where Vite serves it. */
export const webDirectory: string = join(projectDirectory, 'apps', 'web', 'dist');

function findServerDirectory(): string {
  let directory = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(directory, 'migrations'))) {
    const parent = dirname(directory);
    if (parent === directory) throw new Error('the migrations folder is missing beside the server');
    directory = parent;
  }
  return directory;
}
