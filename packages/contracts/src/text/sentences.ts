/**
 * What the server, and what reads rules and texts in the browser, say of one case with names and figures in it, in English: whoever says it
 * takes it from here, and the web app knows it by its text and says it in the reader's language. `{{name}}` is what is put in.
 */
export const SENTENCES = {
  fileTooLarge: 'Files can be up to {{maximum}} MB.',
  storageFull:
    'This workspace can store {{most}} MB of files and uses {{kept}} MB. Files are removed some time after the last message that uses them.',
  fileOtherType: 'The file says it is {{type}}, but its contents are something else.',
  engineCouldNot: 'The connection couldn’t do it: {{reason}}.',
  fileNotBrought: 'Still loading. It appears here when it’s ready.',
  creditsShort: 'Not enough credits this month: {{needed}} needed, {{left}} left. New credits on {{date}}.',
  savedMeanwhile: 'Someone else saved it in the meantime. Load it again.',
  changedMeanwhile: 'Someone else changed it in the meantime. Close this, check it and change it again.',
  bothOfModel: 'Enter both an address and a model, or neither.',
  labelLeftOutGone: 'An excluded label was deleted',
  noSuchFile: 'File not found in this workspace',

  ofOneReader: '{{name}} ({{zone}}): {{fault}}',
  notPicture: 'This file isn’t an image.',
  notVideo: 'This file isn’t a video.',
  notSound: 'This file isn’t audio.',
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
  groupEngineGone: 'The connection of its group was deleted. Schedule it again with another group.',
  notRecurring: 'This message doesn’t repeat.',
  pastNotRecurring: 'Messages that were sent, failed or cancelled can’t repeat.',
  answerNotRecurring: 'A recurring message can’t be a reply.',
  recursFromNow: 'A recurring message can’t start in the past.',
  ruleEmpty: 'The rule has no occurrences left.',

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

  braceOpen: 'A { has no matching }. Write {{ for a literal brace.',
  braceName: '{{written}} isn’t a variable. Write {{ for a literal brace.',
  variablesTooMany: 'A text has at most {{maximum}} variables; this one has {{count}}.',

  flowNoTrigger: 'The flow has no trigger, so it can’t start.',
  flowTwoTriggers: 'A flow can have only one trigger.',
  flowTwoIds: 'Two steps have the same id.',
  flowEdgeGone: 'A connection leads to a step that no longer exists.',
  flowOutletGone: 'A connection starts at an outlet that no longer exists.',
  flowTwoEdges: 'An outlet leads to two steps.',
  flowToTrigger: 'Nothing can lead back to the trigger.',
  flowUnreached: 'This step isn’t connected.',
  flowUnconnected: 'Connect the trigger to the first step.',
  flowRoundAndRound: 'These steps loop without waiting. Add a question, wait or delay between them.',
  nodeKeyword: 'Enter a keyword.',
  nodeSends: 'Enter a message, or attach a file.',
  nodeFileOrChoice: 'A message can have a file or choices, not both.',
  nodeQuestion: 'Write the question.',
  nodeTwoChoices: 'Add at least two choices.',
  nodeChoiceEmpty: 'Fill in each choice, or remove it.',
  nodeChoicesAlike: 'Two choices are the same.',
  nodeQuestionLong: 'A question with choices has at most {{maximum}} characters.',
  nodeTimes: 'Enter times, such as 09:00.',
  nodeTime: 'Enter a time, such as 09:00.',
  nodeDay: 'Choose a day.',
  nodeCase: 'Add a case.',
  nodeTwoCases: 'Two cases have the same id.',
  nodeVariable: 'Name the variable.',
  nodeVariableName: 'Variables start with a lowercase letter and contain only letters, digits and _.',
  nodeLabel: 'Name the label.',
  nodeLabelOfWhom: 'Enter the label of the contacts it starts with.',
  nodeAddress: 'Enter an address that starts with https:// and a host.',
  nodeBase: 'Choose a knowledge base.',
  nodeBaseGone: 'A knowledge base no longer exists. Choose again.',
  nodeInstructions: 'Enter instructions for the model.',
  nodeAnswerUnused: 'Send the answer, or save it as a variable.',
  nodeFields: 'Name each field to read.',
  nodeEachVariable: 'Name each variable.',
  nodeVariablesAlike: 'Two variables have the same name.',
  nodeBot: 'Choose a bot.',
  nodePattern: 'Write a pattern.',
  nodeUnread: 'It cannot be read.',
  nodeExpressionMissing: 'Write an expression.',
  nodeExpressionLong: 'An expression has at most {{maximum}} characters.',
  nodeExpressionParts: 'An expression has at most {{maximum}} parts.',
  nodeExpressionWork: 'This expression uses too much memory.',
  nodeValueLong: 'A value has at most {{maximum}} kB.',
  secretMissing: 'Enter the secret for {{header}}.',
  secretOfOther: 'The secret of {{header}} was given for {{host}}. Give it again.',
  secretBeforeAddress: 'Enter the address first. Its host can’t contain a variable.',
  driverNoPolls: 'No polls: sends a numbered list instead.',
  driverNoFiles: 'No files: the step would fail.',
  driverNoVoice: 'No voice: the step would fail.',
  driverNoStickers: 'No sticker: the step would fail.',
  driverReadsNoFiles: 'Incoming files can’t be read here, only detected.',
  deployNoTrigger: 'The flow has no trigger.',
  deployNoNumbers: 'Enter the numbers it may answer.',
  deployEngineGone: 'A selected connection no longer exists.',
  deployBotIdle: 'The bot it continues in isn’t deployed.',
  notInVersion: 'The step at which it stands is not in version {{number}}.',

  sessionEnded: 'Ended by a member.',
  sessionPaused: 'Paused by a member.',
  sessionOnPhone: 'Someone replied on the phone.',
  sessionInProduct: 'Someone replied in the app.',
  sessionOtherBot: 'Another bot answers in this chat.',
  sessionUnwanted: 'The contact opted out.',
  sessionReplaced: 'Another version was deployed.',
  sessionTakenOff: 'The bot was taken offline.',
  sessionHandedOver: 'The bot handed the conversation over.',
  sessionEngineGone: 'The connection of this conversation was deleted.',
  sessionVersionGone: 'Its flow version no longer exists.',
  sessionStepGone: 'Its current step no longer exists.',
  sessionNoQuestion: 'The question is empty.',
  sessionNoBot: 'No bot is chosen.',
  sessionUnanswered: 'No answer in time.',
  sessionLoops: 'It went through {{count}} steps without waiting.',
  sessionVariablesLong: 'The variables of a conversation have at most {{maximum}} kB together.',
  sessionTextLong: 'A text with its variables has at most {{maximum}} kB.',
  sessionTooMany: 'It has sent {{count}} messages to this chat within {{minutes}} minutes.',
  sessionSame: 'It has said the same {{count}} times in a row.',
  testOver: 'This test has ended. Start another.',
  callAnswered: 'It answered {{status}}.',
  callTooLong: 'The response is too long to save.',
  modelNone: 'No language model is set. Set one for the assistant.',
  modelElsewhere:
    'The language model is not on this machine or its network, and no owner has allowed chats to be sent to it.',
  modelKey: 'The language model rejected the key.',
  modelName: 'The server has no language model with this name.',
  modelTools: 'The language model doesn’t support tools.',
  modelLimit: 'The language model is rate-limiting: too many requests.',
  modelAway: 'The language model can’t be reached or stopped answering.',
  modelCredits: 'The workspace has no credits left for the language model this month.',

  campaignCancelled: 'The campaign was cancelled.',
  itsCampaignCancelled: 'Its campaign was cancelled.',
  campaignNoEngine: 'No connection is available to send it.',
  campaignNoEngineNow: 'No connection is available to send it. Choose or connect one, then resume.',
  campaignRestricted: 'WhatsApp has restricted its number. Resume once the restriction ends.',
  campaignFailing: 'More than a fifth of its last 50 messages failed. Check the reasons, then resume.',
  campaignFault:
    'A fault of the server stopped it ({{kind}}). Tell whoever runs this server, with the name of the campaign, then resume.',
  campaignNeverEnds: 'With its numbers’ limits or a WhatsApp restriction, it wouldn’t end within 120 days.',
  campaignCredits:
    'It costs {{needed}} credits, one for each reader, and {{left}} are left. There are new ones on {{date}}.',
  readerUnwanted: 'They opted out.',
  readerAnswered: 'They wrote, or someone wrote to them, in the meantime.',
  readerNotThere: 'Their number wasn’t on WhatsApp when last checked.',
  readerOverCap: 'They recently got the maximum number of campaign messages.',
  readerUnknown: 'No value for {{variables}}.',
  textTooLong: 'The text is longer than {{maximum}} characters.',

  sentEngineDeleted: 'Its connection was deleted while it was being sent. Check the chat before sending it again.',
  sentEngineStopped: 'Its connection was stopped while it was being sent. Check the chat before sending it again.',
  sentEngineStopping: 'The engine stopped {{times}} times while sending it. Check the chat before sending it again.',
  sentRestored: 'A backup was restored, and it may have gone out since. Check the chat before sending it again.',
  campaignRestored: 'A backup was restored, and it may have gone on since. Check who got its message, then resume.',
  conversationRestored: 'A backup was restored, and it may have gone on since.',
  sentThoughCancelled: 'It was cancelled, but WhatsApp already had it.',
  seriesGroupGone: 'The connection of its group was deleted. Cancel it, or schedule it again with another group.',
  whatsappSilent: 'WhatsApp didn’t respond',
  whatsappRestricted: 'WhatsApp has restricted this account',
  whatsappTooMany: 'WhatsApp reported too many messages',
  whatsappRefused: 'WhatsApp refused the message ({{code}})',
  whatsappUndelivered: 'WhatsApp couldn’t deliver it',
  whatsappNotThere: 'WhatsApp can’t deliver to this number',
  whatsappWindow: 'more than 24 hours since the contact last wrote: only a template may be sent',
  whatsappFileGone: 'WhatsApp no longer has the file',

  overdueMore: '{{found}} messages are overdue by now, not {{expected}}. Look again.',
  overdueTold:
    'They became more than an hour late while nothing could send them ({{engine}}). Say whether they still go out.',
  settledNot: 'Marked as not delivered by a member.',
  settledHeld:
    'Marked as not delivered by a member. It can be sent again once its connection has released it, so it can’t arrive twice.',
  settledAgain: 'Marked as not delivered by a member. It was sent again as a new message.',
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
  labelUnknown: 'No label named “{{name}}” exists.',
  askedInChat: 'They opted out in the chat.',
  askedByLink: 'They opted out with the link in a message.',
  notedByPerson: 'A member opted them out.',
  secretOneLine: 'A secret must be one line.',
  secretForOther: 'The secret of {{header}} was given for {{host}} only.',
  secretUnread: 'The secret of {{header}} cannot be read. Give it again.',
  sessionFault: 'A server error ended it. Tell the person who runs this server, with the id of this conversation.',
  campaignNotAll: '{{reason}}. So its other readers are not known. Cancel it, and launch it anew for them.',
  answerSlow: 'There was no whole answer within {{seconds}} s.',
  answerLarge: 'The answer is larger than {{maximum}} kB.',
  addressAway: 'The address could not be reached.',
  addressLoops: 'The address redirects too often.',
  addressElsewhere: 'The address redirects to another site, which mustn’t get the secrets.',
  addressUrl: 'This is not an address that begins with http:// or https://.',
  addressPassword: 'The address must not contain a user name or password.',
  addressNoHost: 'This host doesn’t exist.',
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
