import { MAX_CHAIN } from '@switchyard/contracts/automations/limits';
import type {
  Automation,
  AutomationRun,
  Step,
  StepResult,
  Trigger,
} from '@switchyard/contracts/automations/operations';
import { NO_SETTINGS } from '@switchyard/contracts/boards/columns';
import type { Board, BoardFilter, BoardItem, ItemChange, ItemDetails } from '@switchyard/contracts/boards/operations';
import { expect, test } from 'vitest';
import {
  board,
  call,
  colleague,
  columnOf as column,
  groupAt as group,
  owner,
  replaceSetup,
  server,
  setUpBoards,
} from '../../../test/board-rig.ts';
import { createLaneFixture, type LaneFixture } from '../../../test/lane-fixture.ts';
import { signUpSomeone } from '../../../test/team.ts';
import { systemClock } from '../../platform/action.ts';
import { newId } from '../../platform/database/columns.ts';
import type { Db } from '../../platform/database/database.ts';
import { insertItem } from '../boards/index.ts';
import { issueEngineToken } from '../engines/engine-token.ts';
import { holdRestored } from './hold-restored.ts';
import { recordDates, recordSchedules, recordWaits } from './jobs/record-due.ts';
import { runNextStep } from './run-automations.ts';
import { MAX_IN_WINDOW } from './run-step.ts';

const ANN = '+447700900001';
setUpBoards({ name: 'Orders', areOwnPeople: true });

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await server.database.pool.query<Row>(text, values)).rows;
type Page<Row> = { data: Row[]; total: number };

const add = async (name: string, more: object = {}) =>
  (
    await call<BoardItem>('POST', `/boards/${board._id}/items`, {
      groupId: group(0),
      cells: { [column('text')]: name, ...more },
    })
  ).body;
const set = (item: BoardItem, type: string, value: unknown) =>
  call('PUT', `/board-items/${item._id}/cells/${column(type)}`, { value });
const read = async (item: BoardItem) => (await call<BoardItem>('GET', `/board-items/${item._id}`)).body;
const items = async () => (await call<Page<BoardItem>>('POST', `/boards/${board._id}/items/list`, {})).body.data;
const titles = async () => (await items()).map(({ cells }) => cells[column('text')]).toSorted();

interface RuleInput {
  trigger: Trigger;
  steps: Step[];
  filters?: BoardFilter[];
}
const create = ({ filters = [], ...rule }: RuleInput) =>
  call<Automation & { data: { faults: { field: string; code: string }[] } }>(
    'POST',
    `/boards/${board._id}/automations`,
    { name: 'Rule', filters, ...rule },
  );
async function automate(input: RuleInput): Promise<Automation> {
  const { status, body } = await create(input);
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}
const state = async ({ _id }: Automation) =>
  (await call<Page<Automation>>('GET', `/boards/${board._id}/automations`)).body.data.find(
    (automation) => automation._id === _id,
  );
const runs = async ({ _id }: Automation) =>
  (await call<Page<AutomationRun>>('GET', `/automations/${_id}/runs`)).body.data;
const notices = () =>
  query<{ user_id: string; kind: string; data: object }>(
    'select user_id, kind, data from notifications where workspace_id = $1 order by id',
    [owner.workspaceId],
  );

/** Runs steps like a worker until nothing is pending. */
async function drain(db: Db = server.database.db): Promise<void> {
  while ((await runNextStep({ db, clock: systemClock })) !== null);
}
const whenDone: Trigger = { kind: 'cellChanged', columnId: '', value: 'done' };
const whenStatusDone = (): Trigger => ({ ...whenDone, columnId: column('status') });
const notifyBo = (text = '{Task} is {Status}'): Step => ({
  kind: 'notify',
  userIds: [colleague.userId],
  columnId: null,
  text,
});

