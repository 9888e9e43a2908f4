/**
 * What the server, and what reads rules and texts in the browser, say of one case with names and figures in it, in English: whoever says it
 * takes it from here, and the web app knows it by its text and says it in the reader's language. `{{name}}` is what is put in.
 */
export const SENTENCES = {
  fileTooLarge: 'A file has at most {{maximum}} MB.',
  storageFull:
    'This workspace may keep {{most}} MB of files and keeps {{kept}} MB. Files go some time after the last message that carries them.',
  fileOtherType: 'The file says it is {{type}}, but its contents are something else.',
  engineCouldNot: 'The engine could not do it: {{reason}}.',
  fileNotBrought: 'The engine has not brought it yet. It appears here when it does.',
  creditsShort:
    'There are not enough credits left this month: {{needed}} are needed, and {{left}} are left. There are new ones on {{date}}.',
  savedMeanwhile: 'Somebody else has saved it meanwhile. Load it again.',
  changedMeanwhile: 'Somebody else has changed it meanwhile. Close this, look at it, and change it again.',
  bothOfModel: 'Give an address and a model, or neither.',
  labelLeftOutGone: 'A label that it leaves out was deleted',
  noSuchFile: 'There is no such file in this workspace',

  ofOneReader: '{{name}} ({{zone}}): {{fault}}',
  notPicture: 'This file is no image.',
  notVideo: 'This file is no video.',
  notSound: 'This file is no audio.',
  cannotSend: 'The engine of this workspace ({{engine}}) cannot send {{what}}.',
  files: 'files',
  pictures: 'pictures',
  videos: 'videos',
  sounds: 'sounds',
  documents: 'documents',
  voiceMessages: 'voice messages',
  stickers: 'stickers',
  polls: 'polls',
  answers: 'answers',
  cannotSendToGroups: 'The engine of the group "{{name}}" ({{engine}}) cannot send to groups.',
  groupEngineGone: 'The engine of its group was deleted. Schedule it anew with another group.',
  notRecurring: 'This message does not recur.',
  pastNotRecurring: 'What was sent, failed or cancelled before does not recur.',
  answerNotRecurring: 'A recurring message cannot answer another.',
  recursFromNow: 'A recurring message begins now or later.',
  ruleEmpty: 'Nothing of the rule is left.',

  partOfRule: '{{part}}: {{fault}}',
  ruleTooLong: 'A rule has at most {{maximum}} characters.',
  ruleMissing: 'Write a rule, such as FREQ=WEEKLY;BYDAY=MO.',
  rulePartUnknown: '"{{part}}" is no part of a rule.',
  rulePartEmpty: '{{part}} needs a value, as in {{part}}=….',
  rulePartTwice: '{{part}} is there twice.',
  rulePartRange: '{{part}} is a whole number from {{from}} to {{to}}; not "{{written}}".',
  rulePartSignedRange:
    '{{part}} is a whole number from {{from}} to {{to}}, or -{{from}} to -{{to}} from the end; not "{{written}}".',
  rulePartOne: '{{part}} is one number.',
  ruleSecond: 'BYSECOND may only be 0.',
  ruleTooOften: 'A message may recur daily at most. For several times a day write FREQ=DAILY;BYHOUR=9,17.',
  ruleFrequency: 'Say how often: FREQ=DAILY, WEEKLY, MONTHLY or YEARLY.',
  ruleDay: '"{{written}}" is no day: the number before it is 1 to 53, or -1 for the last.',
  ruleWeekday: '"{{written}}" is no weekday: MO, TU, WE, TH, FR, SA, SU.',
  ruleUntil: '"{{written}}" is no date, such as 20261231 or 20261231T170000.',
  ruleTwoEnds: 'A rule ends after a number of times (COUNT) or at a date (UNTIL), not both.',
  ruleNth: 'A number before a weekday, as in 1MO, is for rules by the month or year.',
  ruleMonthDays: 'Days of the month are not for rules by the week.',
  ruleYearDays: 'Days of the year are for rules by the year.',
  ruleWeeks: 'Weeks of the year are for rules by the year.',
  rulePositions: 'BYSETPOS chooses among other parts, such as BYDAY: name them.',
  ruleTimesADay: 'A message may recur at most {{maximum}} times a day; this rule has {{times}}.',

  braceOpen: 'A { has no } after it. Write {{ for the brace itself.',
  braceName: '{{written}} names no variable. Write {{ for the brace itself.',
  variablesTooMany: 'A text has at most {{maximum}} variables; this one has {{count}}.',

  flowNoTrigger: 'The flow has no trigger: nothing would start it.',
  flowTwoTriggers: 'A flow has one trigger.',
  flowTwoIds: 'Two nodes have the same id.',
  flowEdgeGone: 'A connection leads to a node that is gone.',
  flowOutletGone: 'A connection leaves by a way out that is gone.',
  flowTwoEdges: 'One way out leads to two nodes.',
  flowToTrigger: 'Nothing can lead back to the trigger.',
  flowUnreached: 'Nothing leads to this node.',
  flowUnconnected: 'Connect the trigger to the first step.',
  flowRoundAndRound: 'These steps go round without ever waiting. Put a question, a wait or a delay between.',
  nodeKeyword: 'Name a keyword.',
  nodeSends: 'Write what is sent, or attach a file.',
  nodeFileOrChoice: 'A message carries a file or a choice, not both.',
  nodeQuestion: 'Write the question.',
  nodeTwoChoices: 'Give at least two choices.',
  nodeChoiceEmpty: 'Write each choice, or remove it.',
  nodeChoicesAlike: 'Two choices are the same.',
  nodeQuestionLong: 'A question with choices has at most {{maximum}} characters.',
  nodeTimes: 'Give times of day, such as 09:00.',
  nodeTime: 'Give a time of day, such as 09:00.',
  nodeDay: 'Choose a day.',
  nodeCase: 'Add a case.',
  nodeTwoCases: 'Two cases have the same id.',
  nodeVariable: 'Name the variable.',
  nodeVariableName: 'A variable begins with a small letter and has letters, digits and _ only.',
  nodeLabel: 'Name the label.',
  nodeLabelOfWhom: 'Name the label of the contacts with whom it begins.',
  nodeAddress: 'Give an address that begins with https:// and a host.',
  nodeBase: 'Choose a knowledge base.',
  nodeBaseGone: 'A knowledge base is not there any more. Choose again.',
  nodeInstructions: 'Say what the model is to do.',
  nodeAnswerUnused: 'Have the answer said, or keep it as a variable.',
  nodeFields: 'Name what is read.',
  nodeEachVariable: 'Name each variable.',
  nodeVariablesAlike: 'Two variables have the same name.',
  nodeBot: 'Choose a bot.',
  nodePattern: 'Write a pattern.',
  nodeUnread: 'It cannot be read.',
  nodeExpressionMissing: 'Write an expression.',
  nodeExpressionLong: 'An expression has at most {{maximum}} characters.',
  nodeExpressionParts: 'An expression has at most {{maximum}} parts.',
  nodeExpressionWork: 'An expression must not read or make so much.',
  nodeValueLong: 'A value has at most {{maximum}} kB.',
  secretMissing: 'Give the secret of {{header}}.',
  secretOfOther: 'The secret of {{header}} was given for {{host}}. Give it again.',
  secretBeforeAddress: 'Give the address first; its host must not hang on a variable.',
  driverNoPolls: 'No polls: a numbered list is sent instead.',
  driverNoFiles: 'No files: the step would fail.',
  driverNoVoice: 'No voice: the step would fail.',
  driverNoStickers: 'No sticker: the step would fail.',
  driverReadsNoFiles: 'Its files cannot be read here, only that one came.',
  deployNoTrigger: 'The flow has no trigger.',
  deployNoNumbers: 'Name the numbers that it may answer.',
  deployEngineGone: 'An engine that was chosen is gone.',
  deployBotIdle: 'The bot that it goes to is not deployed.',
  notInVersion: 'The step at which it stands is not in version {{number}}.',

  sessionEnded: 'Somebody ended it.',
  sessionPaused: 'Somebody paused it.',
  sessionOnPhone: 'Somebody answered on the phone.',
  sessionInProduct: 'Somebody answered in the product.',
  sessionOtherBot: 'Another bot answers in this chat.',
  sessionUnwanted: 'The contact asked not to be written to.',
  sessionReplaced: 'Another version was deployed.',
  sessionTakenOff: 'The bot was taken off.',
  sessionHandedOver: 'The bot handed the conversation over.',
  sessionEngineGone: 'The engine of this conversation was deleted.',
  sessionVersionGone: 'The version of its flow is gone.',
  sessionStepGone: 'The step at which it stood is gone.',
  sessionNoQuestion: 'It has nothing to ask.',
  sessionNoBot: 'No bot is chosen.',
  sessionUnanswered: 'It was not answered in time.',
  sessionLoops: 'It went through {{count}} steps without waiting.',
  sessionVariablesLong: 'The variables of a conversation have at most {{maximum}} kB together.',
  sessionTextLong: 'A text with its variables has at most {{maximum}} kB.',
  sessionTooMany: 'It has sent {{count}} messages to this chat within {{minutes}} minutes.',
  sessionSame: 'It has said the same {{count}} times in a row.',
  testOver: 'This test is over. Begin another.',
  callAnswered: 'It answered {{status}}.',
  callTooLong: 'Its answer is too long to be kept.',
  modelNone: 'There is no language model. Set one for the assistant.',
  modelElsewhere:
    'The language model is not on this machine or its network, and no owner has allowed chats to be sent to it.',
  modelKey: 'The language model refuses the key.',
  modelName: 'The language model’s server knows no model of this name.',
  modelTools: 'The language model calls no tools.',
  modelLimit: 'The language model refuses for now: too many requests.',
  modelAway: 'The language model cannot be reached, or its answer broke off.',
  modelCredits: 'The workspace has no credits left for the language model this month.',

  campaignCancelled: 'The campaign was cancelled.',
  itsCampaignCancelled: 'Its campaign was cancelled.',
  campaignNoEngine: 'No engine is there to send it.',
  campaignNoEngineNow: 'No engine is there to send it. Choose or connect one, then resume.',
  campaignRestricted: 'WhatsApp has restricted its number. Resume when the restriction has ended.',
  campaignFailing: 'More than a fifth of its last 50 messages failed. Look at the reasons, then resume.',
  campaignFault:
    'A fault of the server stopped it ({{kind}}). Tell whoever runs this server, with the name of the campaign, then resume.',
  campaignNeverEnds: 'The limits of its engines, or a restriction by WhatsApp, let it not end within 120 days.',
  campaignCredits:
    'It costs {{needed}} credits, one for each reader, and {{left}} are left. There are new ones on {{date}}.',
  readerUnwanted: 'They asked for no more messages.',
  readerAnswered: 'They have written since, or somebody has written to them.',
  readerNotThere: 'Their number was not on WhatsApp when an engine asked.',
  readerOverCap: 'They got enough campaign messages lately.',
  readerUnknown: 'Nothing is known for {{variables}}.',
  textTooLong: 'The text is longer than {{maximum}} characters.',

  sentEngineDeleted: 'Its engine was deleted while it was on its way. Check the chat before sending it again.',
  sentEngineStopped: 'Its engine was stopped while it was on its way. Check the chat before sending it again.',
  sentEngineStopping: 'The engine stopped {{times}} times while sending it. Check the chat before sending it again.',
  sentRestored: 'A backup was restored, and it may have gone out since. Check the chat before sending it again.',
  campaignRestored: 'A backup was restored, and it may have gone on since. Check who got its message, then resume.',
  conversationRestored: 'A backup was restored, and it may have gone on since.',
  sentThoughCancelled: 'It was cancelled, but WhatsApp had it already.',
  seriesGroupGone: 'The engine of its group was deleted. Cancel it, or schedule it anew with another group.',
  whatsappSilent: 'WhatsApp did not answer',
  whatsappRestricted: 'WhatsApp has restricted this account',
  whatsappTooMany: 'WhatsApp says that there were too many messages',
  whatsappRefused: 'WhatsApp refused the message ({{code}})',
  whatsappUndelivered: 'WhatsApp could not deliver it',
  whatsappNotThere: 'WhatsApp cannot deliver to this number',
  whatsappWindow: 'more than 24 hours since the contact last wrote: only a template may be sent',
  whatsappFileGone: 'WhatsApp has the file no more',

  overdueMore: '{{found}} messages are overdue by now, not {{expected}}. Look again.',
  overdueTold:
    'They became more than an hour late while nothing could send them ({{engine}}). Say whether they still go out.',
  settledNot: 'Settled by a person: it did not arrive.',
  settledHeld:
    'Settled by a person: it did not arrive. It can be sent again when its engine has let go of it, so that it cannot arrive twice.',
  settledAgain: 'Settled by a person: it did not arrive. It was sent again as a new message.',
  contactNoNumber: 'It has no phone number.',
  contactNotNumber: '"{{written}}" is not a phone number.',
  contactNameLong: 'The name is longer than {{maximum}} characters.',
  contactPartLong: 'The first or last name is longer than {{maximum}} characters.',
  contactZone: '"{{written}}" is not a time zone.',
  contactQuiet: '"{{written}}" are not quiet hours such as 21:00-08:00.',
  contactLabelLong: 'The label "{{label}}…" is longer than {{maximum}} characters.',
  contactFieldsMany: 'It has more than {{maximum}} fields.',
  contactFieldName: '"{{written}}" cannot be the name of a field.',
  contactFieldLong: '"{{written}}" is longer than {{maximum}} characters.',
  contactConsent: '"{{written}}" is not a date on which somebody agreed.',
  labelUnknown: 'There is no label named “{{name}}”.',
  askedInChat: 'They asked for no more messages in the chat.',
  askedByLink: 'They asked for no more messages by the link in a message.',
  notedByPerson: 'Somebody of the workspace noted that they want no more messages.',
  secretOneLine: 'A secret is one line.',
  secretForOther: 'The secret of {{header}} was given for {{host}} only.',
  secretUnread: 'The secret of {{header}} cannot be read. Give it again.',
  sessionFault: 'A fault of the server ended it. Tell its operator, with the id of this conversation.',
  campaignNotAll: '{{reason}}. So its other readers are not known. Cancel it, and launch it anew for them.',
  answerSlow: 'There was no whole answer within {{seconds}} s.',
  answerLarge: 'The answer is larger than {{maximum}} kB.',
  addressAway: 'The address could not be reached.',
  addressLoops: 'The address leads on and on.',
  addressElsewhere: 'The address leads to another site, which may not have the secrets.',
  addressUrl: 'This is not an address that begins with http:// or https://.',
  addressPassword: 'The address must not contain a user name or password.',
  addressNoHost: 'There is no such host.',
  addressPrivate: 'The address is not on the public internet.',
  notAccepted: 'The request cannot be accepted.',
  notNow: 'Not available right now. Try again shortly.',

  readFailed: 'Failed to read file',
  parsingFailed: 'File parsing error: {{fault}}',
  sheetNoRows: 'the sheet “{{name}}” has a header but no rows',
  sheetRows: 'the sheet has more than {{maximum}} rows; split it into several files',
  fileRows: 'the file has more than {{maximum}} rows',
  noHeader:
    'no header row was found; the first row must name the columns, such as Contact Name, Contact Mobile, Message and Due Date',
  noRows: 'the workbook has no rows',
  sheetsHidden: 'the only sheets with rows are hidden: {{names}}',
  noTable: 'the file has no rows under a row of column names',
  bookDamaged: 'the workbook is damaged ({{reason}})',
  bookUnread: 'it cannot be read',
  bookSlow: 'reading it took too long',
  bookCancelled: 'it was cancelled',
  fileTooLargeHere: 'the file is too large for this browser, or the page is out of date',
  bookTooLargeHere: 'the workbook is too large for this browser, or the page is out of date',
  fileIsEmpty: 'the file is empty',
  fileLarger: 'the file is larger than {{maximum}} MB',
  fileLargerSplit: 'the file is larger than {{maximum}} MB; split it into several files',
  fileBinary: 'the file is a binary workbook (.xlsb); save it as .xlsx',
  fileArchive: 'the file is an archive, but not an Excel workbook',
  fileEmptyArchive: 'the file is an empty archive, not a workbook',
  filePdf: 'the file is a PDF document, not a workbook',
  fileText: 'the file is text (such as CSV), not a workbook; open it in a spreadsheet program and save it as .xlsx',
  fileNoBook: 'the file is not an Excel workbook, or its beginning is damaged',
  fileOldOffice: 'the file is an older Office document, but not an Excel workbook',
  fileCut: 'the file is cut off or damaged',
  filePassword: 'the workbook is protected by a password; save it without one and try again',
  fileKinds: 'only .xlsx and .xls files are accepted',
  bookUnpacked: 'the workbook unpacks to more than {{maximum}} MB',
  cellsMerged: 'Merged cells in {{column}}: unmerge them and fill in every row',
  rowKind: 'Kind “{{written}}” cannot be imported; only text messages can',
  rowLacks: 'Missing required fields: message and contact information',
  rowMessageLong: 'Message has {{count}} characters; at most {{maximum}} are allowed',
  rowNul: 'Message contains a NUL character',
  rowMobile: 'Contact Mobile “{{written}}” is not a phone number; write it as {{example}}',
  rowStatus: 'Status “{{written}}” cannot be imported; use pending, sent, failed or cancelled',
  rowRulePast: '{{cell}} is for messages that are still to be sent; this row is recorded as it is',
  rowRule: '{{column}} “{{written}}” cannot be used: {{fault}}',
  cellLong: '{{cell}} has more than {{maximum}} characters',
  cellDigits: '{{cell}} is a number of more than 15 digits, which a spreadsheet cannot keep; format the cell as text',
  cellUncomputed:
    '{{cell}} holds a formula without a stored result; open the file in a spreadsheet program and save it again',
  cellEmptyFormula:
    '{{cell}} holds a formula whose result is empty or was never stored; open the file in a spreadsheet program and save it again',
  cellYesNo: '{{cell}} is neither Yes nor No',
  cellMost: '{{cell}} is more than {{maximum}}',
  cellError: '{{cell}} holds an error such as #REF! or #N/A',
  cellNoDate: '{{cell}} is not a date',
  cellTimeAlone: '{{cell}} is a time of day without a date',
  cellNoDateBeside: '{{cell}} has no date beside it in Due Date',
  cellNumber: '{{cell}} is a number, not a date; give the cell a date format or write it as 2026-12-31',
  cellUnread: '{{cell}} is not a date or time that can be read; write it as 2026-12-31 14:30',
  cellShortYear: '{{cell}} has a year of two digits; write it with four',
  cellYear: '{{cell}} has a year outside {{first}} to {{last}}',
  cellNoDay: '{{cell}} is not a day of the calendar',
  cellWeekday: '{{cell}} names a weekday that is not the one of its date',
  cellDayFirst: '{{cell}} does not fit the chosen order (day first)',
  cellMonthFirst: '{{cell}} does not fit the chosen order (month first)',
  cellTwoDates:
    '{{cell}} can be read as two dates (day first or month first); choose the order above, or write it as 2026-12-31',
  cellNoTime: '{{cell}} is not a time of day',
} as const;
export type SentenceKey = keyof typeof SENTENCES;

