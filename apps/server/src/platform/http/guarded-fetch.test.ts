import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GuardedRequest, guardedFetch, type Network, publicInternet } from './guarded-fetch.ts';
import { isPublicAddress } from './public-address.ts';

const seen: { host: string | undefined; path: string; method: string; headers: Record<string, unknown> }[] = [];
const answers: Record<string, RequestListener> = {
  '/words': (_request, response) => void response.end('some words'),
  '/packed': (_request, response) =>
    void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('some words')),
  '/bomb': (_request, response) =>
    void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(5_000_000))),
  '/broken': (_request, response) => void response.writeHead(500).end('no'),
  '/large': (_request, response) => void response.end(Buffer.alloc(10_000_000)),
  '/never': () => undefined,
  '/drip': (_request, response) => {
    const timer = setInterval(() => response.write('x'), 20);
    response.once('close', () => clearInterval(timer));
  },
  '/cut': (_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('x', () => response.destroy());
  },
  '/round': (_request, response) => void response.writeHead(302, { location: '/round' }).end(),
};
for (const [name, status, location] of [
  ['/to-words', 302, '/words'],
  ['/to-other', 307, 'http://other.test:PORT/words'],
  ['/to-other-anew', 303, 'http://other.test:PORT/words'],
  ['/on-site', 308, '/words'],
  ['/to-inside', 302, 'http://inside.test:PORT/words'],
  ['/to-loopback', 301, 'http://127.0.0.1:PORT/words'],
  ['/to-metadata', 302, 'http://169.254.169.254/latest'],
  ['/to-file', 302, 'file:///etc/passwd'],
] as const) {
  answers[name] = (_request, response) =>
    void response.writeHead(status, { location: location.replace('PORT', String(port())) }).end();
}

