/** Image `shell` runs its one argument with sh; image `node` runs its arguments with this Node. */
export const TEST_IMAGES = {
  shell: { command: ['/bin/sh', '-c'] as [string, ...string[]] },
  node: { command: [process.execPath] as [string, ...string[]] },
};
