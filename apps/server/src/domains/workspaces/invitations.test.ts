import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Someone, signUpSomeone, within } from '../../../test/team.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { invitationMail, plainName } from './invitation-mail.ts';

const mails: Mail[] = [];
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    config: { smtpUrl: 'smtp://mail.invalid' },
    mailer: { send: async (mail) => void mails.push(mail) },
  });
});
afterAll(() => server.stop());

type InvitationResult = { _id: string; link: string; isMailed: boolean; code?: string };
const signUp = (email?: string) => signUpSomeone(server, email ? { email } : {});
const invite = (owner: Someone, email: string, role = 'member') =>
  server.call<InvitationResult>(
    'POST',
    '/api/workspace/invitations',
    { email, role },
    within(owner, owner.workspaceId),
  );
const tokenOf = ({ body }: { body: InvitationResult }) => new URL(body.link).searchParams.get('token') ?? '';
const accept = (person: Someone, { workspaceId }: Someone, token: string) =>
  server.call<{ code?: string }>('POST', `/api/invitations/${workspaceId}/accept`, { token }, person);
const people = async ({ workspaceId }: Someone) =>
  (await server.database.pool.query('select user_id from workspace_members where organization_id = $1', [workspaceId]))
    .rowCount;

test('an invitation is mailed, its link shown once and stored as a hash, and admits its person', async () => {
  const [owner, person] = [await signUp(), await signUp()];
  const invited = await invite(owner, person.email.toUpperCase(), 'admin');
  expect(invited).toMatchObject({ status: 201, body: { isMailed: true, email: person.email } });
  const token = tokenOf(invited);
  expect(mails.find((mail) => mail.to === person.email)?.text).toContain(invited.body.link);
  const { rows } = await server.database.pool.query('select i::text as row from workspace_invitations i');
  expect(rows.some(({ row }) => row.includes(token))).toBe(false);

  const path = `/api/invitations/${owner.workspaceId}?token=${token}`;
  expect((await server.call('GET', path, undefined, person)).body).toMatchObject({
    invitedBy: owner.name,
    role: 'admin',
    isMine: true,
  });
  expect((await accept(person, owner, token)).status).toBe(200);
  const me = await server.call('GET', '/api/me', undefined, within(person, owner.workspaceId));
  expect(me.body).toMatchObject({ workspace: { _id: owner.workspaceId, role: 'admin' } });
});

type Case = (parts: {
  owner: Someone;
  person: Someone;
  stranger: Someone;
  token: string;
  id: string;
}) => Promise<{ status: number; body: object }>;
const sql = (statement: string, ...values: unknown[]) => server.database.pool.query(statement, values);
const cases: [string, number, string, Case][] = [
  [
    'another person’s link',
    403,
    'INVITATION_OF_ANOTHER',
    ({ stranger, owner, token }) => accept(stranger, owner, token),
  ],
  ['a made-up link', 404, 'NOT_FOUND', ({ person, owner, token }) => accept(person, owner, `${token.slice(1)}x`)],
  ['a link for another workspace', 404, 'NOT_FOUND', ({ person, stranger, token }) => accept(person, stranger, token)],
  [
    'an expired link',
    410,
    'INVITATION_OVER',
    async ({ person, owner, token, id }) => {
      await sql(`update workspace_invitations set expires_at = now() - interval '1 second' where id = $1`, id);
      return accept(person, owner, token);
    },
  ],
  [
    'a withdrawn link',
    410,
    'INVITATION_OVER',
    async ({ person, owner, token, id }) => {
      await server.call('DELETE', `/api/workspace/invitations/${id}`, undefined, within(owner, owner.workspaceId));
      return accept(person, owner, token);
    },
  ],
  [
    'a link replaced by a later one to the same address',
    410,
    'INVITATION_OVER',
    async ({ person, owner, token }) => {
      await invite(owner, person.email);
      return accept(person, owner, token);
    },
  ],
  [
    'a link without signing in',
    401,
    'UNAUTHORIZED',
    ({ owner, token }) => server.call('POST', `/api/invitations/${owner.workspaceId}/accept`, { token }),
  ],
  ['an invalid address', 422, 'INVALID', ({ owner }) => invite(owner, 'nobody at nowhere')],
  ['an existing member', 422, 'INVALID', ({ owner }) => invite(owner, owner.email)],
];
test.each(cases)('%s is refused, and nobody joins', async (_what, status, code, act) => {
  const [owner, person, stranger] = [await signUp(), await signUp(), await signUp()];
  const invited = await invite(owner, person.email);
  const answer = await act({ owner, person, stranger, token: tokenOf(invited), id: invited.body._id });
  expect(answer).toMatchObject({ status, body: { code } });
  expect(await people(owner)).toBe(1);
});

test('a link works once: using it again changes nothing, even for a removed member', async () => {
  const [owner, person] = [await signUp(), await signUp()];
  const token = tokenOf(await invite(owner, person.email));
  const answers = await Promise.all([1, 2, 3].map(() => accept(person, owner, token)));
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 410, 410]);
  await server.call('DELETE', `/api/workspace/members/${person.userId}`, undefined, within(owner, owner.workspaceId));
  expect((await accept(person, owner, token)).status).toBe(410);
  expect(await people(owner)).toBe(1);
});

