/**
 * What can be wrong with a field of a form, in English: the server says it so, and sends its code and what is put in
 * beside it, so that the web app can say it in the reader's language. It stands apart from the schemas: the login page
 * needs no zod for it.
 */
export const FAULTS = {
  missing: 'Fill this in.',
  unknownField: 'Unknown field.',
  empty: 'must not be empty',
  tooShort: 'At least {{minimum}} characters.',
  tooLong: 'At most {{maximum}} characters.',
  tooFew: 'At least {{minimum}} required.',
  tooMany: 'At most {{maximum}} allowed.',
  tooLow: 'Must be at least {{minimum}}.',
  tooHigh: 'Must be at most {{maximum}}.',
  number: 'Enter a number.',
  wholeNumber: 'Enter a whole number.',
  chooseOne: 'choose at least one',
  choice: 'This isn’t an available choice.',
  link: 'Enter a web address, such as https://example.com.',
  secureLink: 'The address must start with https://.',
  mostWebhooks: 'A workspace has at most {{maximum}} webhooks.',
  moment: 'Enter a date with a time.',
  characters: 'must not contain control characters',
  wallTime: 'a wall-clock time such as 2026-12-01T09:30',
  beforeYear: 'must be before the year {{year}}',
  timeOfDay: 'a time of day such as 21:30',
  zone: 'a time zone name, such as Europe/London',
  international: 'a phone number in international form, such as +447700900123',
  mobile: '"{{written}}" is not a phone number.',
  country: 'a country code of two letters, such as GB',
  sameTimes: 'must not be the time at which they begin',
  endsAtBegin: 'It ends when it starts.',
  bothOfPause: 'Enter both the shortest and the longest pause.',
  pauseBackwards: 'The longest pause is shorter than the shortest.',
  bothQuiet: 'Enter both the start and the end of quiet hours.',
  dateOrTime: 'Enter a date, a time of day or both.',

  email: 'an e-mail address, such as ada@example.com',
  emailTaken: 'There is an account with this address. Sign in instead.',
  passwordShort: 'at least {{minimum}} characters',
  passwordLong: 'at most {{maximum}} characters',
  passwordWrong: 'Wrong password.',
  passwordCommon: 'This password is too common. Choose another.',
  codeWrong: 'Wrong code. Enter the current one from the app.',
  recoveryCodeWrong: 'This recovery code is wrong or was already used.',
  linkOver: 'This link was already used or has expired. Request a new one.',
  mostOwned: 'You can own at most {{maximum}} workspaces.',
  pictureTooLarge: 'a smaller picture',
  pictureKind: 'a PNG, JPEG or WebP picture',
  memberAlready: 'They’re already in this workspace.',
  mostInvited: 'At most {{maximum}} invitations can be pending.',

  noMessage: 'Write a message.',
  noQuestion: 'Ask a question.',
  keyOfAddress: 'The key was set for another address. Enter it again.',
  textWithSound: 'WhatsApp doesn’t show text with audio. Leave it empty.',
  textWithSticker: 'WhatsApp doesn’t show text with a sticker. Leave it empty.',
  questionTooLong: 'A question has at most {{maximum}} characters; this one has {{length}}.',
  messageTooLong: 'A message has at most {{maximum}} characters; this one has {{length}}.',
  recipientMissing: 'Enter a contact name or a mobile number.',
  contactUnknown: 'No contact is named "{{name}}". Add a mobile number.',
  contactTwice: 'More than one contact is named "{{name}}". Add a mobile number.',
  numberUnknown: 'This number isn’t in this workspace.',
  numberNotInGroup: 'This number can’t write to the group.',
  groupUnknown: 'No connection of this workspace knows the group {{group}}.',
  groupClosed: 'The connected account can’t write to "{{name}}", or has left it.',
  mostRecipients: 'At most {{maximum}} recipients. Launch a campaign for more.',
  namedTwice: '{{name}} is named twice.',
  duePast: 'The due date is in the past. Choose a later one, or choose to send it now.',
  dueUnreadable: 'Enter a date and time, such as 2026-12-01T09:30 or 2026-12-01T09:30:00Z.',
  dueYear: 'The year must be between {{first}} and {{last}}.',
  dueMeanwhile: 'It became due in the meantime. Schedule it again to send it.',
  fileOrPoll: 'A message can have a file or a poll, not both.',
  fileGone: 'The file no longer exists. Attach it again.',
  fileEmpty: 'The file is empty.',
  voiceKind: 'A voice message is an Ogg file with Opus sound. Send this one as a file.',
  stickerKind: 'A sticker is a WebP picture. Send this one as a file.',
  stickerTooLarge: 'A sticker has at most {{maximum}} kB; this one has {{size}} kB.',
  optionEmpty: 'Enter an option, or remove it.',
  optionTooLong: 'An option has at most {{maximum}} characters.',
  optionTwice: 'This option already exists.',
  optionCount: 'A poll has {{minimum}} to {{maximum}} options.',
  choicesTooMany: 'There are more choices than options.',
  sentAgain: 'It has already been sent again.',
  neverComes: 'This rule never occurs.',
  rulesTooSlow: 'The rules of these rows take too long to work out. Import fewer rows at once.',
  nothingLeft: 'This series has no messages left to send.',
  resumeFirst: 'Resume the series before changing its times.',
  seriesPaused: 'Its series is paused. Resume that first.',
  moreMessages: '{{found}} messages match now, not {{expected}}. Check again.',
  nothingKnown: '{{name}} has no {{variables}}. Add a fallback, such as {{example}}.',

  fieldName: 'must begin with a letter, and have letters, digits, spaces, dots and dashes only',
  mostFields: 'At most {{maximum}} fields.',
  contactTaken: 'There is already a contact with {{mobile}}',
  labelTaken: 'A label named "{{name}}" already exists',
  listTaken: 'A list named "{{name}}" already exists',
  listGone: 'This list no longer exists',
  moreContacts: '{{found}} contacts match now, not {{expected}}. Check again.',
  unwanted: 'They opted out, so recurring messages can’t be sent to them. Send a single message if they agree.',
  unwantedAgain:
    'They opted out, so messages of campaigns, bots and series aren’t sent to them again. Send a single message if they agree.',
  leftAlone: '{{mobile}} has already opted out',

  phoneNumberId: 'the number that Meta calls Phone number ID',
  graphVersion: 'such as v25.0',

  engineGone: 'A connection was deleted; choose another',
  audienceGone: 'An excluded audience was deleted',
  audienceCircle: 'Audiences exclude each other in a circle, or more than three levels deep',
  audienceUsed: 'The audience "{{name}}" excludes it. Change that one first.',
  itsListGone: 'Its list was deleted',
  itsLabelsGone: 'Its labels were deleted',

  mostBases: 'A workspace has at most {{maximum}} knowledge bases',
  mostDocuments: 'A knowledge base has at most {{maximum}} documents',
  mostEntries: 'A knowledge base has at most {{maximum}} entries',
  day: 'a date such as 2026-12-01',
  lastGroup: 'A board needs at least one group.',
  groupHasItems: 'Move or delete its items first.',
  titleColumn: 'The column with the names of the items cannot be deleted.',
  keptByServer: 'The server fills this column in.',
  needsPerson: 'Require a phone number or an email address: people are told apart by it.',
  noItemYet: 'There’s no item at this point. Create one in an earlier step.',
  valueTaken: 'Another item already has this value.',
  waitsInCircle: 'These items would wait for each other.',
  valuesRepeat: 'Some items have the same value. Change those first.',
  formula: 'This formula doesn’t work: {{reason}}',
  documentKinds: 'Only these can be read: {{endings}}',
} as const;
export type FaultCode = keyof typeof FAULTS;
/** What is put into the words: figures are written as the reader's language writes them, texts as they are. */
export type FaultData = Record<string, string | number>;

/** A fault of one field, in English, with what another language needs to say it. */
export function faultAt(field: string, code: FaultCode, data?: FaultData) {
  return { field, message: inEnglish(code, data), code, ...(data && { data }) };
}

/** The sentence of a schema into which something is put, known from then on by what {@link wordsOfSentence} answers. */
export function sentenceOf(code: FaultCode, data: FaultData): string {
  const sentence = inEnglish(code, data);
  SENTENCES.set(sentence, [code, data]);
  return sentence;
}

/** What a sentence is made of; undefined: it is none of ours. */
export const wordsOfSentence = (sentence: string): Words | undefined => SENTENCES.get(sentence);

export type Words = [FaultCode, FaultData?];
const SENTENCES = new Map<string, Words>((Object.keys(FAULTS) as FaultCode[]).map((code) => [FAULTS[code], [code]]));

const inEnglish = (code: FaultCode, data: FaultData = {}): string =>
  FAULTS[code].replace(/\{\{(\w+)\}\}/g, (mark, name: string) => data[name]?.toLocaleString('en') ?? mark);
