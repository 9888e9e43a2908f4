import { confirmation, signUp } from '@switchyard/contracts/accounts/operations';
import { faultAt } from '@switchyard/contracts/text/faults';
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { webHeaders } from '../../platform/http/headers.ts';
import type { Platform } from '../../platform/platform.ts';
import { readInput } from '../../platform/read-input.ts';
import { invalid } from '../../platform/refusal.ts';
import { startTrialAtSignUp } from '../billing/index.ts';
import { ensureFirstWorkspace } from '../workspaces/index.ts';
import { users } from './accounts.schema.ts';
import { admitSignUp } from './admit-sign-up.ts';
import { authRefusal, commonPassword, passwordsOff, signUpClosed } from './auth-errors.ts';
import { cookiesTo, toWebRequest } from './auth-exchange.ts';
import { isCommonPassword } from './common-passwords.ts';
import { confirmByPassword, recordConfirmation, requireConfirmed } from './confirm-identity.ts';
import { endOtherSignIns } from './end-sign-ins.ts';
import { makeFirstAdmin } from './first-admin.ts';
import { readLoginToken } from './login-token.ts';
import { auditorOf } from './own-audit.ts';
import { notifyNewPasskey } from './passkeys.ts';
import { isSignInRouteClosed, maskIgnoredPassword } from './passwords-off.ts';
import { serveProvider } from './provider/provider.http.ts';
import { recogniseDevice } from './recognise-device.ts';
import { recordFailedSignIn, recordSignIn } from './record-sign-in.ts';
import { hasFactor } from './second-factor.ts';
import { signInOf } from './sign-in.ts';

/**
 * The better-auth routes we expose, with the body fields we pass on. Its other features (organizations, trusted
 * devices, profile changes) have routes of our own or none.
 */
const ROUTES = {
  'POST /sign-up/email': [],
  'POST /sign-in/email': ['email', 'password', 'rememberMe'],
  'POST /sign-out': [],
  'POST /request-password-reset': ['email'],
  'POST /reset-password': ['token', 'newPassword'],
  'POST /change-password': ['currentPassword', 'newPassword'],
  'GET /get-session': [],
  'POST /two-factor/enable': ['password'],
  'POST /two-factor/verify-totp': ['code'],
  'POST /two-factor/verify-backup-code': ['code'],
  'POST /two-factor/generate-backup-codes': ['password'],
  'POST /two-factor/disable': ['password'],
  'POST /confirm': ['password'],
  'GET /passkey/generate-register-options': [],
  'POST /passkey/verify-registration': ['response', 'name'],
  'GET /passkey/generate-authenticate-options': [],
  'POST /passkey/verify-authentication': ['response'],
} as const;

const PREFIX = '/api/auth';

/** Sign-up, sign-in, sign-out, passwords and two-factor authentication, with every refusal in the server's envelope. */
export function serveSignIn(server: FastifyInstance, platform: Platform): void {
  for (const [operation, fields] of Object.entries(ROUTES)) {
    const [method = '', path = ''] = operation.split(' ');
    const handler = HANDLERS[path] ?? handleAuth;
    server.route({
      method,
      url: PREFIX + path,
      handler: async (request, reply) => {
        if (isSignInRouteClosed(platform, path))
          return reply.status(403).send({ ...passwordsOff, requestId: request.id });
        const common = await findCommonPassword(request);
        if (common !== null) return reply.status(422).send({ ...commonPassword(common), requestId: request.id });
        return handler(request, reply, platform, fields);
      },
    });
  }
  serveProvider(server, platform);
  server.all(`${PREFIX}/*`, (_request, reply) => reply.callNotFound());
}

type Handler = (
  request: FastifyRequest,
  reply: FastifyReply,
  platform: Platform,
  fields: readonly string[],
) => Promise<FastifyReply>;

const HANDLERS: Partial<Record<string, Handler>> = {
  '/sign-up/email': handleSignUp,
  '/sign-in/email': handleSignIn,
  '/change-password': handleChange,
  '/confirm': handleConfirm,
  '/passkey/generate-register-options': handleRegister,
  '/two-factor/enable': handleEnable,
  '/two-factor/disable': handleDisable,
  '/two-factor/verify-totp': handleSignIn,
  '/two-factor/verify-backup-code': handleSignIn,
  '/passkey/verify-registration': handlePasskey,
  '/passkey/verify-authentication': handleSignIn,
};

