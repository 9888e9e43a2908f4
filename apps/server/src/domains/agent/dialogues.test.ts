import type { AgentMessage, AgentReply } from '@switchyard/contracts/agent/operations';
import { expect, test } from 'vitest';
import { actionIn, useAssistant } from '../../../test/assistant-rig.ts';
import { startTestServer } from '../../../test/test-server.ts';

/** Conversations with the rule planner: each turn's answer, and the messages that exist after it. */
const agent = useAssistant();
const { call, ask, confirm, contact, schedule, messagesNow } = agent;

const PEOPLE: Record<string, string> = {
  'Dana Cole': '+447700900101',
  'Omar Haddad': '+447700900102',
  'Emma Reyes': '+447700900103',
  'Oliver Stone': '+447700900104',
  'Sam Lee': '+447700900105',
  'Sam Ortiz': '+447700900106',
};
const OMAR = 'Omar 2030-06-04T10:00 pending Dentist';
const KEYS = 'Oliver 2030-06-04T11:00 pending Keys';
const PERMIT = 'Oliver 2030-06-06T15:00 pending Permit';
const SEEDED = [OMAR, KEYS, PERMIT];

async function seed(): Promise<void> {
  for (const [name, mobile] of Object.entries(PEOPLE)) await contact(name, mobile);
  for (const name of ['VIP', 'Gold']) await call('POST', '/api/labels', { name });
  await schedule('Omar Haddad', '+447700900102', '2030-06-04T10:00', 'Dentist');
  await schedule('Oliver Stone', '+447700900104', '2030-06-04T11:00', 'Keys');
  await schedule('Oliver Stone', '+447700900104', '2030-06-06T15:00', 'Permit');
}

/**
 * Messages with their recipient's first name, wall-clock time, status and text; the time is omitted if sent at once.
 */
async function messageLines(): Promise<string[]> {
  return (await messagesNow()).map(({ contactName, dueLocal, status, message }) =>
    [contactName.split(' ')[0], dueLocal.startsWith('2030') ? dueLocal : 'soon', status, message].join(' '),
  );
}

/** The request, part of the answer, and the messages afterwards if it changes any. */
type Turn = [said: string, answer: string | RegExp, after?: string[]];
const ASKS = 'Nothing is done until you confirm.';
const DECLINES = 'I did nothing.';

