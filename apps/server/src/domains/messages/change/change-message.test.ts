// What a person can undo, and what can be sent again.
import type { Message, MessageDetail } from '@switchyard/contracts/messages/message';
import { expect, test } from 'vitest';
import { memberOf } from '../../../../test/act.ts';
import { useMessages } from '../../../../test/messages-api.ts';
import { callTool } from '../../../platform/call-tool.ts';

const { rig, call, create } = useMessages();

const due = { dueDate: undefined };
const claimNow = async () => (await rig.lane.claim(await rig.lane.lease())).messages.map((message) => message._id);
const cancel = async (id: string, version = 1) =>
  (await call<Message>('POST', `/messages/${id}/cancel`, { version })).body;
const restore = (id: string, version: number) => call<Message>('POST', `/messages/${id}/restore`, { version });
const resend = (id: string, more: object = {}) =>
  call<Message>('POST', `/messages/${id}/resend`, { version: 1, ...more });

/** A message that its lane failed to send. */
async function failed(): Promise<Message> {
  const made = await create(due);
  const generation = await rig.lane.lease();
  await rig.lane.claim(generation);
  const outcome = { kind: 'rejected', code: 'not_on_whatsapp', reason: 'Not on WhatsApp.', next: 'never' } as const;
  await rig.lane.report(generation, { results: [{ _id: made._id, outcome }] });
  return (await call<Message>('GET', `/messages/${made._id}`)).body;
}

test('undoing a cancel restores the message, and its lane claims it under the same id', async () => {
  const made = await create(due);
  const [before] = await rig.lane.rows();
  const cancelled = await cancel(made._id);
  expect(cancelled.abilities).toMatchObject({ restore: true, edit: false });
  expect((await restore(made._id, cancelled.version)).body).toMatchObject({
    status: 'pending',
    dueDate: made.dueDate,
    version: 3,
  });
  expect((await rig.lane.rows())[0]?.wa_message_id).toBe(before?.wa_message_id);
  expect(await claimNow()).toEqual([made._id]);
});

test('an undo that is no longer possible is refused and changes nothing', async () => {
  const made = await create(due);
  const cancelled = await cancel(made._id);
  await rig.server.database.pool.query(
    `update messages set due_at = now() - interval '1 hour', updated_at = now() - interval '30 minutes' where id = $1`,
    [made._id],
  );
  const before = await rig.lane.rows();
  expect(await restore(made._id, cancelled.version)).toMatchObject({
    status: 422,
    body: { data: { faults: [{ field: 'dueDate' }] } },
  });
  expect(await rig.lane.rows()).toEqual(before);
  const waits = await create();
  expect(await restore(waits._id, 1)).toMatchObject({ status: 409, body: { data: { status: 'pending' } } });
  await cancel(waits._id);
  expect(await restore(waits._id, 1)).toMatchObject({ status: 409, body: { data: { status: 'cancelled' } } });
});

test('a failed message is resent as a new message, once per click, and stays failed', async () => {
  const old = await failed();
  expect(old.abilities).toMatchObject({ resend: true });
  const again = await resend(old._id, { version: old.version });
  expect(again).toMatchObject({
    status: 201,
    body: { status: 'pending', message: 'Hello', contactName: old.contactName, retryCount: 1 },
  });
  expect(await resend(old._id, { version: old.version })).toMatchObject({ status: 409 });
  const shown = (await call<MessageDetail>('GET', `/messages/${old._id}`)).body;
  expect(shown).toMatchObject({ retriedAs: again.body._id, abilities: { resend: false } });
  expect(await resend(old._id, { version: shown.version })).toMatchObject({
    status: 422,
    body: { data: { faults: [{ field: 'id' }] } },
  });
  const [first, second, third] = await rig.lane.rows();
  expect(first).toMatchObject({ id: old._id, status: 'failed' });
  expect(second?.wa_message_id).not.toBe(first?.wa_message_id);
  expect(third).toBeUndefined();
  expect(await claimNow()).toEqual([again.body._id]);
});

/** A message stuck in its lane that a person marks as not delivered. */
async function givenUp() {
  const made = await create(due);
  const generation = await rig.lane.lease();
  const [claimed] = (await rig.lane.claim(generation)).messages;
  await rig.server.database.pool.query(`update messages set claimed_at = now() - interval '3 minutes' where id = $1`, [
    made._id,
  ]);
  const resolved = await call<Message>('POST', `/messages/${made._id}/resolve`, { version: 2, as: 'failed' });
  return { id: made._id, generation, attempt: claimed?.attempt ?? 0, settled: resolved.body };
}

