import { and, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import webPush from 'web-push';
import { guardedFetch, type Network } from '../../platform/http/guarded-fetch.ts';
import type { Platform } from '../../platform/platform.ts';
import { loginSessions } from '../accounts/accounts.schema.ts';
import { pushSubscriptions } from './notifications.schema.ts';
import { pushKeys } from './push-keys.ts';

/** What a person's browsers show. */
export interface Push {
  userId: string;
  /** A browser shows only the latest push with the same tag. */
  tag: string;
  title: string;
  body: string;
  /** Target of a click. */
  path: string;
}

const AT_ONCE = 20;
const TIMEOUT_MS = 5_000;
/** Not delivered to a browser that is offline for longer; the page still shows it. */
const TTL_SECONDS = 24 * 60 * 60;
/** The push service no longer knows the browser. */
const GONE = new Set([404, 410]);

/** Push services require a contact for the installation. */
const subjectOf = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? publicUrl : `mailto:switchyard@${new URL(publicUrl).hostname}`;

/**
 * Shows notifications in people's browsers as a best effort; whatever a push service refuses is still on the page.
 * Deletes subscriptions of browsers that are gone.
 * @param network of the endpoints, which come from browsers; defaults to the public internet
 */
export async function sendPushes(
  { database: { db }, secret, config, log }: Pick<Platform, 'database' | 'secret' | 'config' | 'log'>,
  pushes: readonly Push[],
  network?: Network,
): Promise<void> {
  if (pushes.length === 0) return;
  const people = [...new Set(pushes.map(({ userId }) => userId))];
  const isSignedIn = or(isNull(pushSubscriptions.loginId), gt(loginSessions.expiresAt, sql`now()`));
  const browsers = await db
    .select({
      userId: pushSubscriptions.userId,
      endpoint: pushSubscriptions.endpoint,
      keys: { p256dh: pushSubscriptions.p256dh, auth: pushSubscriptions.auth },
    })
    .from(pushSubscriptions)
    .leftJoin(loginSessions, eq(loginSessions.id, pushSubscriptions.loginId))
    .where(and(inArray(pushSubscriptions.userId, people), isSignedIn));
  if (browsers.length === 0) return;
  const vapidDetails = { subject: subjectOf(config.publicUrl), ...(await pushKeys(db, secret)) };
  const work = pushes.flatMap(({ userId, ...shown }) =>
    browsers.filter((browser) => browser.userId === userId).map((browser) => ({ browser, shown })),
  );
  const send = async ({ browser, shown }: (typeof work)[number]): Promise<void> => {
    const request = webPush.generateRequestDetails(browser, JSON.stringify(shown), { vapidDetails, TTL: TTL_SECONDS });
    const { status } = await guardedFetch({
      url: browser.endpoint,
      method: 'POST',
      headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
      body: request.body ?? '',
      maxBytes: 1_024,
      isCut: true,
      maxRedirects: 0,
      timeoutMs: TIMEOUT_MS,
      ...(network && { network }),
    });
    if (GONE.has(status)) {
      await db.delete(pushSubscriptions).where(eq(pushSubscriptions.endpoint, browser.endpoint));
    } else if (status >= 400) log.debug({ status }, 'a push service refused a notification');
  };
  for (let from = 0; from < work.length; from += AT_ONCE) {
    for (const sent of await Promise.allSettled(work.slice(from, from + AT_ONCE).map(send))) {
      if (sent.status === 'rejected') log.debug({ err: sent.reason }, 'a browser could not be notified');
    }
  }
}