const dialogues: Record<string, Turn[]> = {
  'answers fill in first the day, then the time, and two corrections in a row apply': [
    ['Schedule to Dana on 3 June 2030: See you then', 'At what time?'],
    ['9am', /Monday 3 June 2030, 09:00/],
    ['no, 5 June 2030', /Wednesday 5 June 2030, 09:00/],
    ['make it 3pm', /Wednesday 5 June 2030, 15:00/],
    ['yes', 'Scheduled 1 message to Dana', ['Dana 2030-06-05T15:00 pending See you then', ...SEEDED].toSorted(byTime)],
  ],
  'asks for everything that a request lacks': [
    ['Schedule a message', 'To whom?'],
    ['Emma', 'What should the message to Emma Reyes say?'],
    ['Lunch at "Nino’s" on Friday?', 'When should it go out?'],
    ['3 June 2030', 'At what time?'],
    ['at noon', /Monday 3 June 2030, 12:00.*Lunch at \\"Nino’s\\" on Friday\?/],
    ['yes', 'Scheduled', ['Emma 2030-06-03T12:00 pending Lunch at "Nino’s" on Friday?', ...SEEDED]],
  ],
  'people are added, excluded and replaced': [
    ['3 June 2030 at 9 to Dana: Hi', ASKS],
    ['and Emma too', /Schedule 2 messages\?.*Dana Cole.*Emma Reyes/],
    ['not Dana', /Schedule 1 message\?(?!.*Dana Cole).*Emma Reyes/],
    ['and say "Hello"', /Emma Reyes.*Hello/],
    ['wrong person, I meant Omar', /Schedule 1 message\?(?!.*Emma).*Omar Haddad/],
    ['Emma', 'Instead of the others, or as well?'],
    ['banana '.repeat(900), 'That does not answer my question. Instead of the others, or as well?'],
    ['as well', /Schedule 2 messages\?.*Omar Haddad.*Emma Reyes/],
    ['no', 'Left as it is.'],
    ['yes', 'There is nothing to confirm.'],
  ],
  'asks for what a short request lacks, and tells a text that asks something from a request': [
    ['3 June 2030 at 9 to Dana: A long story', ASKS],
    ['shorter', 'I cannot write for you. What should it say?'],
    ['Short', /Dana Cole.*09:00.*Short/],
    ['yes', 'Scheduled', ['Dana 2030-06-03T09:00 pending Short', ...SEEDED]],
    ['send Emma a message', 'What should the message to Emma Reyes say?'],
    ["cancel Omar's message", 'Is that the message, or a different request?'],
    ['Do that instead', /Cancel 1 message\?.*Omar Haddad/],
    ['no', 'Left as it is.'],
  ],
  'keeps a text as written, whoever “her” is': [
    ['send Emma a message on 3 June 2030 at 9', 'What should the message to Emma Reyes say?'],
    ['Tell her I said hi', /Emma Reyes.*"value":"Tell her I said hi"/],
    ['change the text to Ask him about her', /"value":"Ask him about her"/],
    ['yes', 'Scheduled', ['Emma 2030-06-03T09:00 pending Ask him about her', ...SEEDED]],
  ],
  'one of several messages is shown first and chosen by its position': [
    ["cancel one of Oliver's messages", /Which of them\?.*Keys.*Permit/],
    ['the second', /Cancel 1 message\?(?!.*Keys).*Permit/],
    ['yes', 'Cancelled 1 message to Oliver', [OMAR, KEYS, PERMIT.replace('pending', 'cancelled')]],
    ['undo', 'Make 1 message pending again?'],
    ['yes', 'Brought back', SEEDED],
  ],
  'refers to shown messages by number and position': [
    ['show messages to Oliver', 'Here are all 2 messages.'],
    ['move those two to 8 June 2030', /Move 2 messages\?/],
    ['only the first one', /Move 1 message\?/],
    ["and Omar's too", /Move 2 messages\?/],
    ["not Omar's", /Move 1 message\?(?!.*Omar)/],
    ['yes', 'Moved 1 message', [OMAR, PERMIT, 'Oliver 2030-06-08T11:00 pending Keys']],
    ['did it go out?', /^No: the message to Oliver Stone .* has not gone out; it is due Saturday 8 June 2030, 11:00/],
    ['cancel it', 'Cancel 1 message?'],
    ['cancel it', 'Say “yes” to have it done'],
    ['yes', 'Cancelled 1 message', [OMAR, PERMIT, 'Oliver 2030-06-08T11:00 cancelled Keys']],
  ],
  'another card corrects what has been done': [
    ['3 June 2030 at 9 to Dana and Emma: Hi', ASKS],
    [
      'yes',
      'Scheduled 2 messages.',
      ['Dana 2030-06-03T09:00 pending Hi', 'Emma 2030-06-03T09:00 pending Hi', ...SEEDED],
    ],
    ['actually make it 3pm', /Move 2 messages\?/],
    ['no', 'Left as it is.'],
    ['yes', 'There is nothing to confirm.'],
  ],
  'the label of a button is an answer, and so is the card’s': [
    ['tomorrow at 5 to Dana: Hi', 'Do you mean 05:00 in the morning or 17:00?'],
    ['17:00', /17:00 \(Europe\/London\)/],
    ['Leave it as it is', 'Left as it is.'],
    ['send Sam on 3 June 2030 at 9am: Hi', '2 contacts match “Sam”'],
    ['Ortiz', /Sam Ortiz/],
    ['Schedule 1 message', 'Scheduled 1 message to Sam Ortiz', ['Sam 2030-06-03T09:00 pending Hi', ...SEEDED]],
  ],
  'asks again after an ambiguous answer, and after none': [
    ['send Sam on 3 June 2030 at 9am: Hi', '2 contacts match “Sam”'],
    ['Sam', '2 contacts match “Sam”'],
    ['yes', 'That does not answer my question. 2 contacts match “Sam”'],
    ['banana', 'I don’t know a contact or group named “banana”.'],
    ['never mind', 'Nothing was done.'],
    ['yes', 'There is nothing to confirm.'],
    ['send Sam on 3 June 2030 at 9am: Hi', '2 contacts match “Sam”'],
    ['Sam', '2 contacts match “Sam”'],
    ['what goes out on 4 June 2030?', 'Here are all 2 pending messages'],
    ['send Sam on 3 June 2030 at 9am: Hi', '2 contacts match “Sam”'],
    ['both', /Schedule 2 messages\?.*Sam Lee.*Sam Ortiz/],
    ['no', 'Left as it is.'],
  ],
  'asks once more if words between a card and a yes were not understood': [
    ['3 June 2030 at 9 to Dana: Hi', ASKS],
    ['what goes out on 4 June 2030?', 'Here are all 2 pending messages'],
    ['blah blubber', DECLINES],
    ['yes', /^I ask once more, to be sure\. Schedule 1 message\?/],
    ['yes', 'Scheduled 1 message', ['Dana 2030-06-03T09:00 pending Hi', ...SEEDED]],
  ],
  'another action on the same messages replaces a card, and more can be added to it': [
    ["cancel Omar's message", 'Cancel 1 message?'],
    ['no, move it to 9 June 2030', /Move 1 message\?.*Sunday 9 June 2030, 10:00/],
    ["and cancel Oliver's message on 6 June 2030 too", /Move 1 message\? Cancel 1 message\?/],
    ['yes', 'Moved 1 message', [KEYS, PERMIT.replace('pending', 'cancelled'), 'Omar 2030-06-09T10:00 pending Dentist']],
  ],
  'a correction without content asks what to change': [
    ['3 June 2030 at 9 to Dana: Hi', ASKS],
    ['no, wait', 'What should be different'],
    ['at 10', /Monday 3 June 2030, 10:00/],
    ['yes', 'Scheduled 1 message', ['Dana 2030-06-03T10:00 pending Hi', ...SEEDED]],
  ],
  'texts, labels, contacts and recurring messages are corrected alike': [
    ["change Omar's message", 'What should it say instead?'],
    ['See you', /Change the text of 1 message\?.*See you/],
    ['make it say "See you soon"', /See you soon/],
    ['yes', 'Changed the text', [OMAR.replace('Dentist', 'See you soon'), KEYS, PERMIT]],
    ['label Dana', 'Which label?'],
    ['VIP', /Put on: VIP/],
    ['and Emma too', /\+447700900101, \+447700900103/],
    ['no, Gold', /Put on: Gold/],
    ['yes', 'Changed the labels.'],
    ['add a contact', 'With which number?'],
    ['07700 900199', 'What is their name?'],
    ['Grace Hopper', /Add this contact\?.*Grace Hopper.*\+447700900199/],
    ['no, Grace Kelly', /Grace Kelly/],
    ['yes', 'Added the contact.'],
  ],
  'names a message to everyone, and a recall, as unsupported': [
    ['delete the last message to Oliver for everyone', 'I cannot delete sent messages for everyone yet'],
    ['remind everyone about the meeting', 'To write to everyone, launch a campaign under Campaigns.'],
    ['who is +447700900101?', '+447700900101 is Dana Cole.'],
    ['send her on 3 June 2030 at 9: Hi', /Dana Cole/],
    ['no', 'Left as it is.'],
    ['who is +972501234567?', 'No contact has the number +972501234567.'],
  ],
  'answers another language in that language, with buttons that work': [
    ['¿Qué mensajes salen mañana?', /^Sin un modelo de lenguaje solo entiendo inglés.*¿Qué sale mañana\?/],
    ['¿Qué sale mañana?', 'There are no pending messages due from'],
    ['Schick Dana morgen eine Nachricht', /^Ohne Sprachmodell/],
    ['Envia uma mensagem para Dana amanhã', /^Sem um modelo de linguagem/],
    ['Envoie un message à Dana demain', /^Sans modèle de langage/],
    ['מה יוצא השבוע', /^בלי מודל שפה/],
    ['ما الذي سيرسل غدا', /^من دون نموذج لغوي/],
  ],
};

