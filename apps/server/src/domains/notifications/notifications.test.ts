import type { Notification, NotificationPreferences } from '@switchyard/contracts/notifications/operations';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { newId } from '../../platform/database/columns.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { workspaceMembers } from '../workspaces/workspaces.schema.ts';
import { deliverPending } from './deliver-pending.ts';
import { notifications } from './notifications.schema.ts';
import { notify, settle } from './notify.ts';

const mails: Mail[] = [];
let mailServerIsAway = false;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    mailer: {
      send: async (mail) => {
        if (mailServerIsAway) throw new Error('the mail server is away');
        mails.push(mail);
      },
    },
  });
});
afterAll(() => server.stop());

type Listed = { data: Notification[]; total: number; unread: number };
const list = async (token: string, query = '') =>
  (await server.call<Listed>('GET', `/api/notifications${query}`, undefined, { token })).body;
const mark = (token: string, ids: string[] | 'all', isRead = true) =>
  server.call<{ marked: number }>('POST', '/api/notifications/mark', { ids, isRead }, { token });
const prefer = (token: string, kind: string, channels: string[]) =>
  server.call('PUT', `/api/notification-preferences/${kind}`, { channels }, { token });
const mailTo = ({ email }: { email: string }) => mails.filter((mail) => mail.to === email).map((mail) => mail.subject);

async function signUp() {
  const person = await server.signUp();
  const me = await server.call<{ _id: string; workspace: { _id: string } }>('GET', '/api/me', undefined, person);
  return { ...person, userId: me.body._id, workspaceId: me.body.workspace._id };
}
type Someone = Awaited<ReturnType<typeof signUp>>;

/** An owner and a member who works in the owner's workspace. */
async function team(): Promise<[Someone, Someone]> {
  const [owner, member] = [await signUp(), await signUp()];
  const { workspaceId } = owner;
  await server.database.db.insert(workspaceMembers).values({ organizationId: workspaceId, userId: member.userId });
  await server.call('POST', '/api/me/workspace', { workspaceId }, { token: member.token });
  return [owner, member];
}

const engineOff = ({ workspaceId }: { workspaceId: string }, subject = newId()) => ({
  workspaceId,
  userId: null,
  kind: 'engine-off' as const,
  subject,
  data: { id: subject, name: 'Main line' },
});

test('everybody in a workspace is notified by page and email, and nobody else; once while it is open', async () => {
  const [owner, member] = await team();
  const stranger = await signUp();
  const outage = engineOff(owner);
  expect(await notify(server.database.db, outage)).toMatchObject([{ workspaceId: owner.workspaceId }]);
  expect(await notify(server.database.db, outage)).toEqual([]);
  await deliverPending(server.platform);
  for (const person of [owner, member]) {
    expect(await list(person.token)).toMatchObject({
      total: 1,
      unread: 1,
      data: [{ kind: 'engine-off', isRead: false }],
    });
    expect(mailTo(person)).toEqual(['Switchyard: Main line lost its connection']);
  }
  expect(await list(stranger.token)).toEqual({ data: [], total: 0, unread: 0 });
  expect(mailTo(stranger)).toEqual([]);

  await settle(server.database.db, outage);
  expect(await list(owner.token)).toMatchObject({ total: 1, unread: 0, data: [{ settledAt: expect.any(String) }] });
  expect(await notify(server.database.db, outage)).toHaveLength(1);
  expect(await list(owner.token)).toMatchObject({ total: 2, unread: 1 });
});

test('notifications for owners and admins are hidden from members, personal ones from everybody else', async () => {
  const [owner, member] = await team();
  const { workspaceId } = owner;
  const { db } = server.database;
  await notify(db, { workspaceId, userId: null, kind: 'limit-near', subject: 'engines', data: { name: 'Engines' } });
  await notify(db, {
    workspaceId,
    userId: member.userId,
    kind: 'sign-in',
    subject: newId(),
    data: { name: 'Firefox' },
  });
  await deliverPending(server.platform);
  expect((await list(owner.token)).data.map((notification) => notification.kind)).toEqual(['limit-near']);
  expect((await list(member.token)).data.map((notification) => notification.kind)).toEqual(['sign-in']);
  expect(mailTo(owner)).toEqual(['Switchyard: Engines: almost at the limit']);
  expect(mailTo(member)).toEqual(['Switchyard: New sign-in to your account']);
});

