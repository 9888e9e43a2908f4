import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Platform } from '../../../platform/platform.ts';
import { readInput } from '../../../platform/read-input.ts';
import { providerAway } from '../auth-errors.ts';
import { cookiesTo, toWebRequest } from '../auth-exchange.ts';
import { readLoginToken } from '../login-token.ts';
import { recogniseDevice } from '../recognise-device.ts';
import { recordFailedSignIn, recordSignIn } from '../record-sign-in.ts';
import { PROVIDER_ID } from './provider-id.ts';
import { signInWithProvider, signUpLinkParams } from './sign-in-provider.ts';

/** A path of this site; browsers would read `//` and `/\` as another host. */
const begin = signUpLinkParams.extend({
  returnTo: z
    .string()
    .max(2_000)
    .regex(/^\/(?![/\\])/)
    .default('/'),
});

/**
 * Sign-in with the OpenID Connect provider: out by `POST /api/auth/sign-in/provider`, back by `GET
 * /api/auth/callback/oidc`.
 */
export function serveProvider(server: FastifyInstance, platform: Platform): void {
  if (!platform.config.signInProvider) return;
  server.post('/api/auth/sign-in/provider', (request, reply) => handleBegin(request, reply, platform));
  server.get(`/api/auth/callback/${PROVIDER_ID}`, (request, reply) => handleReturn(request, reply, platform));
}

/** @returns `{url}` of the provider's sign-in page to the browser */
async function handleBegin(request: FastifyRequest, reply: FastifyReply, platform: Platform): Promise<FastifyReply> {
  const { returnTo, ...additionalData } = readInput(begin, request.body ?? {});
  const signIn = await signInWithProvider(platform);
  if (!signIn) return reply.status(503).send({ ...providerAway, requestId: request.id });
  const login = `/login?${new URLSearchParams({ returnTo })}`;
  const body = { provider: PROVIDER_ID, callbackURL: returnTo, errorCallbackURL: login, additionalData };
  const answer = await signIn.handler(toWebRequest(request, '/sign-in/social', body, platform));
  const { url } = (answer.ok ? await answer.json() : {}) as { url?: string };
  if (!url) return reply.status(503).send({ ...providerAway, requestId: request.id });
  cookiesTo(reply, answer);
  return reply.header('cache-control', 'no-store').send({ url });
}

async function handleReturn(request: FastifyRequest, reply: FastifyReply, platform: Platform): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store');
  const signIn = await signInWithProvider(platform);
  if (!signIn) return reply.redirect('/login?error=provider_away');
  const answer = await signIn.handler(toWebRequest(request, request.url.slice('/api/auth'.length), null, platform));
  cookiesTo(reply, answer);
  const signed = answer.headers.get('set-auth-token');
  const token = signed && (await readLoginToken({ get: (name) => bearerOf(name, signed) }, platform));
  if (token) {
    await recordSignIn(request, platform, token);
    await recogniseDevice(request, reply, platform, token);
  }
  const to = answer.headers.get('location') ?? '/';
  const fault =
    answer.ok || answer.status === 302 ? new URL(to, platform.config.publicUrl).searchParams.get('error') : null;
  if (!token && fault) await recordFailedSignIn(request, platform, fault);
  // Not signed in until the two-factor step is done; the library says so in the body of a response that is still a
  // redirect.
  if ((await answer.text()).includes('twoFactorRedirect'))
    return reply.redirect(`/login?${new URLSearchParams({ step: 'second', returnTo: to })}`);
  if (answer.status === 302) return reply.redirect(to);
  request.log.error({ status: answer.status }, 'the callback from the sign-in provider failed');
  return reply.redirect('/login?error=failed');
}

const bearerOf = (name: string, signed: string) => (name === 'authorization' ? `Bearer ${signed}` : null);