test('a status change moves the item, sets another cell and notifies, and the log says what was done', async () => {
  const rule = await automate({
    trigger: whenStatusDone(),
    steps: [
      { kind: 'moveToGroup', groupId: group(1) },
      { kind: 'setCell', columnId: column('longText'), value: 'Done: {Task}' },
      notifyBo(),
    ],
  });
  const [item, other] = [await add('Chairs'), await add('Tables')];
  await set(item, 'status', 'done');
  await set(other, 'status', 'working');
  await drain();
  expect(await read(item)).toMatchObject({ groupId: group(1), cells: { [column('longText')]: 'Done: Chairs' } });
  expect(await read(other)).toMatchObject({ groupId: group(0), version: 2 });
  expect(await notices()).toEqual([
    {
      user_id: colleague.userId,
      kind: 'automation-notify',
      data: { id: `${board._id}?item=${item._id}`, name: 'Chairs', reason: 'Chairs is Done' },
    },
  ]);
  expect(await runs(rule)).toMatchObject([
    {
      state: 'done',
      itemId: item._id,
      subject: 'Chairs',
      steps: [
        { kind: 'moveToGroup', outcome: 'done', text: 'Later' },
        { kind: 'setCell', outcome: 'done', text: 'Notes' },
        { kind: 'notify', outcome: 'done', text: 'Chairs is Done' },
      ],
    },
  ]);
  const { body: history } = await call<Page<ItemChange>>('GET', `/board-items/${item._id}/history`);
  expect(history.data.map(({ act, via }) => [act, via])).toEqual([
    ['cell', 'automation'],
    ['moved', 'automation'],
    ['cell', null],
    ['created', null],
  ]);
});

test('conditions exclude other items; setting an existing value triggers nothing', async () => {
  const rule = await automate({
    trigger: whenStatusDone(),
    filters: [{ columnId: column('priority'), test: 'is', value: 'high' }],
    steps: [notifyBo()],
  });
  const [high, low] = [await add('High', { [column('priority')]: 'high' }), await add('Low')];
  await set(high, 'status', 'done');
  await set(high, 'status', 'done');
  await set(low, 'status', 'done');
  await drain();
  expect((await runs(rule)).map(({ subject }) => subject)).toEqual(['High']);
  expect(await notices()).toHaveLength(1);
});

test('each step is done once although the process dies before each commit and several work at once', async () => {
  const rule = await automate({
    trigger: whenStatusDone(),
    steps: [
      { kind: 'createItem', groupId: group(1), cells: { [column('text')]: 'Invoice {Task}' } },
      notifyBo('Invoice it'),
    ],
  });
  const item = await add('Chairs');
  await set(item, 'status', 'done');
  const { db } = server.database;
  /** A step is written completely, and then the process is killed. */
  const killed: Db = Object.create(db, {
    transaction: {
      value: (work: (tx: Db) => Promise<unknown>) =>
        db.transaction(async (tx) => {
          await work(tx);
          throw Object.assign(new Error('killed'), { code: '40001' });
        }),
    },
  });
  for (const [at, done] of [
    [0, ['Chairs']],
    [1, ['Chairs', 'Invoice Chairs']],
  ] as const) {
    await expect(runNextStep({ db: killed, clock: systemClock })).rejects.toThrow('killed');
    expect(await titles(), `step ${at}`).toEqual(done);
    expect(await notices()).toEqual([]);
    await runNextStep({ db, clock: systemClock });
  }
  expect(await notices()).toHaveLength(1);

  for (let count = 0; count < 6; count += 1) await set(await add(`Order ${count}`), 'status', 'done');
  await Promise.all([drain(), drain(), drain(), drain()]);
  expect((await titles()).filter((title) => String(title).startsWith('Invoice Order'))).toHaveLength(6);
  expect(await notices()).toHaveLength(7);
  expect((await runs(rule)).map((run) => [run.state, run.steps.length])).toEqual(Array(7).fill(['done', 2]));
});

test('an automation that triggers itself is cut off, paused, and notified', async () => {
  const rule = await automate({
    trigger: { kind: 'itemCreated' },
    steps: [{ kind: 'createItem', groupId: group(0), cells: { [column('text')]: 'Again' } }],
  });
  await add('First');
  await drain();
  expect(await titles()).toEqual([...Array(MAX_CHAIN).fill('Again'), 'First']);
  const states = (await runs(rule)).map((run) => run.state);
  expect(states).toEqual(['cut', ...Array(MAX_CHAIN).fill('done')]);
  expect(await state(rule)).toMatchObject({ isActive: false, stoppedBecause: 'loop' });
  expect(await notices()).toEqual([
    { user_id: owner.userId, kind: 'automation-stopped', data: { id: board._id, name: 'Rule' } },
  ]);
  await add('Later');
  await drain();
  expect(await titles()).toHaveLength(MAX_CHAIN + 2);
});

test('runs paused before they start are skipped, and nothing runs until it is resumed', async () => {
  const rule = await automate({ trigger: { kind: 'itemCreated' }, steps: [notifyBo()] });
  const setActive = (isActive: boolean) => call('POST', `/automations/${rule._id}/active`, { isActive });
  await add('Before');
  await setActive(false);
  await add('While paused');
  await drain();
  expect(await notices()).toEqual([]);
  await setActive(true);
  await add('After');
  await drain();
  expect((await runs(rule)).map(({ subject }) => subject)).toEqual(['After']);
});

