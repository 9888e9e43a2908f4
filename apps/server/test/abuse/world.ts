import { createHook } from 'node:async_hooks';
import { expect, test } from 'vitest';
import { newId } from '../../src/platform/database/columns.ts';
import { type SavedState, saveTables } from '../authorization/traces.ts';
import { createLaneFixture } from '../lane-fixture.ts';
import { join, type Someone, signUpSomeone, within } from '../team.ts';
import { type Answer, startTestServer, type TestServer } from '../test-server.ts';
import { totpOf } from '../totp.ts';

type ApiAnswer = Answer<{ code?: string; message?: string }>;

/** The users and objects under attack, and the attackers. No attempt changes them, so all attempts share them. */
export interface World {
  server: TestServer;
  saved: SavedState;
  owner: Someone;
  /** A member of the owner's workspace. */
  member: Someone;
  stranger: Someone;
  /** Has a second factor. */
  guarded: Someone & { totpUri: string; backupCodes: string[] };
  /** In the owner's workspace. */
  messageId: string;
  contactId: string;
  engineId: string;
  run(statement: string, ...values: unknown[]): Promise<{ rows: Record<string, string>[] }>;
  post(path: string, body: object, headers?: Record<string, string>): Promise<ApiAnswer>;
  signIn(email: string, password: string, headers?: Record<string, string>): Promise<ApiAnswer>;
  /** Sends a request as this user, in the owner's workspace unless another is given. */
  as(who: Someone, method: string, path: string, body?: object, workspaceId?: string): Promise<ApiAnswer>;
  /** The token of the mailed password reset link. */
  resetLink(email: string): Promise<string>;
  invite(email: string): Promise<{ id: string; token: string }>;
  accept(who: Someone, token: string, workspaceId?: string): Promise<ApiAnswer>;
}

export const PASSWORD = 'a long enough password';
export const cookiesOf = ({ headers }: { headers: Headers }) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

export async function createWorld(): Promise<World> {
  const server = await startTestServer({ config: { demo: true } });
  const { call, database } = server;
  const run: World['run'] = (statement, ...values) => database.pool.query(statement, values);
  const post: World['post'] = (path, body, headers = {}) => call('POST', `/api${path}`, body, { headers });
  const signIn: World['signIn'] = (email, password, headers) =>
    post('/auth/sign-in/email', { email, password }, headers);

  const [owner, member, stranger] = [
    await signUpSomeone(server),
    await signUpSomeone(server),
    await signUpSomeone(server),
  ];
  await join(server, owner, member, 'member');
  const lone = await signUpSomeone(server);
  const enabled = await call<{ totpURI: string; backupCodes: string[] }>(
    'POST',
    '/api/auth/two-factor/enable',
    { password: lone.password },
    lone,
  );
  await call('POST', '/api/auth/two-factor/verify-totp', { code: totpOf(enabled.body.totpURI) }, lone);
  const { workspaceId } = owner;
  const as: World['as'] = (who, method, path, body, where = workspaceId) =>
    call(method, `/api${path}`, body, within(who, where));
  const create = async (path: string, body: object) =>
    (await call<{ _id: string }>('POST', `/api${path}`, body, within(owner, workspaceId))).body._id;
  const contactId = await create('/contacts', { name: 'Ann', mobile: '+447700900801' });
  const messageId = await create('/messages', {
    message: 'Hello',
    contactList: [{ mobile: '+447700900801' }],
    dueDate: '2031-01-01T09:00:00Z',
  });
  const engineId = newId();
  await run(
    `insert into engines (id, workspace_id, owner_id, name, driver, k8s_namespace) values ($1, $2, $3, 'Main', 'simulator', 'x')`,
    engineId,
    workspaceId,
    owner.userId,
  );
  return {
    server,
    // Nothing is restored, so no rows need marking.
    saved: await saveTables(database, ['-']),
    owner,
    member,
    stranger,
    guarded: { ...lone, totpUri: enabled.body.totpURI, backupCodes: enabled.body.backupCodes },
    messageId,
    contactId,
    engineId,
    run,
    post,
    signIn,
    as,
    async resetLink(email) {
      await post('/auth/request-password-reset', { email });
      const { rows } = await run(
        'select text from outbox_mails where "to" = $1 order by created_at desc limit 1',
        email,
      );
      return /\/reset-password\?token=(\S+)/.exec(rows[0]?.text ?? '')?.[1] ?? '';
    },
    async invite(email) {
      const { body } = await as(owner, 'POST', '/workspace/invitations', { email, role: 'member' });
      const { _id, link } = body as { _id?: string; link?: string };
      return { id: _id ?? '', token: new URL(link ?? '').searchParams.get('token') ?? '' };
    },
    accept: (who, token, where = workspaceId) =>
      call('POST', `/api/invitations/${where}/accept`, { token }, { token: who.token }),
  };
}

/** An engine in the middle of its work whose workspace is then permanently deleted. */
export async function engineOfDeletedWorkspace({ server, run }: World) {
  const lane = await createLaneFixture(server.database);
  const generation = await lane.lease();
  await lane.add({ due: `now() - interval '1 minute'` });
  await lane.claim(generation);
  await run('delete from workspaces where id = $1', lane.workspaceId);
  return { ...lane, generation };
}

/** Counts the passwords hashed or verified by `act`, which take as long as everything else together. */
export async function countHashes<Result>(act: () => Promise<Result>): Promise<{ result: Result; hashes: number }> {
  let hashes = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === 'SCRYPTREQUEST') hashes += 1;
    },
  }).enable();
  try {
    return { result: await act(), hashes };
  } finally {
    hook.disable();
  }
}

/** Prepares an attempt, and returns a function that makes it. */
export type AbuseAttempt = (world: World) => Promise<() => Promise<{ status: number }>>;
/** An attempt's title and expected status, and tables that record it nevertheless, such as a count of wrong codes. */
export type Case = [what: string, status: number, tried: AbuseAttempt, notes?: string[]];

/** Expects each attempt to be refused, and no table to change except those that record it. */
export function expectRefused(world: () => World, cases: Case[]): void {
  test.each(cases)('%s', async (_what, status, prepare, notes = []) => {
    const tried = await prepare(world());
    const before = await world().saved.read();
    expect((await tried()).status).toBe(status);
    expect((await world().saved.changedSince(before)).all).toEqual(notes);
  });
}