const objectOf = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};

/** The allowed fields of a body. @throws Refusal `INVALID` for any other field */
function pickAllowed(body: unknown, fields: readonly string[]): Record<string, unknown> {
  const input = objectOf(body);
  const unknown = Object.keys(input).filter((field) => !fields.includes(field));
  if (unknown.length > 0) throw invalid(unknown.map((field) => faultAt(field, 'unknownField')));
  return input;
}

/**
 * The field whose password is too common, or null. Returns the name rather than a reply: a reply is thenable, so
 * awaiting one here would wait for it to be sent and lose it.
 */
async function findCommonPassword(request: FastifyRequest): Promise<'newPassword' | 'password' | null> {
  const body = objectOf(request.body);
  const field = 'newPassword' in body ? 'newPassword' : request.url.includes('/sign-up/') ? 'password' : null;
  const given = field === null ? null : body[field];
  return field !== null && typeof given === 'string' && (await isCommonPassword(given)) ? field : null;
}

const ask = (request: FastifyRequest, platform: Platform, body: Record<string, unknown>): Promise<Response> =>
  signInOf(platform).handler(
    toWebRequest(request, request.url.slice(PREFIX.length), request.method === 'GET' ? null : body, platform),
  );

async function handleAuth(...[request, reply, platform, fields]: Parameters<Handler>): Promise<FastifyReply> {
  const answer = await ask(request, platform, pickAllowed(request.body, fields));
  return send(request, reply, answer, await answer.text());
}

/** Handles a sign-in, by password or completed by two-factor authentication; notifies the person of a new device. */
async function handleSignIn(...[request, reply, platform, fields]: Parameters<Handler>): Promise<FastifyReply> {
  const before = await readLoginToken(webHeaders(request.headers), platform);
  const note = await auditorOf(request, platform);
  const hadFactor = before !== null && (await hasFactor(platform.database.db, before));
  const tried = await maskIgnoredPassword(platform, pickAllowed(request.body, fields));
  const answer = await ask(request, platform, tried);
  const text = await answer.text();
  const answerBody = (answer.ok ? JSON.parse(text) : {}) as { token?: string; session?: { token: string } };
  const token = answerBody.token ?? answerBody.session?.token;
  // The token of a login session that has already ended, because two-factor authentication is still to come.
  if (!token) answer.headers.delete('set-auth-token');
  // For a signed-in person, a code sets up two-factor authentication or, if it is set up, confirms their identity.
  const isOwn = before !== null && request.url.includes('/two-factor/');
  if (token && isOwn && hadFactor) await recordConfirmation(platform.database.db, before);
  else if (token && isOwn) await note('account.two-factor', { isOn: true });
  else if (token) {
    await recordSignIn(request, platform, token);
    await recogniseDevice(request, reply, platform, token);
  } else if (!answer.ok && !isOwn) {
    const reason = parse(text)?.code ?? String(answer.status);
    if (isAttempt(request, reason, answer.status)) await recordFailedSignIn(request, platform, reason);
  }
  return send(request, reply, answer, text);
}

/** Whether this was a sign-in attempt with wrong credentials, not a malformed request. */
function isAttempt({ url, body }: FastifyRequest, reason: string, status: number): boolean {
  if (url.includes('/sign-in/email')) return typeof objectOf(body).email === 'string' && status < 500;
  return url.includes('/two-factor/') ? /CODE|LOCKED|ATTEMPTS/.test(reason) : status === 401;
}

/** Changing the password ends all other sign-ins, because somebody else may know the old one. */
async function handleChange(...[request, reply, platform, fields]: Parameters<Handler>): Promise<FastifyReply> {
  const note = await auditorOf(request, platform);
  const answer = await ask(request, platform, pickAllowed(request.body, fields));
  const token = answer.ok ? await readLoginToken(webHeaders(request.headers), platform) : null;
  if (token !== null) {
    await endOtherSignIns(platform.database.db, token);
    await note('account.password');
  }
  return send(request, reply, answer, await answer.text());
}

