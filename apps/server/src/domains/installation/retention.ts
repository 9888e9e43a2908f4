import type { Retention } from '@switchyard/contracts/installation/operations';
import type { Config } from '../../platform/config/config.ts';

/** How long each thing is kept, by the setting that says so. */
export const presentRetention = ({ keepDays, receivedKeepDays, fileKeepDays }: Config): Retention[] =>
  (
    [
      ['RECEIVED_KEEP_DAYS', receivedKeepDays, 'Messages that came in'],
      ['FILE_KEEP_DAYS', fileKeepDays, 'Files that no message carries any more'],
      ['DELETED_KEEP_DAYS', keepDays.deleted, 'Deleted messages, and invitations that have expired'],
      ['BOT_SESSION_KEEP_DAYS', keepDays.botSessions, 'Conversations of bots, after their end'],
      ['EVENT_KEEP_DAYS', keepDays.events, 'Events of connections'],
      ['AUDIT_KEEP_DAYS', keepDays.audit, 'Audit logs'],
      ['OUTBOX_KEEP_DAYS', keepDays.outbox, 'Mail that was not sent'],
      ['REASON_KEEP_DAYS', keepDays.reasons, 'Reasons for removing the browser extension'],
    ] as const
  ).map(([setting, days, what]) => ({ setting, days: days === 0 ? null : days, what }));
