import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWebApp } from './web-app.ts';

const directory = mkdtempSync(join(tmpdir(), 'switchyard-web-'));
const script = 'document.title = "dark"';
const page = `<html><head><script>${script}</script><script src="/assets/main-abc.js"></script></head></html>`;
const facts = { demo: true, signUp: 'closed', billing: 'on', passwords: 'on', signInProvider: null } as const;
let server: FastifyInstance;

beforeAll(async () => {
  mkdirSync(join(directory, 'assets'));
  writeFileSync(join(directory, 'index.html'), page);
  writeFileSync(join(directory, 'assets', 'main-abc.js'), 'console.log("app")');
  writeFileSync(join(directory, 'assets', 'main-abc.js.gz'), gzipSync('console.log("app")'));
  const webApp = openWebApp(directory, facts);
  server = fastify();
  await webApp.serve(server);
  server.setNotFoundHandler((request, reply) => (webApp.answer(request, reply) ? reply : reply.status(404).send({})));
});
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true });
});

test.each(['/', '/index.html', '/calendar', '/btgpt', '/contacts/12?tab=notes'])(
  'answers %s with the page, revalidated each time',
  async (url) => {
    const answer = await server.inject({ url, headers: { accept: 'text/html' } });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toMatch(/text\/html/);
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.body).toBe(page.replace('<html>', '<html data-demo data-sign-up="closed" data-billing="on">'));
  },
);

test('caches a hashed file for ever, and serves it compressed', async () => {
  const answer = await server.inject({ url: '/assets/main-abc.js', headers: { 'accept-encoding': 'gzip' } });
  expect(answer.headers['cache-control']).toMatch(/immutable/);
  expect(answer.headers['content-encoding']).toBe('gzip');
  expect(answer.headers['content-type']).toMatch(/javascript/);
  expect(gunzipSync(answer.rawPayload).toString()).toBe('console.log("app")');
});

test.each(['/assets/gone-123.js', '/assets/main-abc.js.gz', '/api/nothing', '/simulator/nothing'])(
  'answers 404 for %s, not the page',
  async (url) => {
    expect((await server.inject({ url })).statusCode).toBe(404);
  },
);

test('marks the page accordingly outside the demo, and with open sign-up', async () => {
  const other = fastify();
  const webApp = openWebApp(directory, {
    demo: false,
    signUp: 'open',
    billing: 'off',
    passwords: 'off',
    signInProvider: { name: 'Company $1 login' },
  });
  other.setNotFoundHandler((request, reply) => (webApp.answer(request, reply) ? reply : reply.status(404).send({})));
  expect((await other.inject({ url: '/' })).body).toContain(
    '<html data-sign-up="open" data-billing="off" data-passwords="off" data-sign-in-provider="Company $1 login">',
  );
  await other.close();
});

test('serves the page for GET only', async () => {
  expect((await server.inject({ method: 'POST', url: '/calendar' })).statusCode).toBe(404);
});

test('allows an inline script of the page by its hash', () => {
  const hash = createHash('sha256').update(script).digest('base64');
  expect(openWebApp(directory, facts).inlineScripts).toEqual([`'sha256-${hash}'`]);
});
