import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { operations } from '../../platform/http/operations.ts';
import type { Platform } from '../../platform/platform.ts';
import { markNotifications } from './mark-notifications.ts';
import { presentNotification, presentPreferences } from './notifications.present.ts';
import { channelsOf, listNotifications, numberOf } from './notifications.queries.ts';
import { endPush, listEndpoints, requirePublic, startPush } from './push-browsers.ts';
import { publicPushKey } from './push-keys.ts';
import { sendTest } from './send-test.ts';
import { setNumber } from './set-number.ts';
import { setPreference } from './set-preference.ts';

/** Whose notifications are shown: in support mode, those of the person supported. */
const reader = (actor: Actor) => ({ ...actor, ...actor.onBehalfOf });

const preferencesOf = async (db: Db, actor: Actor) => {
  const { userId, email, role } = reader(actor);
  const [channels, mobile] = await Promise.all([channelsOf(db, userId), numberOf(db, userId)]);
  return presentPreferences(channels, { role, mail: email, mobile });
};

const pushOf = async ({ database: { db }, secret }: Platform, { userId }: Actor) => ({
  publicKey: await publicPushKey(db, secret),
  endpoints: await listEndpoints(db, userId),
});

const { notifications } = operations;

export const notificationsRouter = {
  list: notifications.list.handler(async ({ context: { actor, db }, input }) => {
    const { rows, total, unread } = await listNotifications(db, reader(actor), input);
    return { data: rows.map(presentNotification), total, unread };
  }),

  mark: notifications.mark.handler(({ context: { perform }, input }) => perform(markNotifications, input)),

  preferences: notifications.preferences.handler(({ context: { actor, db } }) => preferencesOf(db, actor)),

  setPreference: notifications.setPreference.handler(async ({ context: { actor, db, perform }, input }) => {
    await perform(setPreference, input);
    return preferencesOf(db, actor);
  }),

  push: notifications.push.handler(({ context: { actor, platform } }) => pushOf(platform, actor)),

  startPush: notifications.startPush.handler(async ({ context: { actor, perform, platform }, input }) => {
    await requirePublic(input.endpoint);
    await perform(startPush, input);
    return pushOf(platform, actor);
  }),

  endPush: notifications.endPush.handler(async ({ context: { actor, perform, platform }, input }) => {
    await perform(endPush, input);
    return pushOf(platform, actor);
  }),

  setNumber: notifications.setNumber.handler(async ({ context: { actor, db, perform }, input }) => {
    await perform(setNumber, input);
    return preferencesOf(db, actor);
  }),

  test: notifications.test.handler(({ context: { perform } }) => perform(sendTest, undefined)),
};
