import { createServer } from 'node:net';

/**
 * Below the ephemeral ports of the operating systems (Linux from 32768, macOS and Windows from 49152). An outgoing
 * connection could take an ephemeral port before its owner listens on it, or listens again after a crash.
 */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;

/**
 * @param first first port of the range
 * @param last end of the range, exclusive
 * @returns `count` different free TCP ports of this machine. Processes that search at the same time most likely get
 * different ones.
 */
export async function freePorts(count: number, first = FIRST_PORT, last = LAST_PORT): Promise<number[]> {
  const found: number[] = [];
  const size = last - first;
  const start = Math.floor(Math.random() * size);
  for (let step = 0; step < size && found.length < count; step += 1) {
    const port = first + ((start + step) % size);
    if (await isFree(port)) found.push(port);
  }
  if (found.length < count) throw new Error(`there are no ${count} free ports between ${first} and ${last}`);
  return found;
}

/** @returns one port, found like {@link freePorts}. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