test('a message its engine may still send cannot be resent before the engine lets go of it', async () => {
  const { id, generation, attempt, settled } = await givenUp();
  expect(settled).toMatchObject({ status: 'failed', abilities: { resend: false } });
  expect(settled.sendFailureReason).toEqual({ code: 'settledHeld' });
  expect(await resend(id, { version: settled.version })).toMatchObject({ status: 409 });
  expect((await call('POST', '/messages/bulk/retry', { selection: { ids: [id] } })).body).toMatchObject({
    changed: 0,
    left: [{ why: 'in_doubt', count: 1 }],
  });

  // The process reports that it holds the message, learns that it is over, and returns it.
  const answer = await rig.lane.resume(generation, { holding: [id] });
  expect(answer).toMatchObject({ messages: [], over: [id] });
  expect(await resend(id, { version: settled.version })).toMatchObject({ status: 409 });
  const givenBack = [{ _id: id, attempt, inDoubt: true }];
  expect(await rig.lane.report(generation, { givenBack })).toMatchObject({ recorded: 1 });
  const free = (await call<Message>('GET', `/messages/${id}`)).body;
  expect(free).toMatchObject({
    status: 'failed',
    sendFailureReason: { code: 'settledNot' },
    abilities: { resend: true },
  });
  expect(await resend(id, { version: free.version })).toMatchObject({ status: 201 });
});

test('a message that no process holds can be resent, and one accepted after all is sent', async () => {
  const lost = await givenUp();
  expect(await rig.lane.resume(lost.generation, { holding: [] })).toMatchObject({ messages: [], over: [] });
  expect((await call<Message>('GET', `/messages/${lost.id}`)).body.abilities.resend).toBe(true);
  const arrived = await givenUp();
  const outcome = { kind: 'accepted', wireId: 'W', atMs: Date.now() } as const;
  await rig.lane.report(arrived.generation, { results: [{ _id: arrived.id, outcome, attempt: arrived.attempt }] });
  expect((await call<Message>('GET', `/messages/${arrived.id}`)).body).toMatchObject({
    status: 'sent',
    ack: 1,
    sendFailureReason: null,
    abilities: { resend: false },
  });
});

test('an edited copy of a failed message is validated like any new one, and a fault changes nothing', async () => {
  const old = await failed();
  const before = await rig.lane.rows();
  const refused = await resend(old._id, { version: old.version, message: ' ', dueDate: '2020-01-01T09:00' });
  expect(refused).toMatchObject({
    status: 422,
    body: { data: { faults: [{ field: 'message' }, { field: 'dueDate' }] } },
  });
  expect(await rig.lane.rows()).toEqual(before);
  const edited = { contactList: [{ mobile: '+447700900555' }], dueDate: '2031-01-01T09:00', message: 'Once more' };
  expect((await resend(old._id, { version: old.version, ...edited })).body).toMatchObject({
    message: 'Once more',
    contactList: [{ mobile: '+447700900555' }],
    dueLocal: '2031-01-01T09:00',
    zone: old.zone,
  });
});

test('a removed message can be restored with its status, others cannot', async () => {
  const old = await failed();
  const back = () => call<Message>('POST', `/messages/${old._id}/bring-back`, {});
  expect((await back()).status).toBe(404);
  await call('DELETE', `/messages/${old._id}`);
  expect((await back()).body).toMatchObject({ _id: old._id, status: 'failed', deleted: false });
  expect((await call('GET', `/messages/${old._id}`)).status).toBe(200);
});

test('only failed messages can be resent', async () => {
  const made = await create();
  expect(await resend(made._id)).toMatchObject({ status: 409, body: { data: { status: 'pending' } } });
});

test('“now” is a valid due date for new and pending messages', async () => {
  const made = await create();
  const moved = (await call<Message>('PATCH', `/messages/${made._id}`, { version: 1, dueDate: 'now' })).body;
  expect(Math.abs(Date.parse(moved.dueDate) - Date.now())).toBeLessThan(60_000);
  expect(await claimNow()).toEqual([made._id]);
});

