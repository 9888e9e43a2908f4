import type { AgentMessage } from '@switchyard/contracts/agent/operations';
import { parseWidget } from '@switchyard/contracts/agent/widgets';
import { expect, test } from 'vitest';
import { actionIn, useAssistant } from '../../../test/assistant-rig.ts';
import { createLaneFixture } from '../../../test/lane-fixture.ts';

const agent = useAssistant();
const { call, ask, confirm, contact, schedule, messagesNow } = agent;

test('confirms with name, number, weekday, date, time, zone, engine and text, and executes once', async () => {
  await contact('Dana Cole', '+447700900101');
  const { content, widgets, conversationId } = await ask('Schedule to Dana on 3 June 2030 at 9:30: See you there');
  expect(content).toBe('Schedule 1 message? Nothing is done until you confirm.');
  const card = JSON.stringify(widgets);
  for (const shown of [
    'Dana Cole (+447700900101)',
    'Monday 3 June 2030',
    '09:30',
    '(Europe/London)',
    'Main',
    'See you there',
  ])
    expect(card).toContain(shown);
  expect(await messagesNow()).toEqual([]);

  const { id } = actionIn(widgets, 'agent.confirm');
  const [once, twice] = await Promise.all([confirm(id), confirm(id)]);
  expect(once.body.content).toBe(
    'Scheduled 1 message to Dana Cole (+447700900101): Monday 3 June 2030, 09:30 (Europe/London).',
  );
  expect(twice.body._id).toBe(once.body._id);
  const messages = await messagesNow();
  expect(messages).toHaveLength(1);
  expect(messages[0]).toMatchObject({
    status: 'pending',
    message: 'See you there',
    dueLocal: '2030-06-03T09:30',
    origin: 'agent',
  });

  const { body } = await call<{ data: AgentMessage[] }>('GET', `/api/agent/conversations/${conversationId}/messages`);
  expect(JSON.stringify(body.data.map((reply) => reply.widgets))).not.toContain('agent.confirm');
  const undone = await call<AgentMessage>('POST', `/api/agent/confirmations/${id}/undo`);
  expect(undone.body.content).toBe('Undone for 1 message.');
  expect((await messagesNow())[0]?.status).toBe('cancelled');
});

test('moves a day but not Dana’s message, and undoes one move', async () => {
  await contact('Dana Cole', '+447700900101');
  await schedule('Dana Cole', '+447700900101', '2030-06-04T09:00');
  await schedule('Omar', '+447700900102', '2030-06-04T10:00');
  const third = await schedule('Maria', '+447700900103', '2030-06-04T11:00');
  const { widgets } = await ask("Move 4 June 2030's to 10 June 2030, but not Dana's");
  const done = await confirm(actionIn(widgets, 'agent.confirm').id);
  expect(done.body.content).toBe('Moved 2 messages.');
  expect((await messagesNow()).map(({ dueLocal }) => dueLocal)).toEqual([
    '2030-06-04T09:00',
    '2030-06-10T10:00',
    '2030-06-10T11:00',
  ]);
  const { id } = actionIn(done.body.widgets, 'agent.undo');
  await call('POST', `/api/agent/confirmations/${id}/undo`, { messageId: third._id });
  expect((await messagesNow()).map(({ dueLocal }) => dueLocal)).toEqual([
    '2030-06-04T09:00',
    '2030-06-04T11:00',
    '2030-06-10T10:00',
  ]);
});