export interface KnownSentence {
  key: SentenceKey;
  data: Record<string, string>;
}

/** A sentence with what is put into it. */
export const sentenceWith = (key: SentenceKey, data: Record<string, string | number> = {}): string =>
  SENTENCES[key].replace(PLACE, (place, name: string) => String(data[name] ?? place));

const PLACE = /\{\{(\w+)\}\}/g;

/** Which of them a text is, and what was put into it; null: none. */
export function knownSentence(text: string): KnownSentence | null {
  const key = exact.get(text);
  if (key) return { key, data: {} };
  for (const { key: one, pattern } of patterns) {
    const data = pattern.exec(text)?.groups;
    // Whatever stands before a colon: only with a fault after it that is known itself.
    if (data && (data.fault === undefined || knownSentence(data.fault))) return { key: one, data: { ...data } };
  }
  return null;
}

/** What stands at the beginning of a sentence is as short as it can be, so that a sentence before it is not taken for it. */
const SHAPES: Record<string, string> = { part: '[^:]+?', column: '[^:;“]+?', cell: '[^:;“]+?(?: “[^”]*”)?' };

const keys = Object.keys(SENTENCES) as SentenceKey[];
const exact = new Map<string, SentenceKey>(keys.map((key) => [SENTENCES[key], key]));
const patterns = keys
  .filter((key) => SENTENCES[key].search(PLACE) >= 0)
  // Those that say most are tried first: what is put into others may hold what they say.
  .toSorted((one, other) => SENTENCES[other].length - SENTENCES[one].length)
  .map((key) => ({ key, pattern: new RegExp(`^${patternOf(SENTENCES[key])}$`, 's') }));

function patternOf(sentence: string): string {
  const seen = new Set<string>();
  return sentence.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(PLACE, (_place, name: string) => {
    if (seen.has(name)) return `\\k<${name}>`;
    seen.add(name);
    return `(?<${name}>${SHAPES[name] ?? '.+?'})`;
  });
}
