import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/database/columns.ts';
import { totpOf } from '../totp.ts';
import { FROM_ANOTHER_SITE } from './cross-site-cases.ts';
import {
  type AbuseAttempt,
  type Case,
  cookiesOf,
  countHashes,
  createWorld,
  expectRefused,
  PASSWORD,
  type World,
} from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world?.server.stop());

const refused = (cases: Case[]) => expectRefused(() => world, cases);

describe('does not reveal whether an account exists', () => {
  const same = async (existing: () => Promise<{ status: number; body: object }>, missing: typeof existing) => {
    const observe = async (act: typeof existing) => {
      const { result, hashes } = await countHashes(act);
      const { status, body } = result;
      return { status, hashes, body: { ...body, requestId: '' } };
    };
    expect(await observe(existing)).toEqual(await observe(missing));
  };
  test('by a sign-in’s response or duration', () =>
    same(
      () => world.signIn(world.stranger.email, 'a wrong password'),
      () => world.signIn('nobody@example.test', 'a wrong password'),
    ));
  test('by a password reset request', () =>
    same(
      () => world.post('/auth/request-password-reset', { email: world.stranger.email }),
      () => world.post('/auth/request-password-reset', { email: 'nobody@example.test' }),
    ));
  test('by a role change in a workspace', () =>
    same(
      () => world.as(world.owner, 'PATCH', `/workspace/members/${world.stranger.userId}`, { role: 'admin' }),
      () => world.as(world.owner, 'PATCH', `/workspace/members/${newId()}`, { role: 'admin' }),
    ));
  test('by support mode, to users who may not support', () => {
    const look = (userId: string) => () =>
      world.server.call('GET', '/api/me', undefined, { ...world.owner, headers: { 'x-supported-user-id': userId } });
    return same(look(world.stranger.userId), look(newId()));
  });
  test('nor whether a workspace exists, by its invitation link', () => {
    const read = (workspaceId: string) => () =>
      world.server.call('GET', `/api/invitations/${workspaceId}?token=${'x'.repeat(32)}`, undefined, world.stranger);
    return same(read(world.owner.workspaceId), read(newId()));
  });
});

describe('guessing fails', () => {
  /** Signed in with the password; the code is still missing. */
  const atSecondFactor = async ({ signIn, guarded }: World) => ({
    cookie: cookiesOf(await signIn(guarded.email, guarded.password)),
  });
  refused([
    [
      'a password, even if the last attempt is right',
      429,
      async ({ signIn, member }) => {
        for (let round = 0; round < 20; round += 1) await signIn(member.email, `guess ${round}`);
        return () => signIn(member.email, member.password);
      },
    ],
    [
      'a two-factor code',
      422,
      async (given) => {
        const headers = await atSecondFactor(given);
        return () => given.post('/auth/two-factor/verify-totp', { code: '000000' }, headers);
      },
      ['audit_entries', 'two_factors', 'verifications'],
    ],
    [
      'a recovery code',
      422,
      async (given) => {
        const headers = await atSecondFactor(given);
        return () => given.post('/auth/two-factor/verify-backup-code', { code: 'aaaaa-aaaaa' }, headers);
      },
      ['audit_entries', 'two_factors', 'verifications'],
    ],
    [
      'a password reset link',
      422,
      async ({ post }) =>
        () =>
          post('/auth/reset-password', { token: 'x'.repeat(24), newPassword: PASSWORD }),
    ],
    [
      'an invitation link',
      404,
      async ({ accept, stranger }) =>
        () =>
          accept(stranger, 'x'.repeat(43)),
    ],
    [
      'a key',
      401,
      async ({ server }) =>
        () =>
          server.call('GET', '/api/contacts', undefined, { token: `sy_${'A'.repeat(32)}` }),
    ],
    [
      'the first admin’s link',
      403,
      async ({ post }) =>
        () =>
          post('/auth/sign-up/email', {
            name: 'Eve',
            email: 'eve@example.test',
            password: PASSWORD,
            firstAdmin: Buffer.alloc(32).toString('base64url'),
          }),
    ],
  ]);
});

describe('rejects weak passwords', () => {
  const signUp = (password: string): Case => [
    `at sign-up: ${password.slice(0, 12)}`,
    422,
    async ({ post }) =>
      () =>
        post('/auth/sign-up/email', { name: 'Eve', email: 'weak@example.test', password }),
  ];
  refused([
    signUp('short'),
    signUp('x'.repeat(129)),
    signUp('password123'),
    signUp('PassWord123'),
    [
      'by a reset link',
      422,
      async ({ resetLink, post, stranger }) => {
        const token = await resetLink(stranger.email);
        return () => post('/auth/reset-password', { token, newPassword: 'qwertyuiop' });
      },
    ],
    [
      'by a password change',
      422,
      async ({ as, stranger }) => {
        const change = { currentPassword: stranger.password, newPassword: 'iloveyou1' };
        return () => as(stranger, 'POST', '/auth/change-password', change, stranger.workspaceId);
      },
    ],
  ]);
});