test('names each message’s engine if there are several', async () => {
  const { rows } = await agent.server.database.pool.query<{ id: string }>(
    `insert into engines (id, workspace_id, owner_id, name, driver, k8s_namespace, status, desired, phone_number)
     select uuidv7(), workspace_id, owner_id, 'Second', driver, k8s_namespace, status, desired, '+447700900777' from engines where id = $1 returning id`,
    [agent.lane.engineId],
  );
  await agent.server.database.pool.query('update engines set is_default = true where id = $1', [agent.lane.engineId]);
  const choir = '120363000000000001@g.us';
  await agent.server.database.pool.query(`insert into chat_facts (engine_id, chat, subject) values ($1, $2, 'Choir')`, [
    rows[0]?.id,
    choir,
  ]);
  await contact('Omar', '+447700900102');
  await schedule('Choir', choir, '2030-06-04T09:00');
  await schedule('Omar', '+447700900102', '2030-06-04T10:00');
  const contentOf = async (request: string) =>
    [...JSON.stringify((await ask(request)).widgets).matchAll(/Goes through ([^."]+)/g)].map(([, name]) => name);
  expect(await contentOf("Move Omar's message on 4 June 2030 to 10 June 2030")).toEqual(['Main']);
  expect(await contentOf("Move 4 June 2030's to 10 June 2030")).toEqual(['Second (+447700900777)', 'Main']);
  expect(await contentOf("Copy Choir's message on 4 June 2030 a week later")).toEqual(['Second (+447700900777)']);
});

test('copies a message to the next week and leaves the original', async () => {
  await contact('Dana Cole', '+447700900101');
  await schedule('Dana Cole', '+447700900101', '2030-06-04T09:00');
  const { widgets } = await ask("Copy Dana's message on 4 June 2030 a week later");
  await confirm(actionIn(widgets, 'agent.confirm').id);
  const copied = await messagesNow();
  expect(copied.map(({ dueLocal }) => dueLocal)).toEqual(['2030-06-04T09:00', '2030-06-11T09:00']);
  const [first, copy] = copied.map(({ message, contactList }) => ({ message, to: contactList[0]?.mobile }));
  expect(copy).toEqual(first);
});

test('asks again without doing anything when a row has changed since', async () => {
  const first = await schedule('Omar', '+447700900102', '2030-06-04T10:00');
  await schedule('Maria', '+447700900103', '2030-06-04T11:00');
  const { widgets } = await ask('cancel all pending messages');
  await call('PATCH', `/api/messages/${first._id}`, {
    id: first._id,
    version: first.version,
    message: 'Other words',
  });
  const again = await confirm(actionIn(widgets, 'agent.confirm').id);
  expect(again.body.content).toContain('Something has changed since I asked');
  expect(JSON.stringify(again.body.widgets)).toContain('Other words');
  expect((await messagesNow()).map(({ status }) => status)).toEqual(['pending', 'pending']);
  expect((await confirm(actionIn(widgets, 'agent.confirm').id)).status).toBe(409);
  await confirm(actionIn(again.body.widgets, 'agent.confirm').id);
  expect((await messagesNow()).map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
});

test('leaves nothing half done when the server dies between the confirmation and its work', async () => {
  const { pool } = agent.server.database;
  await schedule('Omar', '+447700900102', '2030-06-04T10:00');
  const second = await schedule('Maria', '+447700900103', '2030-06-04T11:00');
  const { id } = actionIn((await ask('cancel all pending messages')).widgets, 'agent.confirm');
  const holder = await pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select from messages where id = $1 for update', [second._id]);
    const confirming = confirm(id);
    // It has cancelled the first, and waits for the second.
    const waiting = async (): Promise<number | undefined> =>
      (
        await pool.query(
          `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rows[0]?.pid;
    await expect.poll(waiting).toBeTruthy();
    await pool.query('select pg_terminate_backend($1)', [await waiting()]);
    expect((await confirming).status).toBeGreaterThanOrEqual(500);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  expect((await messagesNow()).map(({ status }) => status)).toEqual(['pending', 'pending']);
  expect((await confirm(id)).body.content).toBe('Cancelled 2 messages.');
  expect((await messagesNow()).map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
});

test('cannot be confirmed by another person, after 15 minutes, or once dismissed', async () => {
  await schedule('Omar', '+447700900102', '2030-06-04T10:00');
  const asks = async () => actionIn((await ask('cancel all pending messages')).widgets, 'agent.confirm').id;
  const first = await asks();
  const colleague = await createLaneFixture(agent.server.database);
  expect((await confirm(first, { who: { ...colleague, workspaceId: agent.lane.workspaceId } })).status).toBe(404);
  await agent.server.database.pool.query(
    `update agent_confirmations set expires_at = now() - interval '1 second' where id = $1`,
    [first],
  );
  expect((await confirm(first)).body).toMatchObject({ code: 'CONFIRMATION_OVER', data: { state: 'expired' } });
  const second = await asks();
  await call('POST', `/api/agent/confirmations/${second}/dismiss`);
  expect((await confirm(second)).body).toMatchObject({ data: { state: 'dismissed' } });
  expect((await messagesNow()).map(({ status }) => status)).toEqual(['pending']);
});

test('refuses changes in support mode, where reading still works', async () => {
  await schedule('Omar', '+447700900102', '2030-06-04T10:00');
  expect((await ask('cancel all pending messages', { extra: '.support' })).content).toContain('read-only');
  expect((await ask('show pending messages', { extra: '.support' })).totals.get_scheduled_messages?.total).toBe(1);
});

test('acts at once if a person allows it, and never if an admin has switched it off', async () => {
  await schedule('Omar', '+447700900102', '2030-06-04T10:00');
  const permit = (permission: string, isForAll = false) =>
    call('POST', '/api/agent/tools/cancel_message/permission', { name: 'cancel_message', permission, isForAll });
  await permit('off', true);
  await permit('allow');
  expect((await ask('cancel all pending messages')).content).toContain('switched that off');
  await call('POST', '/api/agent/tools/cancel_message/permission', {
    name: 'cancel_message',
    permission: null,
    isForAll: true,
  });
  expect((await ask('cancel all pending messages')).content).toBe('Cancelled 1 message to Omar (+447700900102).');
  expect((await messagesNow())[0]?.status).toBe('cancelled');
});

test('pauses a recurring message, and resumes it on undo, by words', async () => {
  await contact('Dana Cole', '+447700900101');
  const says = async (message: string) =>
    (await confirm(actionIn((await ask(message)).widgets, 'agent.confirm').id)).body.content;
  await says('every Monday at 9 to Dana: Stand-up');
  await says('every Friday at 9 to Dana: Plan');
  const states = async () =>
    (await call<{ data: { message: string; state: string }[] }>('GET', '/api/message-series')).body.data.map(
      ({ message, state }) => `${message} ${state}`,
    );
  const { content, widgets } = await ask('pause the message that repeats every Monday to Dana');
  expect(content).toBe('Pause 1 recurring message? Nothing is done until you confirm.');
  expect(JSON.stringify(widgets)).toContain('Stand-up');
  expect((await confirm(actionIn(widgets, 'agent.confirm').id)).body.content).toContain(
    'Paused 1 recurring message to Dana Cole (+447700900101)',
  );
  expect(await states()).toEqual(['Plan active', 'Stand-up paused']);
  expect(await says('undo')).toContain('Resumed 1 recurring message');
  expect(await states()).toEqual(['Plan active', 'Stand-up active']);
  expect(await says("stop Dana's recurring messages")).toBe('Stopped 2 recurring messages.');
  expect((await messagesNow()).every(({ status }) => status === 'cancelled')).toBe(true);
  expect((await ask("stop Dana's recurring messages")).content).toContain('no such recurring message');
});

test('rechecks a recurring message before acting, and restores its previous state unless a person has changed it', async () => {
  await contact('Dana Cole', '+447700900101');
  await confirm(actionIn((await ask('every Monday at 9 to Dana: Stand-up')).widgets, 'agent.confirm').id);
  const series = async () =>
    (await call<{ data: { _id: string; state: string; message: string }[] }>('GET', '/api/message-series')).body
      .data[0];
  const { _id } = (await series()) ?? { _id: '' };
  const act = (name: string) => call('POST', `/api/message-series/${_id}/${name}`);
  const asks = async (message: string) => actionIn((await ask(message)).widgets, 'agent.confirm').id;
  const undo = (id: string) => call<AgentMessage>('POST', `/api/agent/confirmations/${id}/undo`);

  // The text changed after the card was shown: nothing is done, and the new text is shown.
  const stale = await asks("pause Dana's recurring messages");
  const [first] = await messagesNow();
  await call('PATCH', `/api/messages/${first?._id}/series`, {
    version: first?.version,
    scope: 'all',
    message: 'Other words',
  });
  const again = await confirm(stale);
  expect(again.body.content).toContain('Something has changed since I asked');
  expect(JSON.stringify(again.body.widgets)).toContain('Other words');
  expect((await series())?.state).toBe('active');
  const paused = actionIn(again.body.widgets, 'agent.confirm').id;
  await confirm(paused);
  expect((await series())?.state).toBe('paused');

  // A person resumes and pauses it: that pause is theirs and is not undone.
  await act('resume');
  await act('pause');
  expect((await undo(paused)).body.content).toContain('Nothing could be undone');
  expect((await series())?.state).toBe('paused');

  // Undoing a stop restores the pause; the series does not start sending.
  const stopped = await asks("stop Dana's recurring messages");
  await confirm(stopped);
  expect((await series())?.state).toBe('cancelled');
  expect((await undo(stopped)).status).toBe(200);
  expect((await series())?.state).toBe('paused');
  expect((await messagesNow()).every(({ status }) => status === 'cancelled')).toBe(true);
  expect((await act('resume')).status).toBe(200);
  expect((await messagesNow()).some(({ status }) => status === 'pending')).toBe(true);
});

test('excludes messages with certain text, and moves messages that are to go out at once', async () => {
  await schedule('Omar', '+447700900102', '2030-06-04T10:00', 'The school trip is on');
  await schedule('Omar', '+447700900102', '2030-06-05T10:00', 'Lunch');
  const { widgets } = await ask('cancel all pending messages, but not the one that says "school trip"');
  await confirm(actionIn(widgets, 'agent.confirm').id);
  expect((await messagesNow()).map(({ status }) => status)).toEqual(['pending', 'cancelled']);
  await contact('Omar', '+447700900102');
  const now = await ask("send Omar's scheduled message now instead");
  expect(JSON.stringify(now.widgets)).toContain('Now (Europe/London)');
  await confirm(actionIn(now.widgets, 'agent.confirm').id);
  const [first] = await messagesNow();
  expect(new Date(first?.dueDate ?? 0).getFullYear()).toBeLessThan(2030);
});

test('shows a card in full: a hundred messages with buttons, and the longest texts', async () => {
  const drawn = async (request: string) =>
    JSON.stringify((await ask(request)).widgets.map((widget) => parseWidget(widget)));
  await agent.lane.addMany(100, { due: `now() + interval '1 day'`, to: '+447700900101' });
  const many = await drawn('move all pending messages to 4 June 2030');
  expect(many.match(/"To Tuesday 4 June 2030/g)).toHaveLength(100);
  expect(many).toContain('agent.confirm');
  const words = `${'word '.repeat(4_000)}the end`;
  const long = await schedule('Dana', '+447700900102', '2030-06-03T09:30', words);
  expect(long._id).toBeDefined();
  const single = await drawn('cancel the messages to +447700900102');
  expect(single.match(/word /g)?.length).toBeGreaterThanOrEqual(3_990);
  expect(single).toContain('the end');
});

test('warns before messaging a contact who has opted out', async () => {
  await call('POST', '/api/suppressions', { mobile: '+447700900101' });
  const { widgets } = await ask('Schedule to +447700900101 on 3 June 2030 at 9:30: See you there');
  expect(JSON.stringify(widgets)).toContain('They have opted out.');
});

test('tells two contacts of the same name apart by buttons', async () => {
  await contact('Sam Lee', '+447700900105');
  await contact('Sam Ortiz', '+447700900106');
  const { content, widgets } = await ask('Send Sam on 3 June 2030 at 9am: Hello');
  expect(content).toContain('2 contacts match “Sam”');
  const [first] = [...JSON.stringify(widgets).matchAll(/"message":"((?:[^"\\]|\\.)*)"/g)].map(
    ([, text]) => JSON.parse(`"${text}"`) as string,
  );
  expect(first).toContain('Sam Lee (+447700900105)');
  expect(JSON.stringify((await ask(first ?? '')).widgets)).toContain('agent.confirm');
});
