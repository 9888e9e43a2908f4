import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { DeliveriesPage } from './network/deliveries.ts';
import type { NetworkFrame } from './websocket/frames.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const ACCOUNT = '+447700900001';
let directory: string;
let children: ChildProcess[];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'switchyard-simulator-'));
  children = [];
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(directory, { recursive: true, force: true });
});

async function start(): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: directory },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, url: /http:\S+/.exec(line.toString('utf8'))?.[0] ?? '' };
}

async function openEngine(url: string) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/simulator/engine`);
  const accepted: string[] = [];
  let wake = () => undefined as unknown;
  let open = false;
  socket.on('message', (data) => {
    for (const frame of JSON.parse(String(data)) as NetworkFrame[]) {
      if (frame.op === 'open') open = true;
      if (frame.op === 'reply' && frame.reply.kind === 'accepted') accepted.push(frame.reply.id);
    }
    wake();
  });
  socket.on('error', () => undefined);
  await once(socket, 'open');
  const until = async (condition: () => boolean) => {
    while (!condition()) await new Promise<void>((resolve) => (wake = () => resolve()));
  };
  socket.send(JSON.stringify([{ op: 'connect', device: 'd', secret: 's', account: ACCOUNT }]));
  await until(() => open);
  return {
    socket,
    accepted,
    until,
    send(from: number, count: number) {
      const frames = Array.from({ length: count }, (_, at) => {
        const id = `3EB0${String(from + at).padStart(18, '0')}`;
        return { op: 'send', n: from + at, request: { id, to: '+447700900002', body: { kind: 'text', text: id } } };
      });
      socket.send(JSON.stringify(frames));
    },
  };
}

test('accepted messages survive a kill, and a repeat afterwards is absorbed', async () => {
  const first = await start();
  const engine = await openEngine(first.url);
  for (let from = 0; from < 3_000; from += 100) engine.send(from, 100);
  await engine.until(() => engine.accepted.length > 500);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');

  const second = await start();
  const again = await openEngine(second.url);
  for (let from = 0; from < 3_000; from += 100) again.send(from, 100);
  await again.until(() => again.accepted.length === 3_000);
  const answer = await fetch(`${second.url}/simulator/deliveries?limit=1`);
  const page = (await answer.json()) as DeliveriesPage;
  expect(page).toMatchObject({ total: 3_000, duplicates: 0 });
  // Every message confirmed before the kill was found again, and counted as a repeat.
  expect(page.absorbed).toBeGreaterThanOrEqual(engine.accepted.length);
  again.socket.terminate();
});

test('stops in order on SIGTERM', async () => {
  const { child, url } = await start();
  await openEngine(url);
  child.kill('SIGTERM');
  expect((await once(child, 'exit'))[0]).toBe(0);
});