test('a link is valid as long as its creator could create it', async () => {
  const [owner, admin, person] = [await signUp(), await signUp(), await signUp()];
  await accept(admin, owner, tokenOf(await invite(owner, admin.email, 'admin')));
  const input = { email: person.email, role: 'admin' };
  const created = await server.call<InvitationResult>(
    'POST',
    '/api/workspace/invitations',
    input,
    within(admin, owner.workspaceId),
  );
  const giveRole = (role: string) =>
    server.call('PATCH', `/api/workspace/members/${admin.userId}`, { role }, within(owner, owner.workspaceId));
  expect((await giveRole('member')).status).toBe(200);
  expect(await accept(person, owner, tokenOf(created))).toMatchObject({
    status: 410,
    body: { code: 'INVITATION_OVER' },
  });
  await giveRole('admin');
  await server.call('DELETE', `/api/workspace/members/${admin.userId}`, undefined, within(owner, owner.workspaceId));
  // As a removed member could from an address that nobody knows.
  expect(await accept(person, owner, tokenOf(created))).toMatchObject({
    status: 410,
    body: { code: 'INVITATION_OVER' },
  });
  expect(await people(owner)).toBe(1);
});

test('an ownership link is void once its creator is only an admin, and so are their links to lesser roles', async () => {
  const [owner, other, person, helper] = [await signUp(), await signUp(), await signUp(), await signUp()];
  await accept(other, owner, tokenOf(await invite(owner, other.email, 'owner')));
  const linkFor = async (email: string, role: string) =>
    tokenOf(
      await server.call<InvitationResult>(
        'POST',
        '/api/workspace/invitations',
        { email, role },
        within(other, owner.workspaceId),
      ),
    );
  const [toOwnership, toHelp] = [await linkFor(person.email, 'owner'), await linkFor(helper.email, 'admin')];
  const demoted = await server.call(
    'PATCH',
    `/api/workspace/members/${other.userId}`,
    { role: 'admin' },
    within(owner, owner.workspaceId),
  );
  expect(demoted.status).toBe(200);
  expect(await accept(person, owner, toOwnership)).toMatchObject({ status: 410, body: { code: 'INVITATION_OVER' } });
  expect((await accept(helper, owner, toHelp)).status).toBe(200);
  expect(await people(owner)).toBe(3);
});

test('the inviter’s text is not in the subject, and nothing in the email can be followed', () => {
  const hostile = 'Your bank: verify now at https://evil.example/login or mail\u0000 a@evil.example';
  const { subject, text } = invitationMail('ann@example.test', {
    invitedBy: hostile,
    workspaceName: 'evil.example',
    link: 'https://ours.example/join',
    language: null,
  });
  expect(subject).toBe('You’re invited to a workspace on Switchyard');
  expect(text).not.toMatch(/evil\.|bank:|a@evil/);
  expect(text.match(/https?:/g)).toHaveLength(1);
  expect(plainName("St. Mary's Café")).toBe("St Mary's Café");
});

test('invitations are mailed up to a limit per address, person and workspace; beyond it the link is passed on', async () => {
  const [owner, other] = [await signUp(), await signUp()];
  const mailed = async (by: Someone, email: string) => {
    const { status, body } = await invite(by, email);
    expect(status).toBe(201);
    return body.isMailed;
  };
  const toOne = [];
  for (let at = 0; at < 4; at += 1) toOne.push(await mailed(owner, 'often@example.test'));
  expect(toOne).toEqual([true, true, true, false]);
  expect(await mailed(other, 'often@example.test')).toBe(false);
  expect(await mailed(other, 'seldom@example.test')).toBe(true);
  for (let at = 0; at < 16; at += 1) expect(await mailed(owner, `person-${at}@example.test`)).toBe(true);
  expect(await mailed(owner, 'one-more@example.test')).toBe(false);
  const ageInvitations = (interval: string) =>
    server.database.pool.query(
      `update workspace_invitations set created_at = now() - interval '${interval}' where organization_id = $1`,
      [owner.workspaceId],
    );
  await ageInvitations('2 hours');
  expect(await mailed(owner, 'one-more@example.test')).toBe(true);
  for (let at = 0; at < 28; at += 1) {
    await ageInvitations('2 hours');
    expect(await mailed(owner, `later-${at}@example.test`)).toBe(true);
  }
  await ageInvitations('2 hours');
  expect(await mailed(owner, 'last@example.test')).toBe(false);
  await ageInvitations('25 hours');
  expect(await mailed(owner, 'often@example.test')).toBe(true);
});

test('an admin cannot invite owners, and a member nobody', async () => {
  const [owner, admin, member] = [await signUp(), await signUp(), await signUp()];
  await accept(admin, owner, tokenOf(await invite(owner, admin.email, 'admin')));
  await accept(member, owner, tokenOf(await invite(owner, member.email)));
  const inviteAs = (who: Someone, role: string) =>
    server.call(
      'POST',
      '/api/workspace/invitations',
      { email: 'new@example.test', role },
      within(who, owner.workspaceId),
    );
  expect((await inviteAs(admin, 'owner')).status).toBe(403);
  expect((await inviteAs(admin, 'admin')).status).toBe(201);
  expect((await inviteAs(member, 'member')).status).toBe(403);
});

test('without a mail server the link is passed on, and appears in no outbox', async () => {
  const other = await startTestServer();
  const owner = await signUpSomeone(other);
  const invited = await other.call<InvitationResult>(
    'POST',
    '/api/workspace/invitations',
    { email: 'ada@example.test', role: 'member' },
    owner,
  );
  expect(invited.body.isMailed).toBe(false);
  expect(invited.body.link).toContain(`/join-workspace/${owner.workspaceId}?token=`);
  expect((await other.database.pool.query('select from outbox_mails')).rowCount).toBe(0);
  await other.stop();
});