function byTime(first: string, second: string): number {
  return (first.split(' ')[1] ?? '') < (second.split(' ')[1] ?? '') ? -1 : 1;
}

test.each(Object.entries(dialogues))('%s', async (_, turns) => {
  await seed();
  let before = SEEDED;
  for (const [said, answer, after] of turns) {
    const { content, widgets, toolResults } = await ask(said);
    const all = `${content} ${JSON.stringify(widgets)} ${JSON.stringify(toolResults)}`;
    if (typeof answer === 'string') expect(content, said).toContain(answer);
    else expect(all, said).toMatch(answer);
    before = after?.toSorted(byTime) ?? before;
    expect((await messageLines()).toSorted(byTime).toSorted(), said).toEqual(before.toSorted());
  }
});

const cardIn = ({ widgets }: Pick<AgentReply, 'widgets'>) => actionIn(widgets, 'agent.confirm').id;

test('a corrected card can no longer be confirmed, and the new one only once', async () => {
  await seed();
  const first = cardIn(await ask('3 June 2030 at 9 to Dana: Hi'));
  const second = cardIn(await ask('make it 3pm'));
  expect((await confirm(first)).body).toMatchObject({ code: 'CONFIRMATION_OVER', data: { state: 'replaced' } });
  expect(await messageLines()).toEqual(SEEDED);
  expect((await confirm(second)).status).toBe(200);
  expect(await messageLines()).toEqual(['Dana 2030-06-03T15:00 pending Hi', ...SEEDED]);
});