async function handleConfirm(...[request, reply, platform, fields]: Parameters<Handler>): Promise<FastifyReply> {
  const { password } = readInput(confirmation, pickAllowed(request.body, fields));
  const token = await readLoginToken(webHeaders(request.headers), platform);
  await confirmByPassword(platform.database.db, token, password);
  return reply.send({});
}

async function handleRegister(...given: Parameters<Handler>): Promise<FastifyReply> {
  await confirmedToken(given[0], given[2]);
  return handleAuth(...given);
}

/** @throws Refusal `CONFIRM_FIRST`. Returns null without a login session; the library rejects that request itself. */
async function confirmedToken(request: FastifyRequest, platform: Platform): Promise<string | null> {
  const token = await readLoginToken(webHeaders(request.headers), platform);
  if (token !== null) await requireConfirmed(platform.database.db, { token });
  return token;
}

async function handlePasskey(...[request, reply, platform, fields]: Parameters<Handler>): Promise<FastifyReply> {
  const token = await confirmedToken(request, platform);
  const note = await auditorOf(request, platform);
  const answer = await ask(request, platform, pickAllowed(request.body, fields));
  if (!answer.ok) return send(request, reply, answer, await answer.text());
  await note('account.passkey', { isAdded: true });
  if (token !== null) await notifyNewPasskey(platform, token);
  // Clients must not see what the library stores about it.
  return send(request, reply, answer, '{}');
}

/**
 * Requires no password from people who have none, but a recent confirmation: a factor set up by somebody else would let
 * them confirm anything.
 */
async function handleEnable(...given: Parameters<Handler>): Promise<FastifyReply> {
  if (objectOf(given[0].body).password === undefined) await confirmedToken(given[0], given[2]);
  return handleAuth(...given);
}

async function handleDisable(...[request, reply, platform, fields]: Parameters<Handler>): Promise<FastifyReply> {
  // Disabling it creates a new login session, so identify the actor first.
  const note = await auditorOf(request, platform);
  const answer = await ask(request, platform, pickAllowed(request.body, fields));
  if (answer.ok) await note('account.two-factor', { isOn: false });
  return send(request, reply, answer, await answer.text());
}

/**
 * A sign-up also creates the person's first workspace. If the process dies in between, their first request creates it.
 */
async function handleSignUp(...[request, reply, platform]: Parameters<Handler>): Promise<FastifyReply> {
  const input = readInput(signUp, request.body);
  const admitted = await admitSignUp(platform, input);
  if (!admitted) return reply.status(403).send({ ...signUpClosed, requestId: request.id });
  const { name, email, password, workspaceName, zone, country, language } = input;
  const answer = await ask(request, platform, { name, email, password });
  const text = await answer.text();
  if (answer.ok) {
    const { user, token } = JSON.parse(text) as { user: { id: string }; token?: string };
    if (admitted.isFirstAdmin) await makeFirstAdmin(platform.database.db, user.id);
    if (language) await platform.database.db.update(users).set({ language }).where(eq(users.id, user.id));
    const workspaceInput = { name: workspaceName, zone, country };
    const { db } = platform.database;
    const { workspaceId } = await ensureFirstWorkspace(db, { id: user.id, name }, workspaceInput);
    await startTrialAtSignUp({ ...platform, db }, workspaceId);
    if (token) await recogniseDevice(request, reply, platform, token);
  }
  return send(request, reply, answer, text);
}

function send(request: FastifyRequest, reply: FastifyReply, answer: Response, text: string): FastifyReply {
  for (const [name, value] of answer.headers) {
    if (name !== 'set-cookie' && name !== 'content-length') reply.header(name, value);
  }
  cookiesTo(reply, answer);
  reply.header('cache-control', 'no-store');
  if (answer.ok) return reply.status(answer.status).send(text);
  const refusal = authRefusal(answer.status, parse(text), request.url.split('?')[0] ?? '');
  if (refusal.status >= 500) request.log.error({ status: answer.status }, 'sign-in failed');
  return reply
    .status(refusal.status)
    .type('application/json; charset=utf-8')
    .send({ ...refusal, requestId: request.id });
}

function parse(text: string): { code?: string; message?: string } | null {
  try {
    return JSON.parse(text) as { code?: string; message?: string };
  } catch {
    return null;
  }
}
