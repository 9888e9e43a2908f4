import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { freePorts } from '../../platform/free-port.ts';

const require = createRequire(import.meta.url);
const SUITE = join(dirname(require.resolve('@modelcontextprotocol/conformance/package.json')), 'dist/index.js');
const INSPECTOR = join(
  dirname(require.resolve('@modelcontextprotocol/inspector/package.json')),
  'clients/launcher/build/index.js',
);

/** Scenarios that need none of the tools, prompts and resources that the suite expects. */
const SCENARIOS = {
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
  ],
  '2026-07-28': [
    'tools-list',
    'server-sse-multiple-streams',
    'resources-list',
    'sep-2164-resource-not-found',
    'prompts-list',
    'dns-rebinding-protection',
    'caching',
    'input-required-result-missing-input-response',
    'input-required-result-unsupported-methods',
    'input-required-result-ignore-extra-params',
    'input-required-result-validate-input',
    'http-header-validation',
  ],
};

let server: TestServer;
/** The suite sends no tokens, so this proxy in front of the server adds one. */
let door: Server;
let token: string;
let publicUrl: string;
let callbackPort: number;

beforeAll(async () => {
  const [port = 0, callback = 0] = await freePorts(2);
  callbackPort = callback;
  publicUrl = `http://127.0.0.1:${port}`;
  server = await startTestServer({ config: { port, publicUrl } });
  const person = await server.signUp();
  ({ token } = person);
  const input = { name: 'Suite', scopes: ['contacts:read', 'messages:read'], expiresInDays: null };
  const { key } = (await server.call<{ key: string }>('POST', '/api/keys', input, person)).body;
  door = createServer((asked, answer) => {
    const headers = { ...asked.headers, authorization: `Bearer ${key}`, host: new URL(publicUrl).host };
    const sent = request(`${publicUrl}${asked.url}`, { method: asked.method ?? 'GET', headers }, (output) => {
      answer.writeHead(output.statusCode ?? 500, output.headers);
      output.pipe(answer);
    });
    sent.on('error', () => answer.destroy());
    answer.on('close', () => sent.destroy());
    asked.pipe(sent);
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  door?.closeAllConnections();
  door?.close();
  await server?.stop();
});

/** Runs a program until it exits. @param onOutput called with its output so far */
async function run(program: string, args: string[], onOutput: (output: string) => void = () => undefined) {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece) => {
      output += stripVTControlCharacters(String(piece));
      onOutput(output);
    });
  }
  const [code] = (await once(child, 'close')) as [number];
  return { told: output, code };
}

/** Scenarios of a summary with the number of checks passed and failed. */
const resultsOf = (output: string) =>
  Object.fromEntries(
    [...output.matchAll(/^[✓✗] ([\w./-]+): (\d+) passed, (\d+) failed/gm)].map(([, name = '', passed, failed]) => [
      name,
      { passed: Number(passed) > 0, failed: Number(failed) },
    ]),
  );
const passed = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { passed: true, failed: 0 }]));

test.each(Object.entries(SCENARIOS))('the conformance suite of %s passes', async (revision, names) => {
  const url = `http://127.0.0.1:${(door.address() as AddressInfo).port}/mcp`;
  const results = resultsOf((await run(SUITE, ['server', '--url', url, '--requirements', revision])).told);
  expect(results).toMatchObject(passed(names));
});

const post = (path: string, body: unknown) =>
  fetch(`${publicUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** A registered client. @returns its id */
async function register(redirect: string): Promise<string> {
  const metadata = { client_name: 'Suite', redirect_uris: [redirect], token_endpoint_auth_method: 'none' };
  return ((await (await post('/api/auth/oauth2/register', metadata)).json()) as { client_id: string }).client_id;
}

/**
 * Follows a client's link and allows access, as a person does in a browser. @returns where the browser is redirected
 */
async function allow(link: string): Promise<string> {
  const cookie = `switchyard.session_token=${encodeURIComponent(token)}`;
  const page = await fetch(link, { headers: { cookie }, redirect: 'manual' });
  const query = new URL(page.headers.get('location') ?? '', publicUrl).searchParams.get('request') ?? '';
  const decision = { query, isAllowed: true, scopes: ['mcp:read'] };
  return (await server.call<{ redirectTo: string }>('POST', '/api/oauth/request/decide', decision, { token })).body
    .redirectTo;
}

test('the conformance suite for authorization passes', async () => {
  const clientId = await register(`http://127.0.0.1:${callbackPort}/callback`);
  const args = ['--url', `${publicUrl}/api/auth`, '--client-id', clientId, '--port', String(callbackPort)];
  let visited: Promise<unknown> | undefined;
  const { told } = await run(SUITE, ['authorization', ...args], (soFar) => {
    const link = /^(http\S+oauth2\/authorize\S+)\n/m.exec(soFar)?.[1];
    if (link) visited ??= allow(link).then((back) => fetch(back));
  });
  await visited;
  expect(resultsOf(told)).toMatchObject(passed(['authorization-server-metadata-endpoint', 'authorization-code-grant']));
});

test('the inspector lists and calls tools with a token that a person granted', async () => {
  const back = 'http://127.0.0.1:7777/back';
  const clientId = await register(back);
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
  const link = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: back,
    scope: 'mcp:read',
    state: 'xyz',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  const code = new URL(await allow(`${publicUrl}/api/auth/oauth2/authorize?${link}`)).searchParams.get('code') ?? '';
  const form = {
    grant_type: 'authorization_code',
    client_id: clientId,
    code,
    redirect_uri: back,
    code_verifier: verifier,
  };
  const answer = await fetch(`${publicUrl}/api/auth/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token: access } = (await answer.json()) as { access_token: string };
  const inspect = (...args: string[]) =>
    run(INSPECTOR, [
      ...['--cli', `${publicUrl}/mcp`, '--transport', 'http', ...args],
      ...['--header', `Authorization: Bearer ${access}`],
    ]);
  const listed = await inspect('--method', 'tools/list', '--strict');
  expect(listed.code).toBe(0);
  expect(listed.told).toContain('"get_contacts"');
  const called = await inspect('--method', 'tools/call', '--tool-name', 'get_contacts', '--tool-arg', 'search=Ann');
  expect(called).toMatchObject({ code: 0, told: expect.stringContaining('"total": 0') });
});
