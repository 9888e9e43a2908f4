import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Platform } from '../../platform/platform.ts';
import { writeAudit } from '../audit/index.ts';
import { loginSessions, users } from './accounts.schema.ts';
import { deviceLabel } from './device-label.ts';

const MAX_NAME_LENGTH = 254;

/** Where a sign-in came from, as recorded. */
const originOf = (request: FastifyRequest) => ({
  by: { workspaceId: '', onBehalfOf: null, address: request.ip },
  device: deviceLabel(request.headers['user-agent'] ?? null),
});

/** Records a successful sign-in. */
export async function recordSignIn(
  request: FastifyRequest,
  { database: { db } }: Pick<Platform, 'database'>,
  loginToken: string,
): Promise<void> {
  const [person] = await db
    .select({ userId: users.id, fullName: users.name })
    .from(loginSessions)
    .innerJoin(users, eq(users.id, loginSessions.userId))
    .where(eq(loginSessions.token, loginToken));
  if (!person) return;
  const { by, device } = originOf(request);
  const { userId: subject } = person;
  await writeAudit(
    db,
    { ...by, ...person },
    { action: 'account.sign-in', workspaceId: null, subject, details: { device } },
  );
}

/**
 * Records a refused sign-in under the email address that was entered, whether or not it has an account; without one,
 * under the kind of sign-in.
 */
export async function recordFailedSignIn(
  request: FastifyRequest,
  { database: { db } }: Pick<Platform, 'database'>,
  reason: string,
): Promise<void> {
  const value = (request.body as { email?: unknown } | null)?.email;
  const email = typeof value === 'string' ? value.replaceAll('\0', '').slice(0, MAX_NAME_LENGTH).toLowerCase() : null;
  const [person] = email === null ? [] : await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  const { by, device } = originOf(request);
  const way = request.url.split('?')[0]?.split('/').slice(3).join('/') ?? '';
  const who = { ...by, userId: null, fullName: email ?? way };
  await writeAudit(db, who, {
    action: 'account.sign-in-failed',
    workspaceId: null,
    subject: person?.id ?? null,
    details: { device, way, reason },
  });
}
