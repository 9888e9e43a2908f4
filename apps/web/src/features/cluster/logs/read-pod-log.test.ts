import '../../../../test/english.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LogRefusal, LogSource } from './read-pod-log.ts';

const PROXY = 'http://127.0.0.1:8181';
const POD = { namespace: 'gateways', name: 'engine-1' };
const refusal = (status: number, message: string) =>
  new Response(JSON.stringify({ message }), { status, statusText: 'Refused' });

/** The requests made, and how each side responds. */
let requests: string[];
let proxy: (signal: AbortSignal) => Promise<Response>;
let backend: () => Promise<Response>;
/** The backend's response with the containers' names. */
let names: () => Response;

beforeEach(() => {
  requests = [];
  names = () => Response.json({ containers: ['told by the backend'], initContainers: ['before'] });
  backend = async () => new Response('one\ntwo\n');
  vi.stubGlobal('window', { location: { origin: 'http://127.0.0.1:3000', search: '' } });
  vi.stubGlobal('fetch', async (url: string | Request, { signal }: { signal: AbortSignal }) => {
    if (url instanceof Request) return names();
    const isProxy = url.startsWith(PROXY);
    requests.push(isProxy ? 'proxy' : 'backend');
    return isProxy ? proxy(signal) : backend();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function read(source: LogSource): Promise<string[]> {
  const lines: string[] = [];
  const signal = new AbortController().signal;
  for await (const line of source.lines('main', 'tailLines=1000', false, signal)) lines.push(line);
  return lines;
}

describe('source of a log', () => {
  it('asks the proxy, and the backend only when the proxy is down; from then on only the backend', async () => {
    proxy = async () => Promise.reject(new TypeError('Failed to fetch'));
    const source = new LogSource(PROXY, POD);
    expect(await read(source)).toEqual(['one', 'two']);
    await read(source);
    expect(requests).toEqual(['proxy', 'backend', 'backend']);
  });

  it.each([401, 403, 429, 500, 503])('also asks the backend when the proxy responds with %d', async (status) => {
    proxy = async () => refusal(status, 'not you');
    expect(await read(new LogSource(PROXY, POD))).toEqual(['one', 'two']);
    expect(requests).toEqual(['proxy', 'backend']);
  });

  it.each([400, 404])('accepts the proxy’s answer about the pod itself (%d), with the reason', async (status) => {
    proxy = async () => refusal(status, 'container "main" is waiting to start');
    const failed = await read(new LogSource(PROXY, POD)).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(LogRefusal);
    expect(failed).toMatchObject({
      message: `Failed to fetch logs for main: Refused (${status})`,
      detail: 'container "main" is waiting to start',
    });
    expect(requests).toEqual(['proxy']);
  });

  it('waits 5 s for a proxy that does not answer', async () => {
    vi.useFakeTimers();
    proxy = (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const reading = read(new LogSource(PROXY, POD));
    await vi.advanceTimersByTimeAsync(4_900);
    expect(requests).toEqual(['proxy']);
    await vi.advanceTimersByTimeAsync(200);
    expect(requests).toEqual(['proxy', 'backend']);
    vi.useRealTimers();
    expect(await reading).toEqual(['one', 'two']);
  });

  it('aborts a log that stalls', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', async (_: string, { signal }: { signal: AbortSignal }) => {
      const body = new ReadableStream<Uint8Array>({
        start: (stream) => signal.addEventListener('abort', () => stream.error(signal.reason)),
      });
      return new Response(body);
    });
    const reading = read(new LogSource(null, POD)).catch((error: Error) => error.message);
    await vi.advanceTimersByTimeAsync(41_000);
    expect(await reading).toBe('The log stopped coming.');
  });
});

describe('container names', () => {
  const named = { containers: ['told by the backend'], initContainers: ['before'] };

  it('come from the backend when there is no proxy', async () => {
    expect(await new LogSource(null, POD).containers(['known'])).toEqual(named);
    proxy = async () => Promise.reject(new TypeError('Failed to fetch'));
    expect(await new LogSource(PROXY, POD).containers([])).toEqual(named);
  });

  it('are those that the screen knows when neither answers', async () => {
    const body = { defined: false, code: 'UNAVAILABLE', status: 503, message: 'away', requestId: 'r1' };
    names = () => Response.json(body, { status: 503 });
    expect(await new LogSource(null, POD).containers(['known'])).toEqual({ containers: ['known'], initContainers: [] });
    await expect(new LogSource(null, POD).containers([])).rejects.toThrow('away');
  });

  it('come from the proxy when it answers, including init containers', async () => {
    const spec = { containers: [{ name: 'engine' }, { name: 'sidecar' }], initContainers: [{ name: 'restore' }] };
    proxy = async () => Response.json({ spec });
    expect(await new LogSource(PROXY, POD).containers([])).toEqual({
      containers: ['engine', 'sidecar'],
      initContainers: ['restore'],
    });
  });
});
