// A process that works many lanes over HTTP, with a driver that accepts at once. Reads from the environment: SERVER_URL, TOKENS (JSON), BATCH.
// Says "ready" when every lane is leased, starts on "go", and ends each lane when it is told "stop".
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import type { claimAnswer, leaseAnswer } from '@switchyard/contracts/engine-protocol';
import type { z } from 'zod';

const serverUrl = new URL(process.env.SERVER_URL ?? '');
const tokens = JSON.parse(process.env.TOKENS ?? '[]') as string[];
const batch = Number(process.env.BATCH);
/** Waking for each message alone would double the requests; a lane gathers what falls due within this time. */
const GATHER_MS = 20;
const POLL_MS = 1_000;
const agent = new Agent({ keepAlive: true, maxSockets: tokens.length });
let stopped = false;

function call<Answer>(token: string, path: string, body: unknown): Promise<Answer> {
  const payload = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        agent,
        method: 'POST',
        host: serverUrl.hostname,
        port: serverUrl.port,
        path: `/engine/${path}`,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          if (response.statusCode === 200) resolve(JSON.parse(text) as Answer);
          else reject(new Error(`${path}: ${response.statusCode} ${text}`));
        });
      },
    );
    sent.on('error', reject);
    sent.end(payload);
  });
}

async function workLane(token: string, generation: number): Promise<void> {
  while (!stopped) {
    const { messages, nextInMs } = await call<z.infer<typeof claimAnswer>>(token, 'claim', {
      generation,
      limit: batch,
    });
    const results = messages.map(({ _id, attempt, waMessageId }) => ({
      _id,
      attempt,
      outcome: { kind: 'accepted', wireId: waMessageId, atMs: Date.now() },
    }));
    if (results.length > 0) await call(token, 'report', { generation, results });
    const waitMs = Math.min(nextInMs ?? POLL_MS, POLL_MS);
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs + GATHER_MS));
  }
}

const lanes = await Promise.all(
  tokens.map(async (token) => {
    const asks = { holder: 'bench', instanceId: randomUUID() };
    const { generation } = await call<z.infer<typeof leaseAnswer>>(token, 'lease', asks);
    await call(token, 'claim', { generation, limit: batch, resume: true });
    return { token, generation };
  }),
);
process.stdout.write('ready\n');
// The benchmark has ended without a word: nothing is left to do.
process.stdin.on('end', () => process.exit(1));
process.stdin.on('data', (chunk) => {
  if (String(chunk).includes('stop')) stopped = true;
  else {
    Promise.all(lanes.map(({ token, generation }) => workLane(token, generation))).then(
      () => process.exit(0),
      (error) => {
        console.error(error);
        process.exit(1);
      },
    );
  }
});
