import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** When each pod was first reported as Terminating, by name, in milliseconds since 1970. */
export interface Sightings {
  at: ReadonlyMap<string, number>;
  stop(): void;
}

/** Records the events of a plain watch of the API, the reference for all others. Resolves once the watch runs. */
export async function watchApi(clusterUrl: string): Promise<Sightings> {
  const at = new Map<string, number>();
  const stop = new AbortController();
  const list = await (await fetch(`${clusterUrl}/api/v1/pods?limit=1`)).json();
  const from = list.metadata.resourceVersion;
  const answer = await fetch(`${clusterUrl}/api/v1/pods?watch=true&resourceVersion=${from}`, { signal: stop.signal });
  const read = async () => {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const bytes of answer.body as ReadableStream<Uint8Array>) {
      const now = Date.now();
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        // Parsing every event would make this slower than what it measures.
        if (!line.includes('"deletionTimestamp"')) continue;
        const { metadata } = JSON.parse(line).object;
        if (!at.has(metadata.name)) at.set(metadata.name, now);
      }
    }
  };
  read().catch(() => undefined);
  return { at, stop: () => stop.abort() };
}

/** Records the output of `kubectl get pods -w`. Resolves once its first list is printed; null without kubectl. */
export async function watchKubectl(clusterUrl: string): Promise<Sightings | null> {
  const at = new Map<string, number>();
  let child: ChildProcess;
  try {
    child = spawn('kubectl', ['--server', clusterUrl, 'get', 'pods', '-A', '-w', '--no-headers'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.stdout?.once('data', () => resolve());
    });
  } catch {
    return null;
  }
  createInterface({ input: child.stdout as NonNullable<typeof child.stdout> }).on('line', (line) => {
    const [, name = '', , status] = line.split(/\s+/);
    if (status === 'Terminating' && !at.has(name)) at.set(name, Date.now());
  });
  return { at, stop: () => void child.kill() };
}
