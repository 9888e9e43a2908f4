import type { FieldFault } from '@switchyard/contracts/errors';
import type { Message } from '@switchyard/contracts/messages/message';
import { beforeEach, describe, expect, test } from 'vitest';
import { useMessages } from '../../../../test/messages-api.ts';

const { rig, call } = useMessages();
beforeEach(async () => {
  await addContact('Dana Silva', '+5511999990000', 'America/Sao_Paulo', { city: 'Santos' });
  await addContact('Yuki Sato', '+819012345678', null, {});
});

const addContact = (name: string, mobile: string, zone: string | null, fields: object) =>
  rig.server.database.pool.query(
    'insert into contacts (id, workspace_id, name, mobile, zone, fields) values (uuidv7(), $1, $2, $3, $4, $5)',
    [rig.lane.workspaceId, name, mobile, zone, fields],
  );
const DANA = { contactName: 'Dana Silva' };
const YUKI = { contactList: [{ mobile: '+819012345678' }] };
const STRANGER = { contactList: [{ mobile: '07700 900123' }] };
const schedule = (payload: object) =>
  call<{ messages: Message[] }>('POST', '/messages/for-several', { dueDate: '2030-06-01T09:00', ...payload });
const refused = async (payload: object) => {
  const answer = await call<{ data: { faults: FieldFault[] } }>('POST', '/messages/for-several', {
    dueDate: '2030-06-01T09:00',
    ...payload,
  });
  expect(answer.status).toBe(422);
  expect(await rig.lane.rows()).toEqual([]);
  return answer.body.data.faults;
};

describe('one message for each of several recipients', () => {
  test('is a message of its own, with braces as written', async () => {
    const { status, body } = await schedule({ message: 'Hi {name}', recipients: [DANA, YUKI, STRANGER] });
    expect(status).toBe(201);
    expect(body.messages).toMatchObject([
      { contactName: 'Dana Silva', message: 'Hi {name}', dueDate: '2030-06-01T08:00:00.000Z', isRecurring: false },
      { contactName: 'Yuki Sato', message: 'Hi {name}' },
      { contactName: '+447700900123', message: 'Hi {name}' },
    ]);
    expect((await rig.lane.rows()).map((row) => row.recipient).sort()).toEqual([
      '+447700900123',
      '+5511999990000',
      '+819012345678',
    ]);
  });

  test('is filled from the recipient’s contact, with fallbacks for missing values', async () => {
    const message = 'Hi {first name|there} in {city|your city}, {{really}}';
    const { body } = await schedule({ message, fill: true, recipients: [DANA, YUKI, STRANGER] });
    expect(body.messages.map((message) => message.message)).toEqual([
      'Hi Dana in Santos, {really}',
      'Hi Yuki in your city, {really}',
      'Hi there in your city, {really}',
    ]);
  });

  test('is sent at the same time of day in each recipient’s zone', async () => {
    const { body } = await schedule({
      message: 'Good morning',
      byTheirClock: true,
      recipients: [DANA, YUKI, STRANGER],
    });
    expect(body.messages.map(({ dueDate, zone }) => [dueDate, zone])).toEqual([
      ['2030-06-01T12:00:00.000Z', 'America/Sao_Paulo'],
      ['2030-06-01T00:00:00.000Z', 'Asia/Tokyo'],
      ['2030-06-01T08:00:00.000Z', 'Europe/London'],
    ]);
  });

  test('recurs for each', async () => {
    const recurrence = { rule: 'FREQ=DAILY;COUNT=2' };
    const { status, body } = await schedule({ message: 'Again', recurrence, recipients: [DANA, YUKI] });
    expect(status).toBe(201);
    expect(body.messages.map((message) => message.isRecurring)).toEqual([true, true]);
  });
});

describe('stores nothing if anything is at fault', () => {
  test('names invalid and duplicate recipients by position', async () => {
    const nobody = { contactName: 'Nobody' };
    expect(await refused({ message: 'Hi', recipients: [DANA, nobody, YUKI, YUKI] })).toMatchObject([
      { field: 'recipients.1', message: 'No contact is named "Nobody". Add a mobile number.' },
      { field: 'recipients.3', message: 'Yuki Sato is named twice.' },
    ]);
  });

  test('a variable without a value, and an unclosed brace', async () => {
    expect(await refused({ message: 'Hi from {city}', fill: true, recipients: [DANA, YUKI] })).toMatchObject([
      {
        field: 'message',
        message: 'Yuki Sato has no {city}. Add a fallback, such as {city|…}.',
      },
    ]);
    expect(await refused({ message: 'Hi {name', fill: true, recipients: [DANA] })).toMatchObject([
      { field: 'message' },
    ]);
  });

  test('names the recipient for whom a time has passed', async () => {
    const past = { dueDate: '2020-06-01T09:00', message: 'Hi', byTheirClock: true, recipients: [YUKI] };
    const [fault] = await refused(past);
    expect(fault?.field).toBe('dueDate');
    expect(fault?.message).toMatch(/^Yuki Sato \(Asia\/Tokyo\): /);
  });

  test('no recipients, and more than a hundred', async () => {
    expect(await refused({ message: 'Hi', recipients: [] })).toMatchObject([{ field: 'recipients' }]);
    const many = Array.from({ length: 101 }, (_, at) => ({ contactList: [{ mobile: `+4477009${10000 + at}` }] }));
    expect(await refused({ message: 'Hi', recipients: many })).toMatchObject([
      { field: 'recipients', message: 'At most 100 recipients. Launch a campaign for more.' },
    ]);
  });
});
