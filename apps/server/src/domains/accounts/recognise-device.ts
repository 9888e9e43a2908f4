import { createHash, randomBytes } from 'node:crypto';
import { and, desc, eq, or, sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressGroup } from '../../platform/connections.ts';
import { newId } from '../../platform/database/columns.ts';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import type { Platform } from '../../platform/platform.ts';
import { notify } from '../notifications/index.ts';
import { findMembership } from '../workspaces/index.ts';
import { loginSessions, signInDevices } from './accounts.schema.ts';
import { deviceLabel } from './device-label.ts';

const COOKIE = 'switchyard.device';
const TOKEN_BYTES = 32;
const COOKIE_LIFE_SECONDS = 400 * 24 * 60 * 60;

interface Device {
  tokenHash: string;
  label: string;
  network: string;
  address: string;
}

/**
 * Recognises the browser of a sign-in by a cookie that outlives sign-outs, or without one by its kind and network.
 * Notifies the person of a sign-in from a new device, except at the first. A failure here does not stop the sign-in.
 */
export async function recogniseDevice(
  request: FastifyRequest,
  reply: FastifyReply,
  platform: Platform,
  loginToken: string,
): Promise<void> {
  const cookieToken = new RegExp(`(?:^|; )${COOKIE.replace('.', '\\.')}=([\\w-]{43})`).exec(
    request.headers.cookie ?? '',
  )?.[1];
  const token = cookieToken ?? randomBytes(TOKEN_BYTES).toString('base64url');
  const device = {
    tokenHash: createHash('sha256').update(token).digest('hex'),
    label: deviceLabel(request.headers['user-agent'] ?? null),
    network: addressGroup(request.ip),
    address: request.ip,
  };
  try {
    const { db } = platform.database;
    platform.events.dispatch(await db.transaction((tx) => saveDevice(tx, loginToken, device)));
    const secure = platform.config.publicUrl.startsWith('https:') ? '; Secure' : '';
    reply.header(
      'set-cookie',
      `${COOKIE}=${token}; Path=/api/auth; Max-Age=${COOKIE_LIFE_SECONDS}; HttpOnly; SameSite=Lax${secure}`,
    );
  } catch (error) {
    request.log.error({ err: error }, 'the device of a sign-in could not be saved');
  }
}

async function saveDevice(tx: Db, loginToken: string, device: Device): Promise<DomainEvent[]> {
  const [login] = await tx
    .select({ userId: loginSessions.userId })
    .from(loginSessions)
    .where(eq(loginSessions.token, loginToken));
  if (!login) return [];
  const { userId } = login;
  const { tokenHash, label, network, address } = device;
  const isTheirs = eq(signInDevices.userId, userId);
  const isSame = or(
    eq(signInDevices.tokenHash, tokenHash),
    and(eq(signInDevices.label, label), eq(signInDevices.network, network)),
  );
  const known = await tx
    .update(signInDevices)
    .set({ label, network, lastSeenAt: sql`now()` })
    .where(and(isTheirs, isSame))
    .returning({ id: signInDevices.id });
  if (known.length > 0) return [];
  const [earlier] = await tx
    .select({ id: signInDevices.id })
    .from(signInDevices)
    .where(isTheirs)
    .orderBy(desc(signInDevices.lastSeenAt))
    .limit(1);
  const id = newId();
  await tx.insert(signInDevices).values({ id, userId, tokenHash, label, network });
  const membership = earlier ? await findMembership(tx, userId) : null;
  if (!membership) return [];
  const data = { name: label, address, at: new Date().toISOString() };
  return notify(tx, { workspaceId: membership.workspaceId, userId, kind: 'sign-in', subject: id, data });
}