test('a correction after the card was confirmed in another tab changes the result', async () => {
  await seed();
  await confirm(cardIn(await ask('3 June 2030 at 9 to Dana: Hi')));
  const done = ['Dana 2030-06-03T09:00 pending Hi', ...SEEDED];
  const { content, widgets } = await ask('no, 3pm');
  expect(content).toContain('Move 1 message?');
  expect(await messageLines()).toEqual(done);
  await confirm(cardIn({ widgets }));
  expect(await messageLines()).toEqual(['Dana 2030-06-03T15:00 pending Hi', ...SEEDED]);
});

test('a question survives a reload and is answered by another server', async () => {
  await seed();
  const { conversationId } = await ask('Schedule to Dana on 3 June 2030: Hi');
  const other = await startTestServer({ config: { databaseUrl: agent.server.database.url } });
  try {
    const { rows } = await agent.server.database.pool.query(
      `select context->'question'->>'question' as question from agent_messages where conversation_id = $1 and role = 'agent'`,
      [conversationId],
    );
    expect(rows).toEqual([{ question: 'At what time?' }]);
  } finally {
    await other.stop();
  }
  expect(JSON.stringify((await ask('9am')).widgets)).toContain('09:00 (Europe/London)');
});

test('undo stays within its conversation, and reports messages that have already been sent', async () => {
  await seed();
  await ask('3 June 2030 at 9 to Dana and Emma: Hi');
  await ask('yes');
  const first = (await ask('help')).conversationId;
  const { body } = await call<{ _id: string }>('POST', '/api/agent/conversations');
  const elsewhere = { headers: { 'x-conversation-id': body._id } };
  expect((await ask('undo', elsewhere)).content).toContain('nothing in this conversation that can be undone');
  expect((await ask('yes', elsewhere)).content).toBe('There is nothing to confirm.');
  const here = { headers: { 'x-conversation-id': first } };
  const set = (status: string, to: string) =>
    agent.server.database.pool.query(
      `update messages set status = $1, sent_at = now() where recipient = $2 and due_local like '2030-06-03%'`,
      [status, to],
    );
  await set('sent', '+447700900101');
  const some = await ask('undo', here);
  expect(some.content).toMatch(/^What went to Dana Cole .* has gone out and cannot be taken back\. Cancel 1 message\?/);
  expect(JSON.stringify(some.widgets)).not.toContain('Dana Cole');
  await ask('no', here);
  await set('sent', '+447700900103');
  const none = await ask('undo', here);
  expect(none.content).toMatch(/^What went to Dana Cole .*, Emma Reyes .* has gone out and cannot be taken back\.$/);
  expect(none.widgets).toEqual([]);
});

