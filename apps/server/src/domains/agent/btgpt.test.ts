import type { AgentMessage } from '@switchyard/contracts/agent/operations';
import { describe, expect, test } from 'vitest';
import { useAssistant } from '../../../test/assistant-rig.ts';
import { createLaneFixture } from '../../../test/lane-fixture.ts';
import { newId } from '../../platform/database/columns.ts';

const agent = useAssistant();
const { call, ask, contact, schedule } = agent;

test('a reply whose server died is presented as ended, with what was done until then', async () => {
  await ask('show pending messages');
  const conversation = async () =>
    (await call<{ data: { _id: string }[] }>('GET', '/api/agent/conversations')).body.data[0]?._id;
  const id = await conversation();
  await agent.server.database.pool.query(
    `insert into agent_messages (id, conversation_id, role, content, state, created_at)
     values ($2, $1, 'agent', 'Scheduled 1 message.', 'pending', now() - interval '1 minute')`,
    [id, newId()],
  );
  const last = async () =>
    (await call<{ data: AgentMessage[] }>('GET', `/api/agent/conversations/${id}/messages?limit=3`)).body.data;
  const lost = {
    state: 'failed',
    content: 'Scheduled 1 message.\nThe server was restarted while it answered. Ask again.',
  };
  expect((await last())[0]).toMatchObject(lost);
  expect((await ask('show pending messages')).content).toBe('There are no pending messages.');
  expect((await last())[2]).toMatchObject(lost);
});

describe('POST /btgpt (spec 002 sections 3, 5, 7)', () => {
  test('returns content, toolResults and widgets; scheduled messages have every field', async () => {
    await schedule('Dana', '+447700900101', '2030-06-03T09:30');
    const reply = await ask('show pending messages');
    expect(reply.content).toBe('Here is 1 pending message. It is due Monday 3 June 2030, 09:30 (Europe/London).');
    expect(reply.widgets).toEqual([]);
    expect(reply.totals.get_scheduled_messages).toEqual({
      shown: 1,
      total: 1,
      page: '/import-messages?status=pending%2Csending&sort=dueDate',
    });
    expect(reply.toolResults.get_scheduled_messages).toEqual([
      expect.objectContaining({
        id: expect.any(String),
        recipientId: '447700900101@c.us',
        recipientName: 'Dana',
        scheduledAt: '2030-06-03T08:30:00.000Z',
        status: 'pending',
        message: 'Hello',
        mediaUrl: null,
        mediaType: null,
        rrule: null,
        createdAt: expect.any(String),
        canEdit: true,
        canCancel: true,
      }),
    ]);
  });

  test('contacts, chats and messages have every field', async () => {
    await contact('Dana Cole', '+447700900101');
    await agent.server.database.pool.query(
      `insert into received_messages (id, engine_id, chat, writer, wa_message_id, kind, body, written_at)
       values (uuidv7(), $1, '+447700900101', '+447700900101', 'r1', 'text', 'Are you there?', '2026-01-05T10:00Z'),
              (uuidv7(), $1, '1203@g.us', '+447700900101', 'r2', 'text', 'Hello all', '2026-01-06T10:00Z')`,
      [agent.lane.engineId],
    );
    await agent.server.database.pool.query(
      `insert into chat_facts (engine_id, chat, subject, size, unread, push_name) values ($1, '1203@g.us', 'Choir', 12, 3, null), ($1, '+447700900101', null, null, 1, 'Dani')`,
      [agent.lane.engineId],
    );
    expect((await ask('show my contacts')).toolResults.get_contacts).toEqual([
      {
        id: { _serialized: '447700900101@c.us' },
        name: 'Dana Cole',
        pushname: 'Dani',
        shortName: 'Dana',
        number: '+447700900101',
        isGroup: false,
        isUser: true,
        isWAContact: true,
      },
    ]);
    expect((await ask('show my chats')).toolResults.get_chats).toEqual([
      {
        _serialized: '1203@g.us',
        name: 'Choir',
        isGroup: true,
        timestamp: Date.UTC(2026, 0, 6, 10) / 1_000,
        lastMessage: { type: 'chat', body: 'Hello all', author: '447700900101@c.us', fromMe: false },
        unreadCount: 3,
        groupMetadata: { totalParticipants: 12 },
        unanswered: 1,
        engineId: agent.lane.engineId,
      },
      expect.objectContaining({
        _serialized: '447700900101@c.us',
        name: 'Dana Cole',
        isGroup: false,
        groupMetadata: null,
        unreadCount: 1,
      }),
    ]);
    expect((await ask('what did Dana write?')).toolResults.get_messages).toEqual([
      {
        id: { _serialized: 'false_447700900101@c.us_r1' },
        body: 'Are you there?',
        fromMe: false,
        timestamp: Date.UTC(2026, 0, 5, 10) / 1_000,
        type: 'chat',
        author: '447700900101@c.us',
        authorName: 'Dana Cole',
        ack: null,
        isForwarded: false,
        isStarred: false,
        hasMedia: false,
        hasQuotedMsg: false,
      },
    ]);
    expect((await ask('show the profile picture of Dana')).toolResults.get_profile_pic).toEqual([
      { contactId: '447700900101@c.us', contactName: 'Dana Cole', profilePic: { eurl: null, stale: false } },
    ]);
    expect((await ask('which chats are waiting for my answer?')).totals.get_chats?.total).toBe(2);
  });

  test.each([{ message: '' }, { message: '  \n ' }, {}, { message: 'hi', stream: true }])(
    'rejects %j',
    async (body) => {
      expect((await call('POST', '/btgpt', body)).status).toBe(422);
    },
  );

  test('rejects strangers, and does not find another person’s conversation', async () => {
    expect((await agent.server.call('POST', '/btgpt', { message: 'hi' })).status).toBe(401);
    const { conversationId } = await ask('help');
    const stranger = await createLaneFixture(agent.server.database);
    const answer = await call(
      'POST',
      '/btgpt',
      { message: 'hi' },
      { who: stranger, headers: { 'x-conversation-id': conversationId } },
    );
    expect(answer.status).toBe(404);
  });

  test('declines what it does not understand, and says what it can do', async () => {
    const { content } = await ask('What is the weather tomorrow?');
    expect(content).toContain('“weather”');
    expect(content).toContain('I can show');
  });

  test('saves a conversation named after its first request; it can be found, renamed and deleted', async () => {
    const { conversationId } = await ask('show pending messages');
    await ask('help');
    const path = `/api/agent/conversations/${conversationId}`;
    const { body } = await call<{ data: AgentMessage[]; total: number }>('GET', `${path}/messages`);
    expect(body.data.map(({ role }) => role)).toEqual(['agent', 'user', 'agent', 'user']);
    const found = async (search: string) =>
      (await call<{ total: number }>('GET', `/api/agent/conversations?search=${search}`)).body.total;
    expect(await found('pending')).toBe(1);
    expect(await found('nothing-of-it')).toBe(0);
    expect((await call<{ title: string }>('PATCH', path, { title: 'Plans' })).body.title).toBe('Plans');
    await call('DELETE', path);
    expect(await found('')).toBe(0);
    await ask('help');
    expect((await call('DELETE', '/api/agent/conversations')).body).toEqual({ removed: 1 });
    expect(await found('')).toBe(0);
  });
});