test('a date triggers it once, the given number of days before, in the workspace’s zone', async () => {
  await query(`update workspaces set zone = 'America/New_York' where id = $1`, [owner.workspaceId]);
  const rule = await automate({
    trigger: { kind: 'dateReached', columnId: column('date'), daysBefore: 1, time: '09:00' },
    steps: [notifyBo('{Task} is due {Due}')],
  });
  await query(`update automations set active_since = '2030-01-01' where id = $1`, [rule._id]);
  const item = await add('Chairs', { [column('date')]: '2030-03-06' });
  const { db } = server.database;
  // 09:00 there is 14:00 UTC.
  await recordDates(db, new Date('2030-03-05T13:59:59Z'));
  await drain();
  expect(await runs(rule)).toEqual([]);
  for (const at of ['2030-03-05T14:00:01Z', '2030-03-05T14:00:31Z', '2030-03-06T02:00:00Z']) {
    await recordDates(db, new Date(at));
    await drain();
  }
  expect((await notices()).map(({ data }) => data)).toMatchObject([{ reason: 'Chairs is due 2030-03-06' }]);
  await set(item, 'date', '2030-03-07');
  await recordDates(db, new Date('2030-03-06T15:00:00Z'));
  await drain();
  expect(await notices()).toHaveLength(2);
});

test('a schedule triggers it once however late, and is planned for its next moment', async () => {
  await query(`update workspaces set zone = 'Europe/Berlin' where id = $1`, [owner.workspaceId]);
  const rule = await automate({
    trigger: { kind: 'schedule', start: '2026-01-05T08:00', rule: 'FREQ=WEEKLY;BYDAY=MO' },
    steps: [{ kind: 'createItem', groupId: group(0), cells: { [column('text')]: 'Stock take' } }],
  });
  await query(`update automations set next_at = '2030-03-04T07:00:00Z' where id = $1`, [rule._id]);
  const { db } = server.database;
  await recordSchedules(db, new Date('2030-03-04T06:59:00Z'));
  await drain();
  expect(await titles()).toEqual([]);
  // The first was a week ago, and summer time begins before the next.
  const late = new Date('2030-03-25T12:00:00Z');
  await Promise.all([recordSchedules(db, late), recordSchedules(db, late)]);
  await drain();
  expect(await titles()).toEqual(['Stock take']);
  expect((await state(rule))?.nextAt).toBe('2030-04-01T06:00:00.000Z');
});

test('after a restored backup nothing that may have been done is done again', async () => {
  const steps = [notifyBo()];
  const created = await automate({ trigger: { kind: 'itemCreated' }, steps });
  const weekly = await automate({
    trigger: { kind: 'schedule', start: '2026-01-05T08:00', rule: 'FREQ=WEEKLY;BYDAY=MO' },
    steps,
  });
  await add('Chairs');
  const held = await server.database.db.transaction((tx) => holdRestored(tx));
  expect(held).toHaveLength(2);
  await drain();
  expect(await notices()).toEqual([]);
  expect(await state(created)).toMatchObject({ isActive: true });
  expect(await state(weekly)).toMatchObject({ isActive: false, nextAt: null });
});

async function connectedLane(): Promise<{
  lane: LaneFixture;
  receive: (text: string, chat?: string) => Promise<string>;
}> {
  const lane = await createLaneFixture(server.database);
  await query(`update engines set workspace_id = $1, status = 'connected' where id = $2`, [
    owner.workspaceId,
    lane.engineId,
  ]);
  const generation = await lane.lease();
  const identity = { ...lane.identity, workspaceId: owner.workspaceId };
  const token = issueEngineToken(server.platform.secret, identity);
  const receive = async (text: string, chat = ANN) => {
    const waMessageId = newId();
    const message = { waMessageId, chat, from: chat, kind: 'text', text, atMs: Date.now() };
    const { status } = await server.call('POST', '/engine/received', { generation, messages: [message] }, { token });
    expect(status).toBe(200);
    return waMessageId;
  };
  return { lane, receive };
}

