import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { lockFolder } from '../src/platform/database/folder-lock.ts';
import { projectDirectory, serverDirectory } from '../src/platform/paths.ts';

const RETRY_MS = 100;

/**
 * The program as people run it: a bundle, rebuilt first if the sources changed. Starting from sources takes five
 * seconds of CPU instead of one, mostly to find and read two thousand files.
 * @returns its path
 */
export async function builtServer(): Promise<string> {
  let unlock = await lockFolder(serverDirectory);
  for (; !unlock; unlock = await lockFolder(serverDirectory)) await delay(RETRY_MS);
  try {
    await promisify(execFile)(process.execPath, [join(projectDirectory, 'scripts', 'build.mjs'), 'server']);
  } finally {
    await unlock();
  }
  return join(serverDirectory, 'dist', 'main.js');
}
