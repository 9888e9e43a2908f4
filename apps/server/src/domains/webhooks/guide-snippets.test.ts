import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WEBHOOK_EVENT_TYPES } from '@switchyard/contracts/webhooks/event-types';
import { webhooksContract } from '@switchyard/contracts/webhooks/operations';
import { expect, test } from 'vitest';
import { freePorts } from '../../platform/free-port.ts';
import { projectDirectory } from '../../platform/paths.ts';
import { signatureHeader } from './delivery/sign.ts';
import { makeSecret } from './endpoint-secret.ts';

// The guides show these files; this test runs them against what the server signs.

const FOLDER = join(projectDirectory, 'apps/web/src/features/developer/guides/snippets');
const secret = makeSecret();
const body = JSON.stringify({
  id: 'evt_1',
  type: 'message.sent',
  created_at: '2026-11-28T09:30:00.000Z',
  data: { text: 'Grüße 👋' },
});
const id = 'evt_1';

interface Case {
  name: string;
  /** Offset from now in seconds. */
  late: number;
  secrets: string[];
  sent: string;
  isGood: boolean;
}
const cases: Case[] = [
  { name: 'signed', late: 0, secrets: [secret], sent: body, isGood: true },
  { name: 'signed with two secrets', late: 0, secrets: [makeSecret(), secret], sent: body, isGood: true },
  { name: 'with another secret', late: 0, secrets: [makeSecret()], sent: body, isGood: false },
  { name: 'changed on the way', late: 0, secrets: [secret], sent: body.replace('sent', 'read'), isGood: false },
  { name: 'ten minutes old', late: -600, secrets: [secret], sent: body, isGood: false },
];
function headersOf({ late, secrets }: Case): Record<string, string> {
  const timestamp = Math.floor(Date.now() / 1_000) + late;
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureHeader(secrets, { id, timestamp, body }),
  };
}

test('Node.js: the receiver accepts signed requests, refuses the rest, and handles an event once', async () => {
  const [port] = await freePorts(1);
  const receiver = spawn(process.execPath, [join(FOLDER, 'receiver.mjs')], {
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
  });
  try {
    let printed = '';
    receiver.stdout.on('data', (piece: Buffer) => {
      printed += piece.toString();
    });
    const post = async (webhook: Case): Promise<number> => {
      for (;;) {
        const answer = await fetch(`http://127.0.0.1:${port}/`, {
          method: 'POST',
          headers: headersOf(webhook),
          body: webhook.sent,
        }).catch(() => null);
        if (answer) return answer.status;
        if (receiver.exitCode !== null) throw new Error('the receiver has ended');
      }
    };
    for (const webhook of cases) expect(await post(webhook), webhook.name).toBe(webhook.isGood ? 204 : 401);
    await expect.poll(() => printed).toContain('message.sent');
    expect(printed.match(/message\.sent/g)).toHaveLength(1);
  } finally {
    receiver.kill('SIGKILL');
    if (receiver.exitCode === null && receiver.signalCode === null) await once(receiver, 'exit');
  }
});

const runs = (program: string) => spawnSync(program, ['--version']).status === 0;
const VERIFIERS = [
  {
    program: 'python3',
    script: (input: string) => [
      '-c',
      `import sys, json; sys.path.insert(0, ${JSON.stringify(FOLDER)}); sys.dont_write_bytecode = True
from verify import is_signed
g = json.loads(${JSON.stringify(input)}); print("yes" if is_signed(g["secret"], g["headers"], g["body"].encode()) else "no")`,
    ],
  },
  {
    program: 'php',
    script: (input: string) => [
      '-r',
      `require ${JSON.stringify(join(FOLDER, 'verify.php'))}; $g = json_decode(${JSON.stringify(input).replaceAll('$', '\\$')}, true);
echo is_signed($g["secret"], $g["headers"], $g["body"]) ? "yes" : "no";`,
    ],
  },
];

test.each(VERIFIERS)('$program: signed requests are told from the rest', ({ program, script }) => {
  if (!runs(program)) return;
  for (const webhook of cases) {
    const input = JSON.stringify({ secret, headers: headersOf(webhook), body: webhook.sent });
    const { stdout, stderr } = spawnSync(program, script(input), { encoding: 'utf8' });
    expect(stdout.trim(), `${webhook.name} ${stderr}`).toBe(webhook.isGood ? 'yes' : 'no');
  }
});

test('curl: the created webhook matches the contract', () => {
  const [, json] = /--data '(.*)'/.exec(readFileSync(join(FOLDER, 'create.sh'), 'utf8')) ?? [];
  const input = webhooksContract.create['~orpc'].inputSchema?.['~standard'].validate(JSON.parse(json ?? '')) as {
    issues?: unknown;
  };
  expect(input.issues).toBeUndefined();
  expect(WEBHOOK_EVENT_TYPES).toEqual(expect.arrayContaining(JSON.parse(json ?? '').events));
});