let server: Server;
beforeAll(async () => {
  server = createServer((request, response) => {
    const { method = '', headers, url = '' } = request;
    seen.push({ host: headers.host, path: url, method, headers });
    answers[url]?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
const port = () => (server.address() as AddressInfo).port;

/** 127.0.0.2 stands for an address on the internet, 127.0.0.1 for one of ours. */
const hosts: Record<string, string[]> = {
  'site.test': ['127.0.0.2'],
  'other.test': ['127.0.0.3'],
  'inside.test': ['127.0.0.1'],
  'mixed.test': ['127.0.0.2', '127.0.0.1'],
  'none.test': [],
};
const network: Network = {
  resolve: async (hostname) => hosts[hostname] ?? Promise.reject(new Error('ENOTFOUND')),
  mayReach: (address) => address !== '127.0.0.1' && address.startsWith('127.'),
};
const ask = (path: string, more: Partial<GuardedRequest> = {}) =>
  guardedFetch({
    url: path.startsWith('/') ? `http://site.test:${port()}${path}` : path,
    maxBytes: 100_000,
    timeoutMs: 5_000,
    network,
    ...more,
  });

test('returns a response with its status, its body and its final address', async () => {
  expect(await ask('/to-words')).toMatchObject({ status: 200, url: `http://site.test:${port()}/words` });
  expect((await ask('/words')).body.toString()).toBe('some words');
  expect((await ask('/packed')).body.toString()).toBe('some words');
  expect(await ask('/broken')).toMatchObject({ status: 500 });
});

test.each([
  ['http://inside.test:PORT/words', 'address'],
  ['http://mixed.test:PORT/words', 'address'],
  ['http://127.0.0.1:PORT/words', 'address'],
  ['http://0x7f.1:PORT/words', 'address'],
  ['http://2130706433:PORT/words', 'address'],
  ['http://[::1]:PORT/words', 'address'],
  ['http://[::ffff:127.0.0.1]:PORT/words', 'address'],
  ['/to-inside', 'address'],
  ['/to-loopback', 'address'],
  ['/to-metadata', 'address'],
  ['/to-file', 'url'],
  ['/round', 'redirects'],
  ['ftp://site.test/words', 'url'],
  ['http://me:secret@site.test/words', 'url'],
  ['nowhere', 'url'],
  ['http://none.test/words', 'unreachable'],
  ['http://unheard-of.test/words', 'unreachable'],
  ['/cut', 'unreachable'],
  ['/large', 'too-large'],
  ['/bomb', 'too-large'],
])('refuses %s as %s', async (path, fault) => {
  const url = path.startsWith('/') ? path : path.replace('PORT', String(port()));
  const before = seen.length;
  await expect(ask(url)).rejects.toMatchObject({ name: 'GuardedFetchError', fault });
  // Nothing was requested from an address that may not be reached.
  expect(seen.slice(before).filter(({ path: asked }) => asked === '/words')).toEqual([]);
});

test.each(['/never', '/drip'])('aborts %s at its timeout', async (path) => {
  const beganMs = performance.now();
  await expect(ask(path, { timeoutMs: 150 })).rejects.toMatchObject({ fault: 'too-slow' });
  expect(performance.now() - beganMs).toBeLessThan(4_000);
});

test('aborts a resolver that never answers at its timeout', async () => {
  const silent = { ...network, resolve: () => new Promise<string[]>(() => undefined) };
  await expect(ask('/words', { timeoutMs: 50, network: silent })).rejects.toMatchObject({ fault: 'too-slow' });
});

test('resolves the name once per step, and connects to the checked address', async () => {
  let requests = 0;
  const changing: Network = {
    resolve: async () => {
      requests += 1;
      return requests === 1 ? ['127.0.0.2'] : ['127.0.0.1'];
    },
    mayReach: network.mayReach,
  };
  expect(await ask('/words', { network: changing })).toMatchObject({ status: 200 });
  expect(requests).toBe(1);
  await expect(ask('/to-words', { network: changing })).rejects.toMatchObject({ fault: 'address' });
});

test('sends what was meant for one site to no other', async () => {
  const from = seen.length;
  await ask('/to-other', { method: 'POST', body: '{}', headers: { Authorization: 'secret', Accept: 'text/html' } });
  const [first, second] = seen.slice(from);
  expect(first).toMatchObject({ method: 'POST', headers: { authorization: 'secret' } });
  expect(second).toMatchObject({ method: 'POST', host: `other.test:${port()}`, headers: { accept: 'text/html' } });
  expect(second?.headers).not.toHaveProperty('authorization');
});

test('follows a redirect with a secret body only to its own site', async () => {
  const from = seen.length;
  const secret = { method: 'POST', body: 'secret', isBodySecret: true } as const;
  await expect(ask('/to-other', secret)).rejects.toMatchObject({ fault: 'redirects' });
  expect(seen.slice(from)).toHaveLength(1);
  expect(await ask('/on-site', secret)).toMatchObject({ status: 200 });
  expect(seen.at(-1)).toMatchObject({ method: 'POST', path: '/words' });
  // Without its body it may go anywhere.
  expect(await ask('/to-other-anew', secret)).toMatchObject({ status: 200 });
  expect(seen.at(-1)).toMatchObject({ method: 'GET', host: `other.test:${port()}` });
});

test('turns a POST into a GET without its body after a redirect that says so', async () => {
  const from = seen.length;
  await ask('/to-words', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } });
  expect(seen[from + 1]).toMatchObject({ method: 'GET', path: '/words' });
  expect(seen[from + 1]?.headers).not.toHaveProperty('content-type');
});

test.each([
  ['8.8.8.8', true],
  ['192.0.1.1', true],
  ['172.32.0.1', true],
  ['2606:4700::1111', true],
  ['10.1.2.3', false],
  ['100.100.0.1', false],
  ['172.31.255.255', false],
  ['192.168.0.1', false],
  ['169.254.169.254', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::7f00:1', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['2002:7f00:1::', false],
  ['2001:0:7f00:1::', false],
  ['not an address', false],
])('considers %s public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

test('reaches only the internet by default', async () => {
  expect(await publicInternet.resolve('localhost')).not.toEqual([]);
  await expect(ask(`http://localhost:${port()}/words`, { network: publicInternet })).rejects.toMatchObject({
    fault: 'address',
  });
});

test('reuses a kept connection for the same addresses, and replaces a closed one', async () => {
  const sockets: Socket[] = [];
  const note = (socket: Socket) => void sockets.push(socket);
  server.on('connection', note);
  const keepAlive = { isKeptOpen: true, network } as const;
  try {
    for (let count = 0; count < 3; count += 1) expect((await ask('/words', keepAlive)).status).toBe(200);
    expect(sockets).toHaveLength(1);
    // A name that changes its address is checked, and gains nothing from an open connection.
    const moved = { ...network, resolve: async () => ['127.0.0.1'] };
    await expect(ask('/words', { ...keepAlive, network: moved })).rejects.toMatchObject({ fault: 'address' });
    const elsewhere = { ...network, resolve: async () => ['127.0.0.4'] };
    expect((await ask('/words', { ...keepAlive, network: elsewhere })).status).toBe(200);
    expect(sockets.map(({ localAddress }) => localAddress)).toEqual(['127.0.0.2', '127.0.0.4']);
    // The receiver closes its kept connection at the moment of the next request.
    answers['/hangs-up'] = (request) => request.socket.destroy();
    await expect(ask('/hangs-up', { isKeptOpen: true })).rejects.toMatchObject({ fault: 'unreachable' });
    expect((await ask('/words', keepAlive)).status).toBe(200);
    expect(sockets).toHaveLength(4);
  } finally {
    server.off('connection', note);
  }
});
