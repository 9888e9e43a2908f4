import { signUp } from '@switchyard/contracts/accounts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CLIENT_ADDRESS_HEADER, webHeaders } from '../../platform/http/headers.ts';
import type { Platform } from '../../platform/platform.ts';
import { ensureFirstWorkspace } from '../workspaces/index.ts';
import { authRefusal, invalidBody, signUpClosed } from './auth-errors.ts';
import { endOtherSignIns } from './end-sign-ins.ts';
import { readLoginToken } from './login-token.ts';
import { signInOf } from './sign-in.ts';

/** What is offered of better-auth. The rest of it (organizations, profile changes) waits for screens and policies of its own. */
const OFFERED = [
  ['POST', '/sign-up/email'],
  ['POST', '/sign-in/email'],
  ['POST', '/sign-out'],
  ['POST', '/request-password-reset'],
  ['POST', '/reset-password'],
  ['POST', '/change-password'],
  ['GET', '/get-session'],
] as const;

const PREFIX = '/api/auth';

/** Sign-up, sign-in, sign-out and passwords, each refusal in the server's one envelope. */
export function serveSignIn(server: FastifyInstance, platform: Platform): void {
  for (const [method, path] of OFFERED) {
    const handler = HANDLERS[path] ?? handleAuth;
    server.route({ method, url: PREFIX + path, handler: (request, reply) => handler(request, reply, platform) });
  }
  server.all(`${PREFIX}/*`, (_request, reply) => reply.callNotFound());
}

const HANDLERS: Partial<Record<string, typeof handleAuth>> = {
  '/sign-up/email': handleSignUp,
  '/change-password': handleChange,
};

async function handleAuth(request: FastifyRequest, reply: FastifyReply, platform: Platform): Promise<FastifyReply> {
  const answer = await signInOf(platform).handler(toWebRequest(request, request.body, platform));
  return send(request, reply, answer, await answer.text());
}

/** Whoever changes the password may do it because somebody else knows the old one. */
async function handleChange(request: FastifyRequest, reply: FastifyReply, platform: Platform): Promise<FastifyReply> {
  const { currentPassword, newPassword } = (request.body ?? {}) as Record<string, unknown>;
  const answer = await signInOf(platform).handler(toWebRequest(request, { currentPassword, newPassword }, platform));
  const token = answer.ok ? await readLoginToken(webHeaders(request.headers), platform) : null;
  if (token !== null) await endOtherSignIns(platform.database.db, token);
  return send(request, reply, answer, await answer.text());
}

/** A sign-up also makes the person's first workspace. Should the process die in between, their first request makes it. */
async function handleSignUp(request: FastifyRequest, reply: FastifyReply, platform: Platform): Promise<FastifyReply> {
  if (platform.config.signUp === 'closed') return reply.status(403).send({ ...signUpClosed, requestId: request.id });
  const input = signUp.safeParse(request.body);
  if (!input.success) return reply.status(422).send({ ...invalidBody(input.error), requestId: request.id });
  const { name, email, password, workspaceName, zone, country } = input.data;
  const answer = await signInOf(platform).handler(toWebRequest(request, { name, email, password }, platform));
  const text = await answer.text();
  if (answer.ok) {
    const { user } = JSON.parse(text) as { user: { id: string } };
    const wanted = { name: workspaceName, zone, country };
    await ensureFirstWorkspace(platform.database.db, { id: user.id, name }, wanted);
  }
  return send(request, reply, answer, text);
}

function toWebRequest(request: FastifyRequest, body: unknown, platform: Platform): Request {
  const headers = webHeaders(request.headers);
  headers.set(CLIENT_ADDRESS_HEADER, request.ip);
  headers.delete('content-length');
  headers.delete('transfer-encoding');
  const url = new URL(request.url, platform.config.publicUrl);
  if (request.method === 'GET') return new Request(url, { method: 'GET', headers });
  headers.set('content-type', 'application/json');
  return new Request(url, { method: request.method, headers, body: JSON.stringify(body ?? {}) });
}

function send(request: FastifyRequest, reply: FastifyReply, answer: Response, text: string): FastifyReply {
  for (const [name, value] of answer.headers) {
    if (name !== 'set-cookie' && name !== 'content-length') reply.header(name, value);
  }
  for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie);
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
