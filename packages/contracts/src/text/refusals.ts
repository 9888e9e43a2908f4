/**
 * What the server says of a refusal for one case, where a sentence is the same each time, in English: the web app knows it by its text and
 * says it in the reader's language. It stands apart from the schemas: the login page needs no zod for it.
 */
export const REFUSAL_TEXTS = {
  wrongLogin: 'The address or the password is wrong.',
  twoFactorOver: 'This took too long, or too many codes were wrong. Sign in again.',
  codesLocked: 'Too many wrong codes. Wait a quarter of an hour.',
  signUpClosed: 'Sign-up is closed here. Ask an administrator for an account.',
  passwordsOff: 'There are no passwords here. Sign in with the provider.',
  providerAway: 'The sign-in provider does not answer. Try again shortly.',
  ourFault: 'Something went wrong on our side.',
  nothingHere: 'There is nothing here.',

  supportReads: 'Support mode is read-only.',
  supportIsForAdmins: 'Support mode is for administrators.',
  supportOfSupport: 'Support mode does not enter those who may use it themselves.',
  noSuchPerson: 'There is no such person in such a workspace.',

  messageSending: 'It is being sent now. Nothing was changed.',
  messageSent: 'It has been sent already. Nothing was changed.',
  messageCancelled: 'It has been cancelled already. Nothing was changed.',

  linkUnknown: 'This link is not known.',
  takenBackTooLate: 'It is too late to take this back here.',
  fileUntold: 'The engine has not said how this file can be had.',
  ownersChooseModels: 'Only an owner may have chats sent to a model.',

  nothingSold: 'Nothing is sold on this server.',
  soldElsewhere: 'Plans are bought and changed at the payment provider.',
  noPayments: 'This server takes no payments.',
  nothingPaid: 'Nothing is paid yet.',
  paymentOnItsWay: 'A payment is on its way. The plan can be changed when it has arrived.',
  paymentOpening: 'A payment is being opened already.',

  botIsSilent: 'The bot does not speak in it now.',
  botNotPaused: 'It is not paused.',
  botSessionOver: 'It is over already.',
  botTestRunsDraft: 'A test runs the draft.',
  botTakenOff: 'The bot is taken off: it begins no conversation.',
  botUnwanted: 'The contact wants no messages.',
  botChatTaken: 'A bot talks in this chat already. End that conversation first.',
} as const;
