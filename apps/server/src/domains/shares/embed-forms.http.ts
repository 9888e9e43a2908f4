import type { FastifyInstance } from 'fastify';
import type { Platform } from '../../platform/platform.ts';
import { findForm } from './shares.queries.ts';

const PAGE = /^\/form-preview\/([\w-]{43})(?:[?#]|$)/;

/** Allows the sites listed by a form to embed it in a frame; all other pages of ours can't be framed. */
export function embedForms(server: FastifyInstance, { database }: Platform): void {
  server.addHook('onSend', async (request, reply, payload) => {
    const token = PAGE.exec(request.url)?.[1];
    if (!token) return payload;
    const found = await findForm(database.db, token, new Date()).catch(() => null);
    const sites = found?.share.embeddedOn ?? [];
    const policy = reply.getHeader('content-security-policy');
    if (sites.length === 0 || typeof policy !== 'string') return payload;
    reply.header(
      'content-security-policy',
      policy.replace("frame-ancestors 'none'", `frame-ancestors ${sites.join(' ')}`),
    );
    reply.removeHeader('x-frame-options');
    return payload;
  });
}
