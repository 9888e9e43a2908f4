import { afterAll, beforeAll, expect, test } from 'vitest';
import { domains } from '../src/app.ts';
import { toolsOf } from '../src/platform/domain.ts';
import { type ModelServer, type Next, startModelServer } from './model-server.ts';
import { describeMiss, evaluateModel } from './planner-suites/evaluate-model.ts';

/** `npm run eval:agent` against a server that speaks chat completions. */
let model: ModelServer;
beforeAll(async () => {
  model = await startModelServer();
});
afterAll(() => model.close());

const evaluate = (lines: string[], apiKey: string | null = null) =>
  evaluateModel(
    { baseUrl: model.baseUrl, model: 'm', apiKey },
    { tools: [...toolsOf(domains).values()], most: 2, turnMs: 10_000, againMs: 1, tell: (line) => lines.push(line) },
  );
const refused =
  (status: number, body: object): Next =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const busy = refused(429, { error: { message: 'slow down' } });

test('judges a model’s requests as right, unanswered by a busy server, or wrongly executed', async () => {
  const show = (args: object): Next => ({ calls: [{ name: 'get_scheduled_messages', args }] });
  const cancelAll: Next = { calls: [{ name: 'cancel_message', args: { matching: { status: ['pending'] } } }] };
  const tomorrow = { status: ['pending'], from: '2026-11-26T00:00', to: '2026-11-27T00:00' };
  // "What goes out tomorrow?", after two refusals; "Show my scheduled messages", executed as something else; nothing
  // about the others.
  model.script(busy, busy, show(tomorrow), { text: 'There.' }, cancelAll, { text: 'Done.' });
  const lines: string[] = [];
  expect(await evaluate(lines)).toMatchObject({
    exactlyRight: 0.5,
    exactlyRightThings: 0,
    exactlyRightUnseen: 0,
    exactlyRightAnotherHand: 0,
    declined: 1,
    wronglyDone: 1,
    unanswered: 0,
  });
  expect(lines[0]).toContain('WRONG ACT: Show my scheduled messages');
});

test.each<[string, Next]>([
  ['a refused key', refused(401, { error: { message: 'no such key' } })],
  ['a missing model', refused(404, { error: { message: 'no such model' } })],
  ['a model that calls no tools', refused(400, { error: { message: 'gemma does not support tools' } })],
])('%s ends it at once, with the words of its server', async (_name, next) => {
  model.script(next);
  const lines: string[] = [];
  const fault = await evaluate(lines, 'k').catch((error: unknown) => error);
  expect(describeMiss(fault)).toMatch(/HTTP 40[014] .*(no such|does not support)/);
  expect(lines).toHaveLength(1);
  expect(model.requests).toHaveLength(1);
});

test('gives up on a server that doesn’t respond after five requests', async () => {
  model.script(...Array.from({ length: 8 }, () => refused(500, {})));
  await expect(evaluate([])).rejects.toThrow('can’t be reached');
  expect(model.requests).toHaveLength(5);
});

test('repeats requests without `stream_options` for a server that doesn’t know it', async () => {
  const unknown = refused(422, { detail: 'extra fields not permitted: stream_options' });
  model.script(...Array.from({ length: 10 }, (): Next[] => [unknown, { text: 'Nothing.' }]).flat());
  expect(await evaluate([])).toMatchObject({ declined: 1, unanswered: 0 });
  expect(model.requests.map((request) => 'stream_options' in request).slice(0, 2)).toEqual([true, false]);
});