test('a message with a keyword makes an item that links back to it, and is answered in its chat', async () => {
  const { lane, receive } = await connectedLane();
  await query(`insert into contacts (id, workspace_id, name, mobile) values ($1, $2, 'Ann', $3)`, [
    newId(),
    owner.workspaceId,
    ANN,
  ]);
  await automate({
    trigger: { kind: 'messageReceived', words: ['order', 'pedido'] },
    steps: [
      { kind: 'createItem', groupId: group(0), cells: { [column('text')]: '{name}: {message}' } },
      { kind: 'setCell', columnId: column('people'), value: [colleague.userId] },
      { kind: 'sendMessage', columnId: null, text: 'Thanks, {name}.' },
    ],
  });
  await receive('Hello');
  const waMessageId = await receive('An ORDER\nof chairs');
  await drain();
  const [item] = await items();
  expect(await titles()).toEqual(['Ann: An ORDER of chairs']);
  expect(item?.cells[column('people')]).toEqual([colleague.userId]);
  const { body } = await call<ItemDetails>('GET', `/board-items/${item?._id}/details`);
  expect(body.message).toMatchObject({ waMessageId, chat: ANN, chatName: 'Ann', text: 'An ORDER\nof chairs' });
  expect(
    await query('select recipient, body, engine_id, status from messages where workspace_id = $1', [owner.workspaceId]),
  ).toEqual([{ recipient: ANN, body: 'Thanks, Ann.', engine_id: lane.engineId, status: 'pending' }]);
});

test('opted-out contacts get no message, and a missing connection is reported', async () => {
  const { body: added } = await call<Board>('POST', `/boards/${board._id}/columns`, { name: 'Phone', type: 'phone' });
  replaceSetup({ board: added });
  const rule = await automate({
    trigger: whenStatusDone(),
    steps: [{ kind: 'sendMessage', columnId: column('phone'), text: '{Task} is ready' }],
  });
  const item = await add('Chairs', { [column('phone')]: ANN });
  await set(item, 'status', 'done');
  await drain();
  expect((await runs(rule))[0]).toMatchObject({
    state: 'failed',
    steps: [{ outcome: 'refused', reason: 'noConnection' }],
  });
  const { receive } = await connectedLane();
  await receive('stop');
  await set(item, 'status', 'working');
  await set(item, 'status', 'done');
  await drain();
  expect((await runs(rule))[0]).toMatchObject({ state: 'done', steps: [{ outcome: 'nothing', reason: 'optedOut' }] });
  const nameless = await add('No number');
  await set(nameless, 'status', 'done');
  await drain();
  expect((await runs(rule))[0]?.steps).toMatchObject([{ outcome: 'nothing', reason: 'noNumber' }]);
  expect(await query('select id from messages where workspace_id = $1', [owner.workspaceId])).toEqual([]);
});

test('an automation that answers an automation is paused after 20 messages to a chat', async () => {
  const { receive } = await connectedLane();
  const rule = await automate({
    trigger: { kind: 'messageReceived', words: ['ping'] },
    steps: [{ kind: 'sendMessage', columnId: null, text: 'pong' }],
  });
  for (let at = 0; at < MAX_IN_WINDOW + 2; at += 1) {
    await receive(`ping ${at}`);
    await drain();
  }
  expect(await query('select id from messages where workspace_id = $1', [owner.workspaceId])).toHaveLength(
    MAX_IN_WINDOW,
  );
  expect((await runs(rule))[0]).toMatchObject({
    state: 'failed',
    steps: [{ outcome: 'refused', reason: 'tooMany' }],
  });
  expect(await state(rule)).toMatchObject({ isActive: false, stoppedBecause: 'loop' });
  expect(await notices()).toMatchObject([{ kind: 'automation-stopped' }]);
});

test('resolved and assigned conversations trigger automations', async () => {
  const { receive } = await connectedLane();
  const step = (title: string): Step => ({ kind: 'createItem', groupId: group(0), cells: { [column('text')]: title } });
  await automate({ trigger: { kind: 'conversationAssigned' }, steps: [step('Assigned {mobile}')] });
  await automate({ trigger: { kind: 'conversationResolved' }, steps: [step('Resolved {mobile}')] });
  await receive('Hello');
  const { body } = await call<Page<{ _id: string; version: number }>>('GET', '/conversations');
  const [talk] = body.data;
  const assign = { version: talk?.version, userId: colleague.userId };
  await call('POST', `/conversations/${talk?._id}/assign`, assign);
  await call('POST', `/conversations/${talk?._id}/resolve`, { version: (talk?.version ?? 0) + 1 });
  await drain();
  expect(await titles()).toEqual([`Assigned ${ANN}`, `Resolved ${ANN}`]);
});