test('“has Emma read it?” is about the latest message sent to her, with its state and time', async () => {
  await seed();
  const sent = async (text: string, days: number, read: boolean) => {
    const id = await agent.lane.add({ to: '+447700900103', text });
    await agent.server.database.pool.query(
      `update messages set status = 'sent', ack = $3::int, contact_name = 'Emma Reyes', due_at = now() - $2::int * interval '1 day',
       sent_at = '2026-01-05T09:00Z', delivered_at = '2026-01-05T10:00Z', read_at = case when $3::int = 3 then '2026-01-05T11:00Z'::timestamptz end where id = $1`,
      [id, days, read ? 3 : 2],
    );
  };
  await sent('Older', 3, true);
  await sent('Newer', 1, false);
  const { content, toolResults } = await ask('has Emma read it?');
  expect(content).toBe(
    'No: the message to Emma Reyes (+447700900103) was delivered, Monday 5 January 2026, 10:00 (Europe/London), and is not known to have been read.',
  );
  expect(toolResults.get_scheduled_messages?.map(({ message }) => message)).toEqual(['Newer']);
  await agent.server.database.pool.query(
    `update messages set read_at = '2026-01-05T11:00Z', ack = 3 where recipient = '+447700900103'`,
  );
  expect((await ask('has she read it?')).content).toMatch(
    /^Yes: the message to Emma Reyes .* was read, Monday 5 January 2026, 11:00/,
  );
  expect((await ask('was it delivered?')).content).toMatch(/^Yes: .* was read, Monday 5 January 2026, 11:00/);
  expect((await ask('has Dana read it?')).content).toBe('There is no message to them here.');
});

test('the last message of a chat in which they wrote nothing is ours', async () => {
  await seed();
  await agent.server.database.pool.query(
    `insert into received_messages (id, engine_id, chat, writer, from_me, wa_message_id, kind, body, written_at)
     values (uuidv7(), $1, '+447700900101', '+447700900101', true, 'r1', 'text', 'From us', '2026-01-05T10:00Z')`,
    [agent.lane.engineId],
  );
  const { content, toolResults } = await ask('last message from Dana');
  expect(content).toBe('They wrote nothing that matches. This is the latest in the chat, from you.');
  expect(toolResults.get_messages).toMatchObject([{ body: 'From us', fromMe: true }]);
});

test('refuses a move, and its undo, once someone has changed the message', async () => {
  await seed();
  const omar = async () => (await messagesNow()).find(({ contactName }) => contactName === 'Omar Haddad');
  const change = async (message: string) => {
    const row = await omar();
    await call('PATCH', `/api/messages/${row?._id}`, { id: row?._id, version: row?.version, message });
  };
  const stale = cardIn(await ask("move Omar's message to 5 June 2030"));
  await change('By hand');
  const again = await confirm(stale);
  expect(again.body.content).toContain('Something has changed since I asked');
  expect(await omar()).toMatchObject({ dueLocal: '2030-06-04T10:00', message: 'By hand' });
  const moved = cardIn(again.body);
  await confirm(moved);
  expect(await omar()).toMatchObject({ dueLocal: '2030-06-05T10:00' });
  await change('By hand again');
  const undone = await call<AgentMessage>('POST', `/api/agent/confirmations/${moved}/undo`);
  expect(undone.body.content).toContain('Nothing could be undone');
  expect(await omar()).toMatchObject({ dueLocal: '2030-06-05T10:00', message: 'By hand again' });
});

test('a card can change a message twice; both changes are undone by the button or by words', async () => {
  await seed();
  const twice = async () => {
    await ask('change Omar\'s message to "At the back door"');
    const card = cardIn(await ask("and move Omar's message to 5 June 2030 at 9am"));
    expect((await confirm(card)).body.content).toMatch(
      /^Changed the text of 1 message to Omar.*\nMoved 1 message to Omar/,
    );
    expect(await messageLines()).toEqual([KEYS, 'Omar 2030-06-05T09:00 pending At the back door', PERMIT]);
    return card;
  };
  const { body } = await call<AgentMessage>('POST', `/api/agent/confirmations/${await twice()}/undo`);
  expect(body.content).not.toContain('could be undone');
  expect(await messageLines()).toEqual(SEEDED);
  await twice();
  await ask('undo');
  await ask('yes');
  expect(await messageLines()).toEqual(SEEDED);
});

test('repeats for one person what was done for another, and only for those days', async () => {
  await seed();
  await ask("cancel Omar's message on 4 June 2030");
  await ask('yes');
  expect((await ask('and Oliver’s too')).content).toMatch(/^Cancel 1 message\?/);
  await ask('yes');
  expect(await messageLines()).toEqual(
    [OMAR, KEYS, PERMIT].map((line) => (line === PERMIT ? line : line.replace('pending', 'cancelled'))),
  );
});
