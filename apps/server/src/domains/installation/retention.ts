import type { Retention } from '@switchyard/contracts/installation/operations';
import type { Config } from '../../platform/config/config.ts';

/** Retention periods by the settings that define them. */
export const presentRetention = ({ keepDays, receivedKeepDays, fileKeepDays }: Config): Retention[] =>
  (
    [
      ['RECEIVED_KEEP_DAYS', receivedKeepDays, 'Received messages'],
      ['FILE_KEEP_DAYS', fileKeepDays, 'Unused files'],
      ['DELETED_KEEP_DAYS', keepDays.deleted, 'Deleted messages and expired invitations'],
      ['BOT_SESSION_KEEP_DAYS', keepDays.botSessions, 'Ended bot conversations'],
      ['EVENT_KEEP_DAYS', keepDays.events, 'Connection events'],
      ['AUDIT_KEEP_DAYS', keepDays.audit, 'Audit logs'],
      ['OUTBOX_KEEP_DAYS', keepDays.outbox, 'Mail kept in the outbox'],
      ['REASON_KEEP_DAYS', keepDays.reasons, 'Reasons for removing the extension'],
    ] as const
  ).map(([setting, days, what]) => ({ setting, days: days === 0 ? null : days, what }));
