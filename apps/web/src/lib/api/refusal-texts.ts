import { REFUSAL_TEXTS } from '@switchyard/contracts/text/refusals';
import { addTexts } from '../i18n/i18n.ts';

/**
 * What the server says of a refusal where it says no more than its code does, and what stands where it does not answer;
 * screens of the cluster are English.
 */
export const refusalTexts = addTexts('refusal', {
  UNAUTHORIZED: 'Sign in to continue.',
  FORBIDDEN: 'You may not do this.',
  NOT_FOUND: 'There is no such thing in this workspace.',
  INVALID: 'Some fields need attention.',
  TOO_LATE: 'It has already changed.',
  PAYLOAD_TOO_LARGE: 'It is too large.',
  RATE_LIMITED: 'Too many requests. Try again shortly.',
  WORKSPACE_LEFT: 'You are not in this workspace any more.',
  LAST_OWNER: 'A workspace needs an owner. Make somebody else an owner first.',
  TWO_FACTOR_NEEDED: 'This workspace asks for a second factor. Set one up for your account first.',
  INVITATION_OVER: 'This invitation was used, withdrawn or has expired. Ask for a new one.',
  INVITATION_OF_ANOTHER: 'This invitation is for another email address. Sign in with that one.',
  SUPPORT_NO_TEXTS: 'The owner has not allowed support to read chats.',
  STORAGE_FULL: 'This workspace can’t store more files.',
  CONFIRM_FIRST: 'Confirm that it is you first, or sign in again.',
  KEY_LIMIT: 'A workspace has at most 100 keys. Revoke one that is not used.',
  SHARE_OVER: 'This link has expired.',
  ANSWERED_ALREADY: 'You’ve already answered this form.',
  ANSWERED_MEANWHILE: 'Somebody else has answered meanwhile. Nothing was sent.',
  CELL_CHANGED: 'Somebody else has changed this cell.',
  AGENT_BUSY: 'A reply is pending in this conversation. Wait for it, or stop it.',
  CONFIRMATION_OVER: 'This can no longer be confirmed. Ask again.',
  PAYMENT_PENDING: 'An invoice is not paid yet. The plan can be changed after that.',
  PAYMENT_UNAVAILABLE: 'The payment provider cannot be reached now. Nothing was changed; try again in a moment.',
  TRIAL_USED: 'This workspace has had its trial.',
  ENGINE_AWAY: 'The engine did not answer in time. It may be starting, or the broker may be away.',
  ENGINE_REFUSED: 'The engine could not do it.',
  DRIVER_CANNOT: 'This kind of connection can’t do that.',
  MESSAGE_NOT_OURS: 'Only your own messages can be changed.',
  MESSAGE_NOT_TEXT: 'Only text messages can be edited.',
  MESSAGE_TOO_OLD: 'WhatsApp no longer allows this for that message.',
  UPGRADE_REQUIRED: 'Gateway engines are exclusive to the Pro plan.',
  ENGINE_LIMIT_REACHED: 'This workspace has as many engines as its plan allows.',
  ACCESS_REQUEST_OVER:
    'This request for access is invalid or has expired. Start again in the program that sent you here.',
  LEGACY_ENGINE: 'A legacy engine can be deleted, not restarted.',
  ALREADY_STARTING: 'The engine is starting already. Give it a few minutes.',
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