test('read marks are personal, reversible, and limited to one’s own notifications', async () => {
  const [owner, member] = await team();
  const stranger = await signUp();
  for (const _ of [1, 2, 3]) await notify(server.database.db, engineOff(owner));
  const first = (await list(owner.token)).data.at(-1)?._id ?? '';

  expect((await mark(stranger.token, [first])).body).toEqual({ marked: 0 });
  expect((await mark(owner.token, [first])).body).toEqual({ marked: 1 });
  expect((await mark(owner.token, [first])).body).toEqual({ marked: 0 });
  expect(await list(owner.token)).toMatchObject({ total: 3, unread: 2 });
  expect(await list(owner.token, '?unreadOnly=true&limit=1')).toMatchObject({ total: 2, data: [{ isRead: false }] });
  expect(await list(member.token)).toMatchObject({ unread: 3 });
  expect((await mark(owner.token, 'all')).body).toEqual({ marked: 2 });
  expect(await list(owner.token)).toMatchObject({ unread: 0 });
  await mark(owner.token, [first], false);
  expect(await list(owner.token)).toMatchObject({ unread: 1 });
});

test('a person can switch off email or page per kind; sign-ins are always notified', async () => {
  const [owner, member] = await team();
  const before = (await server.call<NotificationPreferences>('GET', '/api/notification-preferences', undefined, owner))
    .body;
  expect(before.mail).toBe(owner.email);
  expect(before.kinds).toContainEqual({ kind: 'engine-off', channels: ['page', 'mail'], always: [] });
  await prefer(owner.token, 'engine-off', ['page']);
  await prefer(member.token, 'engine-off', ['mail']);
  const answer = await prefer(owner.token, 'sign-in', []);
  expect(answer.body).toMatchObject({
    kinds: expect.arrayContaining([{ kind: 'sign-in', channels: ['page', 'mail'], always: ['page', 'mail'] }]),
  });
  await notify(server.database.db, engineOff(owner));
  await deliverPending(server.platform);
  expect(await list(owner.token)).toMatchObject({ total: 1 });
  expect(mailTo(owner)).toEqual([]);
  expect(await list(member.token)).toMatchObject({ total: 0, unread: 0 });
  expect(mailTo(member)).toEqual(['Switchyard: Main line lost its connection']);
});

test('an email that could not be sent is sent later, once per person', async () => {
  const owner = await signUp();
  await notify(server.database.db, engineOff(owner));
  mailServerIsAway = true;
  await expect(deliverPending(server.platform)).rejects.toThrow('away');
  mailServerIsAway = false;
  await Promise.all([1, 2, 3].map(() => deliverPending(server.platform)));
  expect(mailTo(owner)).toEqual(['Switchyard: Main line lost its connection']);
});

test('dispatching the event sends the email at once', async () => {
  const owner = await signUp();
  server.platform.events.dispatch(await notify(server.database.db, engineOff(owner)));
  await vi.waitFor(() => expect(mailTo(owner)).toHaveLength(1));
});

test('a test reaches only its sender, by page and email, once a minute, and is not a preference', async () => {
  const [owner, member] = await team();
  const sendTest = () => server.call('POST', '/api/notifications/test', undefined, { token: owner.token });
  expect(await sendTest()).toMatchObject({ status: 200, body: { channels: ['page', 'mail'] } });
  expect(await list(owner.token)).toMatchObject({ total: 1, unread: 1, data: [{ kind: 'notification-test' }] });
  await vi.waitFor(() => expect(mailTo(owner)).toEqual(['Switchyard: Test notification']));
  expect(await sendTest()).toMatchObject({ status: 429 });
  expect(await list(owner.token)).toMatchObject({ total: 1 });
  expect(await list(member.token)).toMatchObject({ total: 0 });
  expect(mailTo(member)).toEqual([]);
  await server.database.db.update(notifications).set({ createdAt: new Date(Date.now() - 61_000) });
  expect(await sendTest()).toMatchObject({ status: 200 });
  expect(await list(owner.token)).toMatchObject({ total: 2, unread: 1 });
  const { body } = await server.call<NotificationPreferences>('GET', '/api/notification-preferences', undefined, owner);
  expect(body.kinds.map(({ kind }) => kind)).not.toContain('notification-test');
});
