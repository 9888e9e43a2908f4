import type { AuditAction } from '@switchyard/contracts/domains';
import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { webHeaders } from '../../platform/http/headers.ts';
import type { Platform } from '../../platform/platform.ts';
import { writeAudit } from '../audit/index.ts';
import { loginSessions, users } from './accounts.schema.ts';
import { readLoginToken } from './login-token.ts';

/**
 * An audit writer for what the requester does to their own account, outside any workspace. Reads their identity now,
 * because the operation may end their login session. better-auth's own transaction is over by then, so a crash in
 * between leaves the change without its entry.
 */
export async function auditorOf(
  request: FastifyRequest,
  platform: Platform,
): Promise<(action: AuditAction, details?: Record<string, unknown>) => Promise<void>> {
  const token = await readLoginToken(webHeaders(request.headers), platform);
  const { db } = platform.database;
  const [person] =
    token === null
      ? []
      : await db
          .select({ userId: users.id, fullName: users.name })
          .from(loginSessions)
          .innerJoin(users, eq(users.id, loginSessions.userId))
          .where(eq(loginSessions.token, token));
  return async (action, details = {}) => {
    if (!person) return;
    const by = { ...person, workspaceId: '', onBehalfOf: null, address: request.ip };
    await writeAudit(db, by, { action, workspaceId: null, subject: person.userId, details });
  };
}
