// The whole of POST /btgpt with the rule planner, queries included, on 100,000 messages and 20,000 contacts; how far
// the first text of a language model is behind the model itself; and what the planner makes of its suites.
import { connectAsync } from 'mqtt';
import { fillMessageTexts } from '../apps/server/src/domains/messages/list/fill-message-texts.ts';
import type { Database } from '../apps/server/src/platform/database/database.ts';
import { startModelServer } from '../apps/server/test/model-server.ts';
import { suiteContext } from '../apps/server/test/planner-suites/fixture.ts';
import { heldOut, unsupported } from '../apps/server/test/planner-suites/held-out.ts';
import { independentContext, independentRequests } from '../apps/server/test/planner-suites/independent.ts';
import { isAct, judge, planRequest, type Suite } from '../apps/server/test/planner-suites/judge.ts';
import { requests } from '../apps/server/test/planner-suites/requests.ts';
import { thingRequests } from '../apps/server/test/planner-suites/thing-requests.ts';
import { startDatabaseServer, startServerProcess } from './dispatch/server-under-test.ts';
import { reportMeasurements } from './measurement.ts';

const CONTACTS = 20_000;
const MESSAGES = 100_000;
const ROUNDS = 20;
const TURNS_OF_MODEL = 20;

/** Every kind of request that the planner has a plan for. */
const ASKED = [
  'What goes out tomorrow?',
  'show pending messages to Person 77',
  'How many messages failed last week?',
  'which messages have been read this week?',
  'find the messages about "Message 4711"',
  'why has the message to Person 15000 not gone out?',
  'cancel the next message to Person 123',
  "move tomorrow's to Friday at 10am, but not Person 5's",
  'change tomorrow\'s message to Person 15000 to say "Later"',
  'retry the messages that failed last week',
  "duplicate Person 15000's message to Friday",
  'Tomorrow at 9 to Person 4242: See you then',
  'every Monday at 9 to Person 4242: Stand-up',
  "pause Person 4242's recurring messages",
  'undo',
  'find contact Person 19',
  'add contact Peter Pan +44 7700 900888',
  'show the profile picture of Person 19',
  'who has not answered?',
  'show my chats',
  'which chats are unread?',
  'what did Person 9 write?',
  'is WhatsApp connected?',
  'label Person 19 as VIP',
  'how many VIPs do I have?',
  'show my labels',
  'draft a campaign to my VIPs: Hi {name}',
  'draft a campaign to all contacts: Hi {name}',
  'which bots are on?',
  'stop the Greeter bot',
  'show my campaigns',
  'what does the knowledge base say about returns?',
  'what can you do?',
  'What is the weather?',
];

/** A workspace of this size, for whoever has signed up. */
async function fill({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ workspace: string; owner: string }>(
    'select organization_id as workspace, user_id as owner from workspace_members',
  );
  const [{ workspace, owner } = { workspace: '', owner: '' }] = rows;
  await pool.query(`update workspaces set plan = 'pro', zone = 'Europe/London'`);
  await pool.query(
    `insert into contacts (id, workspace_id, name, mobile) select uuidv7(), $1, 'Person ' || n, '+4477' || (10000000 + n) from generate_series(1, ${CONTACTS}) n`,
    [workspace],
  );
  await pool.query(
    `insert into engines (id, workspace_id, owner_id, name, driver, k8s_namespace, status, desired) values (uuidv7(), $1, $2, 'Main', 'simulator', 'x', 'connected', 'running')`,
    [workspace, owner],
  );
  await pool.query('insert into engine_lanes (engine_id) select id from engines');
  await pool.query(
    `insert into messages (id, workspace_id, engine_id, contact_name, contact_list, recipient, body, status, due_at, due_local, zone, claimable_at, sent_at, wa_message_id)
     select uuidv7(), $1, (select id from engines), 'Person ' || who, '[]', '+4477' || (10000000 + who), 'Message ' || n,
       case when at > now() then 'pending' when n % 50 = 0 then 'failed' else 'sent' end, at, to_char(at, 'YYYY-MM-DD"T"HH24:MI'), 'UTC', at,
       case when at <= now() and n % 50 > 0 then at end, '3EB0' || upper(substr(md5(n::text), 1, 18))
     from (select n, 1 + n % ${CONTACTS} as who, now() + (n - ${MESSAGES * 0.9}) * interval '5 minutes' as at from generate_series(1, ${MESSAGES}) n) made`,
    [workspace],
  );
  // Every second person has written back.
  await pool.query(
    `insert into received_messages (id, engine_id, chat, writer, wa_message_id, kind, body, written_at)
     select uuidv7(), (select id from engines), '+4477' || (10000000 + who), '+4477' || (10000000 + who), 'r' || who, 'text', 'Answer ' || who, now() - who * interval '7 minutes'
     from generate_series(1, ${CONTACTS}, 2) who`,
  );
  await pool.query(
    `with vip as (insert into labels (id, workspace_id, name) values (uuidv7(), $1, 'VIP') returning id)
     insert into contact_labels (contact_id, collection_id) select contacts.id, vip.id from contacts, vip where contacts.name like '%7'`,
    [workspace],
  );
  await pool.query(
    `insert into bots (id, workspace_id, name, draft, node_kinds) values (uuidv7(), $1, 'Greeter', '{"nodes":[],"edges":[]}', '{}')`,
    [workspace],
  );
  await pool.query(`insert into knowledge_bases (id, workspace_id, name) values (uuidv7(), $1, 'Shop')`, [workspace]);
  // Texts can be searched once they are written, which the server does a thousand at a time.
  const areDue = async () => (await pool.query('select from message_texts_due limit 1')).rowCount !== 0;
  while (await areDue()) await fillMessageTexts(pool);
  // As a workspace is that has grown over months, not within the last second.
  await pool.query('vacuum analyze');
}

