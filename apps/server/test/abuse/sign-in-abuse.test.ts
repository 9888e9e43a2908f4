import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/database/columns.ts';
import { totpOf } from '../totp.ts';
import { FROM_ANOTHER_SITE } from './cross-site-cases.ts';
import { type Case, cookiesOf, createWorld, hashesOf, PASSWORD, refuse, type Try, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world?.server.stop());

const refused = (cases: Case[]) => refuse(() => world, cases);

describe('whether somebody has an account is not told', () => {
  const same = async (one: () => Promise<{ status: number; body: object }>, other: typeof one) => {
    const told = async (act: typeof one) => {
      const { result, hashes } = await hashesOf(act);
      const { status, body } = result;
      return { status, hashes, body: { ...body, requestId: '' } };
    };
    expect(await told(one)).toEqual(await told(other));
  };
  test('by a sign-in, by what it answers or how long it works', () =>
    same(
      () => world.signIn(world.stranger.email, 'a wrong password'),
      () => world.signIn('nobody@example.test', 'a wrong password'),
    ));
  test('by asking for a new password', () =>
    same(
      () => world.post('/auth/request-password-reset', { email: world.stranger.email }),
      () => world.post('/auth/request-password-reset', { email: 'nobody@example.test' }),
    ));
  test('by whom a workspace could have', () =>
    same(
      () => world.as(world.owner, 'PATCH', `/workspace/members/${world.stranger.userId}`, { role: 'admin' }),
      () => world.as(world.owner, 'PATCH', `/workspace/members/${newId()}`, { role: 'admin' }),
    ));
  test('by support mode, to whom may not support', () => {
    const look = (userId: string) => () =>
      world.server.call('GET', '/api/me', undefined, { ...world.owner, headers: { 'x-supported-user-id': userId } });
    return same(look(world.stranger.userId), look(newId()));
  });
  test('nor a workspace, by the link into it', () => {
    const read = (workspaceId: string) => () =>
      world.server.call('GET', `/api/invitations/${workspaceId}?token=${'x'.repeat(32)}`, undefined, world.stranger);
    return same(read(world.owner.workspaceId), read(newId()));
  });
});