describe('used tokens don’t work again', () => {
  refused([
    [
      'a password reset link',
      422,
      async ({ server, resetLink, post }) => {
        const { email } = await server.signUp();
        const token = await resetLink(email);
        await post('/auth/reset-password', { token, newPassword: 'another long password' });
        return () => post('/auth/reset-password', { token, newPassword: 'yet another password' });
      },
    ],
    [
      'an earlier password reset link',
      422,
      async ({ server, resetLink, post }) => {
        const { email } = await server.signUp();
        const [first, second] = [await resetLink(email), await resetLink(email)];
        await post('/auth/reset-password', { token: second, newPassword: 'another long password' });
        return () => post('/auth/reset-password', { token: first, newPassword: 'yet another password' });
      },
    ],
    [
      'a recovery code',
      422,
      async ({ signIn, post, guarded }) => {
        const code = guarded.backupCodes[0] ?? '';
        const give = async () => {
          const headers = { cookie: cookiesOf(await signIn(guarded.email, guarded.password)) };
          return () => post('/auth/two-factor/verify-backup-code', { code }, headers);
        };
        await (await give())();
        return give();
      },
      ['audit_entries', 'two_factors', 'verifications'],
    ],
    [
      'a signed-out session',
      401,
      async ({ server, signIn, stranger }) => {
        const token = (await signIn(stranger.email, stranger.password)).headers.get('set-auth-token') ?? '';
        await server.call('POST', '/api/auth/sign-out', {}, { token });
        return () => server.call('PATCH', '/api/me', { fullName: 'Eve' }, { token });
      },
    ],
    [
      'an invitation link',
      410,
      async ({ server, invite, accept, stranger, as, owner }) => {
        const { token } = await invite(stranger.email);
        await accept(stranger, token);
        await as(owner, 'DELETE', `/workspace/members/${stranger.userId}`);
        await server.call('GET', '/api/me', undefined, stranger);
        return () => accept(stranger, token);
      },
    ],
  ]);
});

describe('values planted in a browser by an attacker sign nobody in', () => {
  const withCookie = (cookieOf: (given: World) => Promise<string>): AbuseAttempt => {
    return async (given) => {
      const cookie = await cookieOf(given);
      return () => given.server.call('PATCH', '/api/me', { fullName: 'Eve' }, { headers: { cookie } });
    };
  };
  refused([
    ['a made-up session', 401, withCookie(async () => 'switchyard.session_token=made-up')],
    [
      'a token with the signature of another one',
      401,
      withCookie(async ({ owner, stranger }) => {
        const [token, signature] = [owner, stranger].map((person) => decodeURIComponent(person.token).split('.'));
        return `switchyard.session_token=${encodeURIComponent(`${token?.[0]}.${signature?.[1]}`)}`;
      }),
    ],
    [
      'a sign-in without its second factor',
      401,
      withCookie(async ({ signIn, guarded }) => cookiesOf(await signIn(guarded.email, guarded.password))),
    ],
    [
      'a known device',
      401,
      withCookie(async ({ signIn, stranger }) => {
        const cookies = cookiesOf(await signIn(stranger.email, stranger.password)).split('; ');
        return cookies.filter((cooky) => cooky.startsWith('switchyard.device=')).join('; ');
      }),
    ],
    [
      'a session cookie with a wrong bearer token',
      401,
      async ({ server, stranger }) => {
        const headers = { cookie: `switchyard.session_token=${stranger.token}`, authorization: 'Bearer made.up' };
        return () => server.call('PATCH', '/api/me', { fullName: 'Eve' }, { headers });
      },
    ],
  ]);

  test('signing in replaces the session that existed before', async () => {
    const { signIn, stranger } = world;
    const planted = decodeURIComponent(
      (await signIn(stranger.email, stranger.password)).headers.get('set-auth-token') ?? '',
    );
    const headers = { cookie: `switchyard.session_token=${encodeURIComponent(planted)}` };
    const after = (await signIn(stranger.email, stranger.password, headers)).headers.get('set-auth-token') ?? '';
    expect(decodeURIComponent(after).split('.')[0]).not.toBe(planted.split('.')[0]);
  });
});

describe('a page of another site cannot use one’s cookie', () => refused(FROM_ANOTHER_SITE));

describe('none of our URLs redirects to another site', () => {
  const EVIL = 'https://evil.example/';
  const leadsAway = async (path: string) => {
    const { status, headers } = await fetch(world.server.url + path, { redirect: 'manual' });
    expect(headers.get('location')).toBeNull();
    return { status };
  };
  refused([
    ['by a password reset link', 404, async () => () => leadsAway(`/api/auth/reset-password/x?callbackURL=${EVIL}`)],
    [
      'by an email verification link',
      404,
      async () => () => leadsAway(`/api/auth/verify-email?token=x&callbackURL=${EVIL}`),
    ],
    [
      'by the callback of an unknown provider',
      404,
      async () => () => leadsAway(`/api/auth/callback/oidc?state=x&code=${EVIL}`),
    ],
    ['by the library’s error page', 404, async () => () => leadsAway(`/api/auth/error?error=${EVIL}`)],
    [
      'by a refused sign-in',
      422,
      async ({ post }) =>
        async () => {
          const answer = await post('/auth/sign-in/email', {
            email: 'x@example.test',
            password: 'wrong',
            callbackURL: EVIL,
          });
          expect(answer.headers.get('location')).toBeNull();
          return answer;
        },
    ],
  ]);

  test('nor does a mailed link, whatever host the request names; the link takes no return URL', async () => {
    const { server, stranger, run } = world;
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
    const ask = (more = {}) =>
      server.call('POST', '/api/auth/request-password-reset', { email: stranger.email, ...more }, { headers });
    expect((await ask({ redirectTo: EVIL })).status).toBe(422);
    expect((await ask()).status).toBe(200);
    const { rows } = await run(
      'select text from outbox_mails where "to" = $1 order by created_at desc limit 1',
      stranger.email,
    );
    expect(rows[0]?.text).toContain(`${server.platform.config.publicUrl}/reset-password?token=`);
    expect(rows[0]?.text).not.toContain('evil');
  });
});

test('the second factor of the attacked account still works', async () => {
  const { signIn, post, guarded } = world;
  const headers = { cookie: cookiesOf(await signIn(guarded.email, guarded.password)) };
  expect((await post('/auth/two-factor/verify-totp', { code: totpOf(guarded.totpUri) }, headers)).status).toBe(200);
});