test('a form answer triggers automations; one held as spam does not', async () => {
  const rule = await automate({ trigger: { kind: 'formAnswered' }, steps: [notifyBo('New: {Task}')] });
  const answer = (name: string, deletedAt: Date | null) =>
    server.database.db.transaction((tx) =>
      insertItem(
        tx,
        { workspaceId: owner.workspaceId, userId: null },
        {
          boardId: board._id,
          groupId: group(0),
          columns: [],
          cells: { [column('text')]: name },
          beforeId: null,
          via: 'form',
          deletedAt,
        },
      ),
    );
  await answer('Chairs', null);
  await answer('Spam', new Date());
  await add('By hand');
  await drain();
  expect((await runs(rule)).map(({ subject }) => subject)).toEqual(['Chairs']);
});

test('a test shows what it would do, and does nothing', async () => {
  const rule = await automate({
    trigger: whenStatusDone(),
    filters: [{ columnId: column('priority'), test: 'is', value: 'high' }],
    steps: [{ kind: 'moveToGroup', groupId: group(1) }, notifyBo()],
  });
  const [high, low] = [await add('High', { [column('priority')]: 'high' }), await add('Low')];
  const tryOn = async ({ _id: itemId }: BoardItem) =>
    (await call<{ matches: boolean; steps: StepResult[] }>('POST', `/automations/${rule._id}/test`, { itemId })).body;
  expect(await tryOn(high)).toMatchObject({
    matches: true,
    steps: [
      { kind: 'moveToGroup', outcome: 'done' },
      { kind: 'notify', text: 'High is ' },
    ],
  });
  expect(await tryOn(low)).toEqual({ matches: false, steps: [] });
  expect(await read(high)).toEqual(high);
  expect(await notices()).toEqual([]);
  expect(await runs(rule)).toEqual([]);
});

const conversation = async (chat = ANN) =>
  (
    await query<{ id: string; labels: string[]; assignee_id: string | null; version: number }>(
      'select id, labels, assignee_id, version from conversations where workspace_id = $1 and chat = $2',
      [owner.workspaceId, chat],
    )
  )[0];

test('a message labels its conversation, and the label assigns it; unchanged values trigger nothing', async () => {
  const { receive } = await connectedLane();
  const labelling = await automate({
    trigger: { kind: 'messageReceived', words: ['order'] },
    steps: [{ kind: 'setLabel', columnId: null, label: 'Orders', isOn: true }],
  });
  const assigning = await automate({
    trigger: { kind: 'labelSet', label: 'orders' },
    steps: [{ kind: 'assign', columnId: null, userId: colleague.userId, teamId: null }],
  });
  await receive('An order');
  await receive('Hello', '+447700900009');
  await drain();
  expect(await conversation()).toMatchObject({ labels: ['Orders'], assignee_id: colleague.userId });
  expect(await conversation('+447700900009')).toMatchObject({ labels: [], assignee_id: null });
  expect((await notices()).map(({ user_id, kind }) => [user_id, kind])).toEqual([
    [colleague.userId, 'conversation-assigned'],
  ]);
  await receive('Another order');
  await drain();
  expect((await runs(labelling)).map(({ steps }) => steps[0]?.outcome)).toEqual(['nothing', 'done']);
  expect(await runs(assigning)).toHaveLength(1);
});

test('two labels that trigger each other are a loop, which is cut off and notified', async () => {
  const { receive } = await connectedLane();
  const swap = (from: string, to: string): RuleInput => ({
    trigger: { kind: 'labelSet', label: from },
    steps: [
      { kind: 'setLabel', columnId: null, label: from, isOn: false },
      { kind: 'setLabel', columnId: null, label: to, isOn: true },
    ],
  });
  const rules = [await automate(swap('In', 'Out')), await automate(swap('Out', 'In'))];
  await receive('Hello');
  const { id, version } = (await conversation()) ?? { id: '', version: 0 };
  expect((await call('PUT', `/conversations/${id}/labels`, { version, labels: ['In'] })).status).toBe(200);
  await drain();
  const states = await Promise.all(rules.map(state));
  expect(states.filter((automation) => automation?.stoppedBecause === 'loop')).toHaveLength(1);
  expect((await notices()).map(({ kind }) => kind)).toEqual(['automation-stopped']);
});

