import { REFUSAL_TEXTS } from '@switchyard/contracts/text/refusals';
import { addTexts } from '../i18n/i18n.ts';

/**
 * Texts for refusals whose server message says no more than their code, and for missing responses; cluster screens are
 * English.
 */
export const refusalTexts = addTexts('refusal', {
  UNAUTHORIZED: 'Sign in to continue.',
  FORBIDDEN: 'You may not do this.',
  NOT_FOUND: 'This doesn’t exist in this workspace.',
  INVALID: 'Some fields need attention.',
  TOO_LATE: 'It has already changed.',
  PAYLOAD_TOO_LARGE: 'It is too large.',
  RATE_LIMITED: 'Too many requests. Try again shortly.',
  WORKSPACE_LEFT: 'You’re no longer in this workspace.',
  LAST_OWNER: 'A workspace needs an owner. Make someone else an owner first.',
  TWO_FACTOR_NEEDED: 'This workspace requires two-factor authentication. Set it up for your account first.',
  INVITATION_OVER: 'This invitation was used, withdrawn or has expired. Ask for a new one.',
  INVITATION_OF_ANOTHER: 'This invitation is for another email address. Sign in with that one.',
  SUPPORT_NO_TEXTS: 'The owner has not allowed support to read chats.',
  STORAGE_FULL: 'This workspace can’t store more files.',
  CONFIRM_FIRST: 'Confirm it’s you first, or sign in again.',
  KEY_LIMIT: 'A workspace can have up to 100 keys. Revoke an unused one.',
  SHARE_OVER: 'This link has expired.',
  ANSWERED_ALREADY: 'You’ve already answered this form.',
  ANSWERED_MEANWHILE: 'Someone else has replied in the meantime. Nothing was sent.',
  CELL_CHANGED: 'Someone else has changed this cell.',
  AGENT_BUSY: 'A reply is on its way in this conversation. Wait for it, or stop it.',
  CONFIRMATION_OVER: 'This can’t be confirmed any more. Ask again.',
  PAYMENT_PENDING: 'There’s an unpaid invoice. Pay it to change the plan.',
  PAYMENT_UNAVAILABLE: 'The payment provider can’t be reached right now. Nothing was changed. Try again in a moment.',
  TRIAL_USED: 'This workspace has already used its trial.',
  ENGINE_AWAY: 'The connection did not answer in time. It may be starting, or the broker may be away.',
  ENGINE_REFUSED: 'The connection couldn’t do this.',
  DRIVER_CANNOT: 'This kind of connection can’t do that.',
  MESSAGE_NOT_OURS: 'Only your own messages can be changed.',
  MESSAGE_NOT_TEXT: 'Only text messages can be edited.',
  MESSAGE_TOO_OLD: 'WhatsApp no longer allows this for that message.',
  UPGRADE_REQUIRED: 'Gateway engines are exclusive to the Pro plan.',
  ENGINE_LIMIT_REACHED: 'This workspace has as many connections as its plan allows.',
  ACCESS_REQUEST_OVER:
    'This request for access is invalid or has expired. Start again in the program that sent you here.',
  LEGACY_ENGINE: 'A legacy connection can be deleted, not restarted.',
  ALREADY_STARTING: 'The connection is starting already. Give it a few minutes.',
  ...REFUSAL_TEXTS,
  OFFLINE: 'The server cannot be reached.',
  TIMED_OUT: 'The server took too long to answer.',
  UNREADABLE: 'The answer of the server cannot be read.',
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    refusal: typeof refusalTexts;
  }
}