describe('guessing leads nowhere', () => {
  /** Signed in with the password, with the code still to come. */
  const atSecondFactor = async ({ signIn, guarded }: World) => ({
    cookie: cookiesOf(await signIn(guarded.email, guarded.password)),
  });
  refused([
    [
      'a password, with the right one at the end',
      429,
      async ({ signIn, member }) => {
        for (let round = 0; round < 20; round += 1) await signIn(member.email, `guess ${round}`);
        return () => signIn(member.email, member.password);
      },
    ],
    [
      'a code of the second factor',
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
      'a link to set a password',
      422,
      async ({ post }) =>
        () =>
          post('/auth/reset-password', { token: 'x'.repeat(24), newPassword: PASSWORD }),
    ],
    [
      'a link into a workspace',
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

describe('a weak password is not taken', () => {
  const signUp = (password: string): Case => [
    `at the sign-up: ${password.slice(0, 12)}`,
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
      'by a mailed link',
      422,
      async ({ resetLink, post, stranger }) => {
        const token = await resetLink(stranger.email);
        return () => post('/auth/reset-password', { token, newPassword: 'qwertyuiop' });
      },
    ],
    [
      'in place of another',
      422,
      async ({ as, stranger }) => {
        const change = { currentPassword: stranger.password, newPassword: 'iloveyou1' };
        return () => as(stranger, 'POST', '/auth/change-password', change, stranger.workspaceId);
      },
    ],
  ]);
});

describe('what was used works no more', () => {
  refused([
    [
      'a link to set a password',
      422,
      async ({ server, resetLink, post }) => {
        const { email } = await server.signUp();
        const token = await resetLink(email);
        await post('/auth/reset-password', { token, newPassword: 'another long password' });
        return () => post('/auth/reset-password', { token, newPassword: 'yet another password' });
      },
    ],
    [
      'another such link of before',
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
      'a sign-in that was ended',
      401,
      async ({ server, signIn, stranger }) => {
        const token = (await signIn(stranger.email, stranger.password)).headers.get('set-auth-token') ?? '';
        await server.call('POST', '/api/auth/sign-out', {}, { token });
        return () => server.call('PATCH', '/api/me', { fullName: 'Eve' }, { token });
      },
    ],
    [
      'a link into a workspace',
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

describe('nobody is signed in by what another put into their browser', () => {
  const withCookie = (cookieOf: (given: World) => Promise<string>): Try => {
    return async (given) => {
      const cookie = await cookieOf(given);
      return () => given.server.call('PATCH', '/api/me', { fullName: 'Eve' }, { headers: { cookie } });
    };
  };
  refused([
    ['a session of their own making', 401, withCookie(async () => 'switchyard.session_token=made-up')],
    [
      'a token with the signature of another',
      401,
      withCookie(async ({ owner, stranger }) => {
        const [token, signature] = [owner, stranger].map((one) => decodeURIComponent(one.token).split('.'));
        return `switchyard.session_token=${encodeURIComponent(`${token?.[0]}.${signature?.[1]}`)}`;
      }),
    ],
    [
      'a sign-in that lacks its second factor',
      401,
      withCookie(async ({ signIn, guarded }) => cookiesOf(await signIn(guarded.email, guarded.password))),
    ],
    [
      'a device that is known',
      401,
      withCookie(async ({ signIn, stranger }) => {
        const cookies = cookiesOf(await signIn(stranger.email, stranger.password)).split('; ');
        return cookies.filter((cooky) => cooky.startsWith('switchyard.device=')).join('; ');
      }),
    ],
    [
      'a token beside a wrong bearer',
      401,
      async ({ server, stranger }) => {
        const headers = { cookie: `switchyard.session_token=${stranger.token}`, authorization: 'Bearer made.up' };
        return () => server.call('PATCH', '/api/me', { fullName: 'Eve' }, { headers });
      },
    ],
  ]);

  test('a session that was there before the sign-in is not the one after it', async () => {
    const { signIn, stranger } = world;
    const planted = decodeURIComponent(
      (await signIn(stranger.email, stranger.password)).headers.get('set-auth-token') ?? '',
    );
    const headers = { cookie: `switchyard.session_token=${encodeURIComponent(planted)}` };
    const after = (await signIn(stranger.email, stranger.password, headers)).headers.get('set-auth-token') ?? '';
    expect(decodeURIComponent(after).split('.')[0]).not.toBe(planted.split('.')[0]);
  });
});

describe('a page of another site does nothing with one’s cookie', () => refused(FROM_ANOTHER_SITE));

describe('no address of ours leads to another site', () => {
  const EVIL = 'https://evil.example/';
  const leadsAway = async (path: string) => {
    const { status, headers } = await fetch(world.server.url + path, { redirect: 'manual' });
    expect(headers.get('location')).toBeNull();
    return { status };
  };
  refused([
    ['by a link to set a password', 404, async () => () => leadsAway(`/api/auth/reset-password/x?callbackURL=${EVIL}`)],
    [
      'by a link to prove an address',
      404,
      async () => () => leadsAway(`/api/auth/verify-email?token=x&callbackURL=${EVIL}`),
    ],
    [
      'by the way back of a provider that there is not',
      404,
      async () => () => leadsAway(`/api/auth/callback/oidc?state=x&code=${EVIL}`),
    ],
    ['by the error page of the library', 404, async () => () => leadsAway(`/api/auth/error?error=${EVIL}`)],
    [
      'by a sign-in that is refused',
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

  test('nor a link that is mailed, whatever host the request names; a way back is no field of it', async () => {
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

test('the second factor of who was tried on still works', async () => {
  const { signIn, post, guarded } = world;
  const headers = { cookie: cookiesOf(await signIn(guarded.email, guarded.password)) };
  expect((await post('/auth/two-factor/verify-totp', { code: totpOf(guarded.totpUri) }, headers)).status).toBe(200);
});