test('a wait for an answer triggers it once when long enough, and the next wait again', async () => {
  const { receive } = await connectedLane();
  const rule = await automate({ trigger: { kind: 'conversationWaiting', minutes: 30 }, steps: [notifyBo('{mobile}')] });
  await receive('Hello');
  const { db } = server.database;
  const after = (minutes: number) => new Date(Date.now() + minutes * 60_000);
  await recordWaits(db, after(29));
  expect(await runs(rule)).toEqual([]);
  await Promise.all([recordWaits(db, after(31)), recordWaits(db, after(31))]);
  await recordWaits(db, after(32));
  await drain();
  expect((await runs(rule)).map(({ subject }) => subject)).toEqual([ANN]);
  await query(`update conversations set waiting_since = waiting_since + interval '1 minute' where chat = $1`, [ANN]);
  await recordWaits(db, after(33));
  expect(await runs(rule)).toHaveLength(2);
});

test('moving an item into a group calls a webhook once; members cannot choose one', async () => {
  const made = await call<{ webhook: { _id: string } }>('POST', '/webhooks', {
    url: 'https://hooks.example.com/in',
    events: ['board.item_changed'],
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const input: RuleInput = {
    trigger: { kind: 'itemMoved', groupId: group(1) },
    steps: [{ kind: 'callWebhook', endpointId: made.body.webhook._id }],
  };
  const rule = await automate(input);
  const refused = await call(
    'POST',
    `/boards/${board._id}/automations`,
    { name: 'Rule', filters: [], ...input },
    colleague,
  );
  expect(refused.status).toBe(403);
  const item = await add('Chairs');
  const move = (groupId: string) => call('POST', `/board-items/${item._id}/move`, { groupId, beforeId: null });
  await move(group(0));
  await move(group(1));
  await move(group(1));
  await drain();
  expect(await runs(rule)).toMatchObject([{ state: 'done', steps: [{ outcome: 'done', text: 'Chairs' }] }]);
  const events = await query<{ type: string; data: object }>(
    `select type, data from webhook_events where workspace_id = $1 order by created_at, id`,
    [owner.workspaceId],
  );
  expect(events.filter(({ type }) => type === 'automation.called')).toMatchObject([
    { data: { automationId: rule._id, itemId: item._id, values: { Task: 'Chairs' } } },
  ]);
  // Deliveries the webhook gets anyway: of the new item and of each move.
  expect(events.filter(({ type }) => type === 'board.item_changed')).toMatchObject([
    { data: { id: item._id, cells: { Task: 'Chairs' }, change: 'created' } },
    { data: { change: 'moved' } },
    { data: { change: 'moved' } },
    { data: { change: 'moved' } },
  ]);
});

/** A button column. */
async function addButton(label: string): Promise<string> {
  const settings = { button: { label, color: 'teal' } };
  const made = await call<Board>('POST', `/boards/${board._id}/columns`, { name: label, type: 'button', settings });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.columns.at(-1)?._id ?? '';
}
const press = (item: BoardItem, columnId: string, who = owner) =>
  call<{ setOff: number }>('POST', `/board-items/${item._id}/buttons/${columnId}`, {}, who);

test('pressing a button triggers its automations, once per press, and nothing else', async () => {
  const [ship, other] = [await addButton('Ship'), await addButton('Print')];
  const rule = await automate({
    trigger: { kind: 'buttonPressed', columnId: ship },
    filters: [{ columnId: column('status'), test: 'isNot', value: 'done' }],
    steps: [{ kind: 'setCell', columnId: column('status'), value: 'done' }, notifyBo()],
  });
  const [item, bystander] = [await add('Chairs'), await add('Tables')];
  expect((await press(item, other)).body).toEqual({ setOff: 0 });
  expect((await press(item, ship, colleague)).body).toEqual({ setOff: 1 });
  await drain();
  expect((await read(item)).cells[column('status')]).toBe('done');
  expect((await notices()).map(({ user_id, kind }) => [user_id, kind])).toEqual([
    [colleague.userId, 'automation-notify'],
  ]);
  expect((await read(bystander)).version).toBe(1);
  const history = await call<Page<ItemChange>>('GET', `/board-items/${item._id}/history`);
  expect(history.body.data.filter(({ act }) => act === 'pressed')).toMatchObject([
    { by: { name: 'Bo' }, columnId: ship, via: null },
    { by: { name: 'Ada' }, columnId: other },
  ]);
  // Conditions are checked when it runs; a press counts as triggered.
  expect((await press(item, ship)).body).toEqual({ setOff: 1 });
  await drain();
  expect(await runs(rule)).toMatchObject([{ state: 'done', subject: 'Chairs' }]);
  await call('POST', `/automations/${rule._id}/active`, { isActive: false });
  expect((await press(bystander, ship)).body).toEqual({ setOff: 0 });
  expect((await press(item, column('status'))).status).toBe(404);
  await call('DELETE', `/board-columns/${ship}`);
  expect((await press(item, ship)).status).toBe(404);
});

test('a button has no values: nothing sets, filters, sorts, shares, exports or waits for one', async () => {
  const ship = await addButton('Ship');
  const item = await add('Chairs');
  const refused = async (method: string, path: string, body: object) => {
    const answer = await call<{ data: { faults: { field: string; code: string }[] } }>(method, path, body);
    expect(answer.status, path).toBe(422);
    return answer.body.data.faults.map(({ field, code }) => `${field} ${code}`);
  };
  const at = `/boards/${board._id}`;
  expect(await refused('PUT', `/board-items/${item._id}/cells/${ship}`, { value: 'x' })).toEqual([
    'value keptByServer',
  ]);
  const cells = { [column('text')]: 'Tables', [ship]: true };
  expect(await refused('POST', `${at}/items`, { groupId: group(0), cells })).toEqual([`cells.${ship} keptByServer`]);
  const filters = [{ columnId: ship, test: 'isEmpty' }];
  expect(await refused('POST', `${at}/items/list`, { filters })).toEqual(['filters.0.columnId choice']);
  expect(await refused('POST', `${at}/items/list`, { sort: { columnId: ship } })).toEqual(['sort.columnId choice']);
  const view = { name: 'V', kind: 'table', filters: [], sort: { columnId: ship } };
  expect(await refused('POST', `${at}/views`, view)).toEqual(['filters choice']);
  const shared = { name: 'T', columnIds: [column('text'), ship], expiresInDays: null };
  expect(await refused('POST', `${at}/shared-tables`, shared)).toEqual(['columnIds choice']);
  const form = { name: 'F', groupId: group(0), fields: [{ columnId: ship }], expiresInDays: null, maxUses: null };
  expect(await refused('POST', `${at}/forms`, form)).toEqual(['fields choice']);
  const rule = { name: 'R', filters: [], steps: [notifyBo('x')] };
  const changed = { kind: 'cellChanged', columnId: ship };
  expect(await refused('POST', `${at}/automations`, { ...rule, trigger: changed })).toEqual([
    'trigger.columnId choice',
  ]);
  const pressed = { kind: 'buttonPressed', columnId: column('status') };
  expect(await refused('POST', `${at}/automations`, { ...rule, trigger: pressed })).toEqual([
    'trigger.columnId choice',
  ]);
  expect(await refused('POST', `${at}/columns`, { name: 'No label', type: 'button' })).toEqual([
    'settings.button missing',
  ]);
  const sum = { ...NO_SETTINGS, formula: `{${ship}}` };
  expect(await refused('POST', `${at}/columns`, { name: 'Sum', type: 'formula', settings: sum })).toEqual([
    'settings.formula choice',
  ]);
  // Imported values for it are skipped, row by row.
  const rows = {
    boardId: board._id,
    groupId: group(0),
    columnIds: [column('text'), ship],
    importId: newId(),
    firstRow: 0,
  };
  const added = await call<{ added: number; leftOut: object[] }>('POST', '/board-rows', {
    ...rows,
    rows: [['Tables', true]],
  });
  expect(added.body).toMatchObject({ added: 0, leftOut: [{ row: 0, columnId: ship, reason: 'invalid' }] });
  expect(await titles()).toEqual(['Chairs']);
});

test('a deployed bot starts a conversation with an item’s number; a running one continues', async () => {
  const { lane } = await connectedLane();
  const phone = await call<Board>('POST', `/boards/${board._id}/columns`, { name: 'Phone', type: 'phone' });
  replaceSetup({ board: phone.body });
  const { body: bot } = await call<{ _id: string }>('POST', '/bots', { name: 'Hello', template: 'blank' });
  const steps: Step[] = [{ kind: 'startBot', columnId: column('phone'), botId: bot._id }];
  expect((await create({ trigger: whenStatusDone(), steps })).body.data.faults[0]).toMatchObject({
    field: 'steps.0.botId',
  });
  await query(`insert into bot_versions (id, bot_id, number, flow) select $1, id, 1, draft from bots where id = $2`, [
    newId(),
    bot._id,
  ]);
  await query(
    `insert into bot_deployments (id, workspace_id, bot_id, version_id, settings, trigger)
     select $1, b.workspace_id, b.id, v.id, '{"engineIds":[],"groups":"never","contactRule":"all","numbers":[]}',
       (select n from jsonb_array_elements(b.draft -> 'nodes') n where n ->> 'kind' = 'trigger')
     from bots b join bot_versions v on v.bot_id = b.id where b.id = $2`,
    [newId(), bot._id],
  );
  const rule = await automate({ trigger: whenStatusDone(), steps });
  const item = await add('Ann', { [column('phone')]: ANN });
  await set(item, 'status', 'done');
  await set(item, 'status', 'working');
  await set(item, 'status', 'done');
  await drain();
  expect((await runs(rule)).map(({ steps: [step] }) => [step?.outcome, step?.reason])).toEqual([
    ['nothing', 'inConversation'],
    ['done', null],
  ]);
  expect(await query('select engine_id, chat, contact_name from bot_sessions where bot_id = $1', [bot._id])).toEqual([
    { engine_id: lane.engineId, chat: ANN, contact_name: 'Ann' },
  ]);
});

test('an invalid rule is refused by field; one that changed meanwhile is not overwritten', async () => {
  const schedule: Trigger = { kind: 'schedule', start: '2026-01-05T08:00', rule: 'FREQ=DAILY' };
  const fault = async (input: RuleInput) => (await create(input)).body.data.faults[0];
  expect(await fault({ trigger: schedule, steps: [{ kind: 'moveToGroup', groupId: group(0) }] })).toMatchObject({
    field: 'steps.0',
    code: 'noItemYet',
  });
  expect(await fault({ trigger: schedule, steps: [{ kind: 'sendMessage', columnId: null, text: 'x' }] })).toMatchObject(
    {
      field: 'steps.0.columnId',
      code: 'missing',
    },
  );
  expect(await fault({ trigger: whenStatusDone(), steps: [{ kind: 'moveToGroup', groupId: newId() }] })).toMatchObject({
    field: 'steps.0.groupId',
  });
  expect(await fault({ trigger: { ...schedule, rule: 'FREQ=NEVER' }, steps: [notifyBo()] })).toMatchObject({
    field: 'trigger.rule',
  });
  const toNobody: Step = { kind: 'assign', columnId: null, userId: null, teamId: null };
  expect(await fault({ trigger: { kind: 'conversationAssigned' }, steps: [toNobody] })).toMatchObject({
    field: 'steps.0.userId',
  });
  const wrong: Step = { kind: 'setCell', columnId: column('status'), value: 'nothing such' };
  expect(await fault({ trigger: whenStatusDone(), steps: [wrong] })).toMatchObject({ field: 'steps.0.value' });

  const rule = await automate({ trigger: { kind: 'itemCreated' }, steps: [notifyBo()] });
  const change = { name: 'Other', trigger: rule.trigger, filters: [], steps: rule.steps, version: rule.version };
  expect((await call('PUT', `/automations/${rule._id}`, change)).status).toBe(200);
  expect((await call('PUT', `/automations/${rule._id}`, { ...change, name: 'Mine' })).status).toBe(409);
  expect((await state(rule))?.name).toBe('Other');
  const stranger = await signUpSomeone(server);
  expect((await server.call('DELETE', `/api/automations/${rule._id}`, undefined, stranger)).status).toBe(404);
  expect((await call('DELETE', `/automations/${rule._id}`)).status).toBe(200);
  expect(await state(rule)).toBeUndefined();
});

test('workspaces take turns, so that many runs of one delay no other', async () => {
  const busy = await automate({ trigger: whenStatusDone(), steps: [notifyBo()] });
  for (let at = 0; at < 5; at += 1) await set(await add(`Order ${at}`), 'status', 'done');
  replaceSetup({ owner: await signUpSomeone(server, { name: 'Cy' }) });
  replaceSetup({ board: (await call<Board>('POST', '/boards', { name: 'Small', template: 'tasks' })).body });
  const small = await automate({ trigger: whenStatusDone(), steps: [{ kind: 'moveToGroup', groupId: group(1) }] });
  await set(await add('Only one'), 'status', 'done');
  const pending = async () => {
    const rows = await query<{ automation_id: string }>(
      `select automation_id from automation_runs where state = 'pending'`,
    );
    return [busy, small].map(({ _id }) => rows.filter((row) => row.automation_id === _id).length);
  };
  expect(await pending()).toEqual([5, 1]);
  const turn = { workspaceId: null };
  for (let step = 0; step < 2; step += 1) {
    await runNextStep({ db: server.database.db, clock: systemClock }, turn);
  }
  expect(await pending()).toEqual([4, 0]);
  await drain();
  expect(await pending()).toEqual([0, 0]);
});
