import { declareTexts } from './registry.ts';
import { FORMER_SENTENCES } from './former-sentences.ts';

/**
 * What the server, and what reads rules and texts in the browser, say of one case with names and figures in it, in
 * English: whoever says it takes it from here, and the web app knows it by its text and says it in the reader's
 * language. `{{name}}` is what is put in.
 */
export const SENTENCES = declareTexts({
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

  several: '{{texts}}',
  ofOneReader: '{{name}} ({{zone}}): {{fault}}',
  notPicture: 'This file isn’t an image.',
  notVideo: 'This file isn’t a video.',
  notSound: 'This file isn’t audio.',
  cannotSend: 'The connection {{engine}} can’t send {{what}}.',
  files: 'files',
  pictures: 'pictures',
  videos: 'videos',
  sounds: 'sounds',
  documents: 'documents',
  voiceMessages: 'voice messages',
  stickers: 'stickers',
  polls: 'polls',
  answers: 'answers',
  cannotSendToGroups: 'The connection of the group "{{name}}" ({{engine}}) can’t send to groups.',
  groupEngineGone: 'The connection of its group was deleted. Schedule it again with another group.',
  notRecurring: 'This message doesn’t repeat.',
  pastNotRecurring: 'Messages that were sent, failed or cancelled can’t repeat.',
  answerNotRecurring: 'A recurring message can’t be a reply.',
  recursFromNow: 'A recurring message can’t start in the past.',
  ruleEmpty: 'The rule has no occurrences left.',

  partOfRule: '{{part}}: {{fault}}',
  ruleTooLong: 'A rule has at most {{maximum}} characters.',
  ruleMissing: 'Enter a rule, such as FREQ=WEEKLY;BYDAY=MO.',
  rulePartUnknown: '"{{part}}" isn’t part of a recurrence rule.',
  rulePartEmpty: '{{part}} needs a value, as in {{part}}=….',
  rulePartTwice: '{{part}} appears twice.',
  rulePartRange: '{{part}} is a whole number from {{from}} to {{to}}; not "{{written}}".',
  rulePartSignedRange:
    '{{part}} is a whole number from {{from}} to {{to}}, or -{{from}} to -{{to}} from the end; not "{{written}}".',
  rulePartOne: '{{part}} is one number.',
  ruleSecond: 'BYSECOND may only be 0.',
  ruleTooOften: 'Messages can repeat daily at most. For several times a day, use FREQ=DAILY;BYHOUR=9,17.',
  ruleFrequency: 'Set the frequency: FREQ=DAILY, WEEKLY, MONTHLY or YEARLY.',
  ruleDay: '"{{written}}" isn’t a day: the number before it must be 1 to 53, or -1 for the last.',
  ruleWeekday: '"{{written}}" isn’t a weekday. Use MO, TU, WE, TH, FR, SA or SU.',
  ruleUntil: '"{{written}}" isn’t a date, such as 20261231 or 20261231T170000.',
  ruleTwoEnds: 'A rule can end after a number of times (COUNT) or at a date (UNTIL), not both.',
  ruleNth: 'A number before a weekday, as in 1MO, only works in monthly or yearly rules.',
  ruleMonthDays: 'Weekly rules can’t use days of the month.',
  ruleYearDays: 'Only yearly rules can use days of the year.',
  ruleWeeks: 'Only yearly rules can use weeks of the year.',
  rulePositions: 'BYSETPOS needs another part to choose from, such as BYDAY.',
  ruleTimesADay: 'Messages can repeat at most {{maximum}} times a day; this rule has {{times}}.',

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
  nodeQuestion: 'Enter the question.',
  nodeTwoChoices: 'Add at least two choices.',
  nodeChoiceEmpty: 'Fill in each choice, or remove it.',
  nodeChoicesAlike: 'Two choices are the same.',
  nodeQuestionLong: 'A question with choices has at most {{maximum}} characters.',
  nodeTimes: 'Enter times, such as 09:00.',
  nodeTime: 'Enter a time, such as 09:00.',
  nodeDay: 'Choose a day.',
  nodeCase: 'Add a case.',
  nodeTwoCases: 'Two cases have the same id.',
  nodeVariable: 'Enter a variable name.',
  nodeVariableName: 'Variables start with a lowercase letter and contain only letters, digits and _.',
  nodeLabel: 'Enter a label.',
  nodeLabelOfWhom: 'Enter the label of the contacts it starts with.',
  nodeAddress: 'Enter an address that starts with https:// and a host.',
  nodeBase: 'Choose a knowledge base.',
  nodeBaseGone: 'A knowledge base no longer exists. Choose again.',
  nodeInstructions: 'Enter instructions for the model.',
  nodeAnswerUnused: 'Send the answer, or save it as a variable.',
  nodeFields: 'Name what is read.',
  nodeEachVariable: 'Name each variable.',
  nodeVariablesAlike: 'Two variables have the same name.',
  nodeBot: 'Choose a bot.',
  nodePattern: 'Enter a pattern.',
  nodeUnread: 'It cannot be read.',
  nodeExpressionMissing: 'Enter an expression.',
  nodeExpressionLong: 'An expression has at most {{maximum}} characters.',
  nodeExpressionParts: 'An expression has at most {{maximum}} parts.',
  nodeExpressionWork: 'This expression does too much work.',
  nodeValueLong: 'A value has at most {{maximum}} kB.',
  secretMissing: 'Enter the secret for {{header}}.',
  secretOfOther: 'The secret of {{header}} was set for {{host}}. Enter it again.',
  secretBeforeAddress: 'Enter the address first; its host can’t contain a variable.',
  driverNoPolls: 'No polls: sends a numbered list instead.',
  driverNoFiles: 'No files: the step would fail.',
  driverNoVoice: 'No voice: the step would fail.',
  driverNoStickers: 'No sticker: the step would fail.',
  driverReadsNoFiles: 'Incoming files can’t be read here, only detected.',
  deployNoTrigger: 'The flow has no trigger.',
  deployNoNumbers: 'Enter the numbers it may answer.',
  deployEngineGone: 'A selected connection no longer exists.',
  deployBotIdle: 'The bot it continues in isn’t deployed.',
  notInVersion: 'Its current step doesn’t exist in version {{number}}.',

  sessionEnded: 'Ended by a member.',
  sessionPaused: 'Paused by a member.',
  sessionOnPhone: 'Someone replied on the phone.',
  sessionInProduct: 'Someone replied in the app.',
  sessionOtherBot: 'Another bot is active in this chat.',
  sessionUnwanted: 'The contact opted out.',
  sessionReplaced: 'Another version was deployed.',
  sessionTakenOff: 'The bot was taken offline.',
  sessionHandedOver: 'The bot handed the conversation over.',
  sessionEngineGone: 'The connection of this conversation was deleted.',
  sessionVersionGone: 'This version of the flow no longer exists.',
  sessionStepGone: 'Its current step no longer exists.',
  sessionNoQuestion: 'There is nothing to ask.',
  sessionNoBot: 'No bot is selected.',
  sessionUnanswered: 'No answer in time.',
  sessionLoops: 'It ran {{count}} steps without waiting.',
  sessionVariablesLong: 'A conversation’s variables can hold at most {{maximum}} kB in total.',
  sessionTextLong: 'A text with its variables has at most {{maximum}} kB.',
  sessionTooMany: 'It sent {{count}} messages to this chat within {{minutes}} minutes.',
  sessionSame: 'It sent the same message {{count}} times in a row.',
  testOver: 'This test has ended. Start another.',
  callAnswered: 'The server responded with {{status}}.',
  callTooLong: 'The response is too long to store.',
  modelNone: 'No language model is set. Set one for the assistant.',
  modelElsewhere:
    'The language model isn’t on this machine or its network, and no owner has allowed chats to be sent to it.',
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
    'A server error stopped it ({{kind}}). Tell whoever runs this server the name of the campaign, then resume.',
  campaignNeverEnds: 'With its numbers’ limits or a WhatsApp restriction, it wouldn’t end within 120 days.',
  campaignCredits: 'It costs {{needed}} credits, one per recipient, and {{left}} are left. New credits on {{date}}.',
  readerUnwanted: 'They opted out.',
  readerAnswered: 'They wrote, or someone wrote to them, in the meantime.',
  readerNotThere: 'Their number wasn’t on WhatsApp when last checked.',
  readerOverCap: 'They recently got the maximum number of campaign messages.',
  readerUnknown: 'No value for {{variables}}.',
  textTooLong: 'The text is longer than {{maximum}} characters.',

  sentEngineDeleted:
    'Its connection was deleted while the message was being sent. Check the chat before sending it again.',
  sentEngineStopped:
    'Its connection was stopped while the message was being sent. Check the chat before sending it again.',
  sentEngineStopping:
    'Its connection stopped {{times}} times while sending it. Check the chat before sending it again.',
  sentRestored: 'A backup was restored, and it may have been sent since. Check the chat before sending it again.',
  campaignRestored: 'A backup was restored, and it may have continued since. Check who got its message, then resume.',
  conversationRestored: 'A backup was restored, and it may have continued since.',
  sentDoubtful:
    '{{reason}}. An earlier try was never answered, so it may have arrived all the same. Check the chat before sending it again.',
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
  actTooLate: 'The connection came back too late for WhatsApp to accept it',
  actUnsupported: 'This kind of connection can’t do that',
  actNoMessage: 'WhatsApp Web doesn’t have the message',

  overdueMore: '{{found}} messages are overdue now, not {{expected}}. Check again.',
  overdueTold:
    'They became more than an hour late while nothing could send them ({{engine}}). Choose whether to still send them.',
  settledNot: 'Marked by a member as not delivered.',
  settledHeld:
    'Marked by a member as not delivered. It can be sent again once its connection has released it, so that it can’t arrive twice.',
  settledAgain: 'Marked by a member as not delivered. Sent again as a new message.',
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
  secretForOther: 'The secret of {{header}} was set for {{host}} only.',
  secretUnread: 'The secret of {{header}} can’t be read. Enter it again.',
  sessionFault: 'A server error ended it. Tell whoever runs this server the id of this conversation.',
  campaignNotAll: '{{reason}}. Its other recipients are therefore unknown. Cancel it and launch it again for them.',
  answerSlow: 'No complete response within {{seconds}} s.',
  answerLarge: 'The response is larger than {{maximum}} kB.',
  addressAway: 'The address couldn’t be reached.',
  addressLoops: 'The address redirects too often.',
  addressElsewhere: 'The address redirects to another site, which mustn’t get the secrets.',
  addressUrl: 'Enter an address that starts with http:// or https://.',
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
});
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

/**
 * What stands at the beginning of a sentence is as short as it can be, so that a sentence before it is not taken for
 * it.
 */
const SHAPES: Record<string, string> = { part: '[^:]+?', column: '[^:;“]+?', cell: '[^:;“]+?(?: “[^”]*”)?' };

const worded: [SentenceKey, string][] = [
  ...(Object.entries(SENTENCES) as [SentenceKey, string][]),
  ...FORMER_SENTENCES.map(([key, text]): [SentenceKey, string] => [key, text]),
];
const exact = new Map<string, SentenceKey>(worded.map(([key, text]) => [text, key]));
const patterns = worded
  .filter(([, text]) => text.search(PLACE) >= 0)
  // Those that say most are tried first: what is put into others may hold what they say.
  .toSorted(([, one], [, other]) => other.length - one.length)
  .map(([key, text]) => ({ key, pattern: new RegExp(`^${patternOf(text)}$`, 's') }));

function patternOf(sentence: string): string {
  const seen = new Set<string>();
  return sentence.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(PLACE, (_place, name: string) => {
    if (seen.has(name)) return `\\k<${name}>`;
    seen.add(name);
    return `(?<${name}>${SHAPES[name] ?? '.+?'})`;
  });
}