test('sent messages can be quoted, others cannot', async () => {
  const made = await create(due);
  const generation = await rig.lane.lease();
  const [claimed] = (await rig.lane.claim(generation)).messages;
  const quote = async () => (await call<MessageDetail>('GET', `/messages/${made._id}`)).body.asQuote;
  expect(await quote()).toBeNull();
  await rig.lane.report(generation, {
    results: [{ _id: made._id, outcome: { kind: 'accepted', wireId: 'W1', atMs: Date.now() } }],
  });
  const quoted = { waMessageId: claimed?.waMessageId, from: null, text: 'Hello' };
  expect(await quote()).toEqual(quoted);
  expect((await create({ message: 'As I said', quote: quoted })).quote).toEqual(quoted);
});

test('tools offer the same actions', async () => {
  const tool = async (name: string, input: object) => {
    const answer = await callTool(rig.server.platform, memberOf(rig.lane), name, input);
    if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer)}`);
    return answer.result as Message;
  };
  const made = await create();
  await cancel(made._id);
  expect(await tool('restore_message', { id: made._id })).toMatchObject({ status: 'pending', version: 3 });
  const old = await failed();
  const again = await tool('resend_message', { id: old._id, message: 'Once more', dueDate: 'now' });
  expect(again).toMatchObject({ status: 'pending', message: 'Once more', retryCount: 1 });
});

test('of two concurrent edits one is refused as outdated, and nothing is mixed', async () => {
  const made = await create();
  const edit = (message: string) => call<Message>('PATCH', `/messages/${made._id}`, { version: 1, message });
  const [one, other] = await Promise.all([edit('from one browser'), edit('from the other')]);
  const [won, lost] = one.status === 200 ? [one, other] : [other, one];
  expect(won.status).toBe(200);
  expect(lost).toMatchObject({ status: 409, body: { code: 'TOO_LATE', data: { status: 'pending', version: 2 } } });
  const stored = (await call<Message>('GET', `/messages/${made._id}`)).body;
  expect(stored.message).toBe(won.body.message);
});

test('on a concurrent edit and claim, the message sent is the one the person was shown', async () => {
  const generation = await rig.lane.lease();
  for (let round = 0; round < 20; round += 1) {
    const made = await create(due);
    const edit = call<Message>('PATCH', `/messages/${made._id}`, { version: 1, message: 'edited' });
    const first = await rig.lane.claim(generation);
    const { status } = await edit;
    // A row that the edit has locked is skipped by that claim and taken by the next.
    const { messages } = first.messages.length > 0 ? first : await rig.lane.claim(generation);
    expect(messages).toMatchObject([{ _id: made._id, body: { text: status === 200 ? 'edited' : 'Hello' } }]);
  }
});

test('undoing a move sends nothing by itself: messages over an hour late need a decision, the others wait as before', async () => {
  const movedAndBack = async (minutesLate: number) => {
    const made = await create();
    await rig.server.database.pool.query(
      `update messages set due_at = now() - interval '${minutesLate} minutes', claimable_at = now() - interval '${minutesLate} minutes' where id = $1`,
      [made._id],
    );
    const { dueDate, zone } = (await call<Message>('GET', `/messages/${made._id}`)).body;
    const edit = (version: number, more: object) =>
      call<Message>('PATCH', `/messages/${made._id}`, { version, ...more });
    expect((await edit(1, { dueDate: '2031-01-01T09:00', pastDue: 'refuse' })).status).toBe(200);
    expect((await edit(2, { dueDate, zone, pastDue: 'wait' })).body).toMatchObject({ dueDate, status: 'pending' });
    return made._id;
  };
  const late = await movedAndBack(90);
  const short = await movedAndBack(30);
  expect(await claimNow()).toEqual([short]);
  const { body } = await call<MessageDetail>('GET', `/messages/${late}`);
  expect(body.holds.map(({ rule }) => rule)).toEqual(['overdue']);
});

test('overriding quiet hours does not answer an overdue question', async () => {
  const made = await create(due);
  await rig.server.database.pool.query(
    `update messages set hold_rule = 'overdue', claimable_at = '9999-01-01', due_at = now() - interval '2 hours' where id = $1`,
    [made._id],
  );
  expect((await call('POST', `/messages/${made._id}/send-anyway`, { version: 1 })).status).toBe(200);
  expect(await claimNow()).toEqual([]);
});
