import { declareTexts } from './registry.ts';

/**
 * Reasons for refusals whose code alone does not explain them. In a file without schemas, because the login page does
 * not load zod.
 */
export const REFUSAL_TEXTS = declareTexts({
  wrongLogin: 'The email or password is incorrect.',
  twoFactorOver: 'This took too long, or too many codes were wrong. Sign in again.',
  codesLocked: 'Too many wrong codes. Wait 15 minutes.',
  signUpClosed: 'Sign-up is closed here. Ask an administrator for an account.',
  passwordsOff: 'This server doesn’t use passwords. Sign in with the provider.',
  accountSuspended: 'This account is suspended. Ask an administrator of this server.',
  workspaceSuspended: 'This workspace is suspended. Ask an administrator of this server.',
  notYourself: 'You can’t do this to your own account.',
  providerAway: 'The sign-in provider isn’t responding. Try again shortly.',
  ourFault: 'Something went wrong on our side.',
  unknownReason: 'Unknown reason ({{code}}).',
  unknownReasonOf: 'Unknown reason ({{code}}). Request ID: {{requestId}}.',
  nothingHere: 'Not found.',

  supportReads: 'Support mode is read-only.',
  supportIsForAdmins: 'Support mode is for administrators.',
  supportOfSupport: 'Support mode can’t be used for other administrators.',
  runsInBrowser: 'This connection runs in a browser. Manage it there.',
  noSuchPerson: 'This person isn’t in that workspace.',

  messageSending: 'It is being sent now. Nothing was changed.',
  messageSent: 'It has been sent already. Nothing was changed.',
  messageCancelled: 'It has been cancelled already. Nothing was changed.',

  linkUnknown: 'This link isn’t valid.',
  takenBackTooLate: 'It’s too late to undo this here.',
  fileUntold: 'This file can’t be fetched.',
  ownersChooseModels: 'Only an owner may have chats sent to a model.',

  nothingSold: 'This server has no plans.',
  soldElsewhere: 'Buy and change plans at the payment provider.',
  noPayments: 'This server takes no payments.',
  nothingPaid: 'Nothing is paid yet.',
  paymentOnItsWay: 'A payment is being processed. You can change the plan once it arrives.',
  paymentOpening: 'A payment is already being opened.',

  botIsSilent: 'The bot isn’t active in this conversation.',
  botNotPaused: 'It is not paused.',
  botSessionOver: 'It has already ended.',
  botTestRunsDraft: 'A test runs the draft.',
  botTakenOff: 'The bot is offline and doesn’t start conversations.',
  botUnwanted: 'The contact has opted out.',
  botChatTaken: 'A bot is already active in this chat. End that conversation first.',
});