type Post = (path: string, body: unknown, token?: string) => Promise<Response>;

/** Has something recur, which requests are about. */
async function schedule(post: Post, token: string): Promise<void> {
  const asked = await post('/btgpt', { message: 'every Monday at 9 to Person 4242: Stand-up', stream: false }, token);
  const [, id] = /"agent\.confirm","payload":\{"id":"([^"]+)"/.exec(await asked.text()) ?? [];
  const { status } = await post(`/api/agent/confirmations/${id}/confirm`, {}, token);
  if (status !== 200) throw new Error(`nothing recurs: ${status}`);
}

const own = { cases: [...requests, ...thingRequests], context: suiteContext };
const unseenSuite = { cases: heldOut, context: suiteContext };
const anotherHand = { cases: independentRequests, context: independentContext };
const shareRight = (suite: Suite) => Math.round((1 - judge(suite).wrong.length / suite.cases.length) * 1_000) / 1_000;
const wronglyDone = () =>
  [own, unseenSuite, anotherHand].reduce((sum, suite) => sum + judge(suite).misdone.length, 0) +
  unsupported.filter((request) => isAct(planRequest(request, suiteContext))).length;

const percentile = (values: number[], share: number) =>
  [...values].sort((one, other) => one - other)[Math.ceil(values.length * share) - 1] ?? 0;

const databases = await startDatabaseServer();
const model = await startModelServer();
try {
  const database = await databases.createDatabase('agent', 4);
  // The model of the benchmark is on this machine.
  const server = await startServerProcess(database.url, { AI_PRIVATE_ENDPOINTS: 'true' });
  const person = { name: 'Bench', email: 'bench@example.com', password: 'long enough' };
  const post: Post = (path, body, token = '') =>
    fetch(server.url + path, {
      method: 'POST',
      headers: {
        origin: server.url,
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify(body),
    });
  const token = (await post('/api/auth/sign-up/email', person)).headers.get('set-auth-token') ?? '';
  const answersMs = new Map(ASKED.map((message): [string, number[]] => [message, []]));
  const lagsMs: number[] = [];
  try {
    await fill(database);
    await schedule(post, token);
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const message of ASKED) {
        const began = performance.now();
        const answer = await post('/btgpt', { message, stream: false }, token);
        await answer.text();
        if (answer.status !== 200) throw new Error(`${message}: ${answer.status}`);
        // The first round warms up.
        if (round > 0) answersMs.get(message)?.push(performance.now() - began);
      }
    }

    await database.pool.query(
      'insert into agent_models (workspace_id, base_url, model) select id, $1, $2 from workspaces',
      [model.baseUrl, 'm'],
    );
    const ticket = (await (await post('/api/live/ticket', {}, token)).json()) as {
      username: string;
      password: string;
      topics: string[];
    };
    const live = await connectAsync(`${server.url.replace('http', 'ws')}/mqtt`, {
      username: ticket.username,
      password: ticket.password,
    });
    await live.subscribeAsync(ticket.topics);
    let firstWordAt = 0;
    let firstTextAt = 0;
    live.on('message', (_topic, payload) => {
      if (firstTextAt === 0 && (JSON.parse(payload.toString()) as { text?: string }).text)
        firstTextAt = performance.now();
    });
    for (let turn = 0; turn < TURNS_OF_MODEL; turn += 1) {
      firstTextAt = 0;
      model.script((response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        firstWordAt = performance.now();
        const words = (content: string) =>
          `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta: { content } }] })}\n\n`;
        response.write(words('First words'));
        setTimeout(() => response.end(`${words(' and the rest.')}data: [DONE]\n\n`), 200);
      });
      await (await post('/btgpt', { message: 'say something', stream: false }, token)).text();
      if (firstTextAt === 0) throw new Error('no text came over the live channel');
      lagsMs.push(firstTextAt - firstWordAt);
    }
    await live.endAsync(true);
    const p95Ms = [...answersMs].map(([message, took]) => ({ message, p95Ms: Math.round(percentile(took, 0.95)) }));
    console.table(p95Ms.sort((one, other) => other.p95Ms - one.p95Ms));
    reportMeasurements('agent', {
      // Of all requests, each kind as often as the others; and of the kind that takes longest.
      answerP95Ms: Math.round(percentile([...answersMs.values()].flat(), 0.95)),
      slowestKindP95Ms: p95Ms[0]?.p95Ms ?? Number.NaN,
      answerMedianMs: Math.round(percentile([...answersMs.values()].flat(), 0.5)),
      firstTextLagMs: Math.round(percentile(lagsMs, 0.95)),
      exactlyRight: shareRight(own),
      exactlyRightUnseen: Math.min(shareRight(unseenSuite), shareRight(anotherHand)),
      wronglyDone: wronglyDone(),
    });
  } finally {
    await server.stop();
    await database.close();
  }
} finally {
  await model.close();
  await databases.stop();
}
