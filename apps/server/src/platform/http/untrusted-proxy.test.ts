import fastify, { type FastifyBaseLogger } from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { createLog } from '../logging/log.ts';
import { warnOfUntrustedProxy } from './untrusted-proxy.ts';

const close: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of close.splice(0)) await end();
});

/** Sends a server one request for each of these values of x-forwarded-for, from 127.0.0.1. @returns its warnings */
async function warningsFor(trustProxy: string | false, forwarded: (string | undefined)[]): Promise<unknown[][]> {
  const log = createLog('silent');
  const warn = vi.fn();
  const loggerInstance = Object.assign(log, { warn, child: () => loggerInstance }) as unknown as FastifyBaseLogger;
  const server = fastify({ loggerInstance, trustProxy });
  close.push(() => server.close());
  warnOfUntrustedProxy(server);
  server.get('/', async () => 'ok');
  for (const value of forwarded) {
    await server.inject({
      path: '/',
      ...(value !== undefined && { headers: { 'x-forwarded-for': value } }),
      remoteAddress: '127.0.0.1',
    });
  }
  return warn.mock.calls;
}

test('warns once of x-forwarded-for from an unlisted proxy, naming the setting', async () => {
  for (const trustProxy of [false, '10.0.0.0/8'] as const) {
    const calls = await warningsFor(trustProxy, [undefined, '203.0.113.7', '203.0.113.8']);
    expect(calls).toEqual([[{ peer: '127.0.0.1' }, expect.stringContaining('TRUST_PROXY')]]);
  }
});

test('does not warn of a listed proxy, nor without the header', async () => {
  expect(await warningsFor('127.0.0.1', ['203.0.113.7'])).toEqual([]);
  expect(await warningsFor(false, [undefined])).toEqual([]);
});
