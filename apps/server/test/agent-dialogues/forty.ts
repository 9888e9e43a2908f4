/**
 * Forty dialogues with the assistant, written from what a user can see, before anyone read the code: they judge what it
 * understands. Days are relative to today: `+1 09:00` is tomorrow at nine in the workspace's zone, and `{3}` in a turn
 * the weekday three days ahead.
 */
export interface Dialogue {
  title: string;
  /** Before the first turn: see `Line`. */
  before?: MessageLine[];
  turns: DialogueTurn[];
  /** After the last turn; omitted if unchanged. */
  after?: MessageLine[];
  /** Patterns in the sentence of the last answer. */
  says?: RegExp[];
  /** Patterns anywhere in the last answer, including its lists and cards. */
  shows?: RegExp[];
}

/** `Emma Brown | +1 09:00 | The text`, with ` | sent`, ` | failed` or ` | cancelled` unless it is pending. */
export type MessageLine = string;

/** Words that must not change anything, or: */
export type DialogueTurn =
  | string
  /** words that may change something. */
  | { act: string }
  /** Presses the button with this label; `primary`: the card's proposed action; `isOptional`: only if it exists. */
  | { press: string; isOptional?: true }
  /** Answers the assistant's questions as long as it asks: with the value that each question is about. */
  | { answers: { who?: string; when?: string; text?: string } };

const yes: DialogueTurn = { act: 'yes' };
const press: DialogueTurn = { press: 'primary' };
const leave: DialogueTurn = { press: 'Leave it as it is' };
const pressIfAsked: DialogueTurn = { press: 'primary', isOptional: true };

/** Everyone known to the workspace. */
export const PEOPLE: Record<string, string> = {
  'Emma Brown': '+447700900101',
  'Oliver Smith': '+447700900102',
  'Dana Levi': '+447700900103',
  'Priya Patel': '+447700900104',
  'Mateus Silva': '+447700900105',
  'Sam Reed': '+447700900106',
  'Sam Young': '+447700900107',
  'Grace Kim': '+447700900108',
  'דנה כהן': '+447700900109',
  'Jürgen Groß': '+447700900110',
};

const DAY = [
  'Emma Brown | +1 09:00 | Your glasses are ready',
  'Oliver Smith | +1 10:00 | Your check-up is on Friday',
  'Dana Levi | +1 11:30 | The invoice is attached',
];

export const DIALOGUES: Dialogue[] = [
  {
    title: 'a message is scheduled, its time corrected, and confirmed in a word',
    before: DAY,
    turns: ['Tomorrow at 2pm to Priya: Your parcel has arrived', 'make it 3pm', yes],
    after: [...DAY, 'Priya Patel | +1 15:00 | Your parcel has arrived'],
  },
  {
    title: 'another day, then confirmed by the button',
    turns: ['Send Emma "See you soon" tomorrow at 9am', 'no, {3}', press],
    after: ['Emma Brown | +3 09:00 | See you soon'],
  },
  {
    title: 'one more recipient',
    turns: ['Tomorrow at 8:30am to Oliver: The gate is open', 'and Emma too', yes],
    after: ['Oliver Smith | +1 08:30 | The gate is open', 'Emma Brown | +1 08:30 | The gate is open'],
  },
  {
    title: 'one recipient fewer',
    turns: ['Tomorrow at noon to Emma, Oliver and Dana: We close early', 'not Oliver', press],
    after: ['Emma Brown | +1 12:00 | We close early', 'Dana Levi | +1 12:00 | We close early'],
  },
  {
    title: 'two corrections in a row',
    turns: ['{2} at 9am to Grace: The room is booked', 'no, {4}', 'and at 11am please', yes],
    after: ['Grace Kim | +4 11:00 | The room is booked'],
  },
  {
    title: 'another text',
    turns: ['Tomorrow at 10am to Priya: Hello', 'Change the text to: Good morning, Priya', yes],
    after: ['Priya Patel | +1 10:00 | Good morning, Priya'],
  },
  {
    title: 'no, and nothing happens',
    before: DAY,
    turns: ['Tomorrow at 10am to Priya: Hello', 'no', 'What goes out tomorrow?'],
    shows: [/Emma Brown/, /Oliver Smith/, /Dana Levi/],
  },
  {
    title: 'dismissed, then a yes with nothing to confirm',
    before: DAY,
    turns: ['Cancel all messages to Emma', leave, 'yes'],
  },
  {
    title: 'it asks what is missing: the time',
    turns: ['Schedule "Bring your card" to Oliver', { answers: { when: 'tomorrow at 9am' } }, yes],
    after: ['Oliver Smith | +1 09:00 | Bring your card'],
  },
  {
    title: 'it asks what is missing: everything but the recipient',
    turns: [
      'I want to schedule a message to Dana',
      { answers: { when: '{3} at 4pm', text: 'Your keys are at the desk' } },
      yes,
    ],
    after: ['Dana Levi | +3 16:00 | Your keys are at the desk'],
  },
  {
    title: 'it asks for the recipient',
    turns: ['Schedule a message for tomorrow at 5pm', { answers: { who: 'Grace', text: 'Dinner is at eight' } }, press],
    after: ['Grace Kim | +1 17:00 | Dinner is at eight'],
  },
  {
    title: 'an ambiguous name, answered in words',
    turns: ['Tomorrow at 9am to Sam: The van is here', { answers: { who: 'Sam Young' } }, yes],
    after: ['Sam Young | +1 09:00 | The van is here'],
  },
  {
    title: 'an ambiguous name, answered by its button',
    turns: ['Tomorrow at 9am to Sam: The van is here', { press: 'Sam Reed' }, press],
    after: ['Sam Reed | +1 09:00 | The van is here'],
  },
  {
    title: 'an ambiguous name among pending messages, answered by the surname',
    before: ['Sam Reed | +1 09:00 | Bring a spade', 'Sam Young | +1 10:00 | Bring a rake'],
    turns: ['Cancel the message to Sam', { answers: { who: 'Reed' } }, press],
    after: ['Sam Reed | +1 09:00 | Bring a spade | cancelled', 'Sam Young | +1 10:00 | Bring a rake'],
  },
  {
    title: 'all of tomorrow’s messages moved but one',
    before: DAY,
    turns: ['Move tomorrow’s to {4}, but not Dana’s', 'not Oliver’s either', press],
    after: ['Emma Brown | +4 09:00 | Your glasses are ready', ...DAY.slice(1)],
  },
  {
    title: 'a move with a corrected day',
    before: DAY,
    turns: ['Move Emma’s message to {2}', 'no, {3}', yes],
    after: ['Emma Brown | +3 09:00 | Your glasses are ready', ...DAY.slice(1)],
  },
  {
    title: 'it, moved',
    before: DAY,
    turns: ['What goes out to Oliver?', 'move it to 4pm', press],
    after: [DAY[0] ?? '', 'Oliver Smith | +1 16:00 | Your check-up is on Friday', DAY[2] ?? ''],
  },
  {
    title: 'them, cancelled, and undone',
    before: DAY,
    turns: ['What goes out tomorrow?', 'cancel them all', press, { act: 'undo that' }, pressIfAsked],
  },
  {
    title: 'her, from the earlier conversation',
    before: DAY,
    turns: ['When does Emma get her message?', 'cancel it', yes],
    after: ['Emma Brown | +1 09:00 | Your glasses are ready | cancelled', ...DAY.slice(1)],
  },
  {
    title: 'cancelled, undone, and asked about',
    before: DAY,
    turns: ['Cancel all messages to Dana', yes, { act: 'undo' }, pressIfAsked, 'What goes out to Dana?'],
    shows: [/The invoice is attached/],
  },
  {
    title: 'moved and moved back',
    before: DAY,
    turns: ['Move the message to Oliver to {3} at 2pm', press, { act: 'Undo' }, pressIfAsked],
  },
  {
    title: 'a change of mind from moving to cancelling',
    before: DAY,
    turns: ['Move Oliver’s message to {3}', 'actually, cancel it', press],
    after: [DAY[0] ?? '', 'Oliver Smith | +1 10:00 | Your check-up is on Friday | cancelled', DAY[2] ?? ''],
  },
  {
    title: 'a change of mind to another person',
    before: DAY,
    turns: ['Cancel the message to Emma', 'no, the one to Dana', press],
    after: [...DAY.slice(0, 2), 'Dana Levi | +1 11:30 | The invoice is attached | cancelled'],
  },
  {
    title: 'how many are pending',
    before: [...DAY, 'Grace Kim | +1 12:00 | Welcome | cancelled'],
    turns: [
      'Hello',
      'How many messages go out tomorrow?',
      'and how many failed last week?',
      'How many are scheduled for tomorrow?',
    ],
    says: [/\b(3|three)\b/i],
  },
  {
    title: 'what someone is sent, and when',
    before: DAY,
    turns: ['What goes out tomorrow?', 'thanks', 'When does Dana’s message go out?'],
    says: [/11:30/],
  },
  {
    title: 'why a message was not sent',
    before: DAY,
    turns: ['Why has the message to Emma not gone out?', 'Is WhatsApp connected?', 'And what about Oliver’s?'],
    shows: [/Oliver/],
  },
  {
    title: 'off topic, with a card open',
    before: DAY,
    turns: ['Cancel the message to Emma', 'What is the weather like in Rome?', 'never mind'],
  },
  {
    title: 'off topic throughout',
    before: DAY,
    turns: ['Tell me a joke', 'Who won the match yesterday?', 'Write a poem about Emma'],
  },
  {
    title: 'a question between a card and its yes',
    before: DAY,
    turns: ['Tomorrow at 1pm to Grace: The cake is here', 'What else goes out tomorrow?', 'no, leave it'],
    after: DAY,
  },
  {
    title: 'the time alone, twice',
    turns: ['Tomorrow at 9am to Mateus: The train leaves at ten', 'make it 8am', 'hm, 8:15 rather', yes],
    after: ['Mateus Silva | +1 08:15 | The train leaves at ten'],
  },
  {
    title: 'another recipient instead',
    turns: ['Tomorrow at 9am to Emma: The key is under the mat', 'no, to Oliver', 'and make it 10am', press],
    after: ['Oliver Smith | +1 10:00 | The key is under the mat'],
  },
  {
    title: 'later by an hour',
    before: DAY,
    turns: ['Show me what goes out to Emma', 'make it an hour later', yes],
    after: ['Emma Brown | +1 10:00 | Your glasses are ready', ...DAY.slice(1)],
  },
  {
    title: 'the text of a pending message',
    before: DAY,
    turns: [
      'Change the text of Oliver’s message to "Your check-up is on Thursday"',
      'and move it to 9am',
      press,
      pressIfAsked,
    ],
    after: [DAY[0] ?? '', 'Oliver Smith | +1 09:00 | Your check-up is on Thursday', DAY[2] ?? ''],
  },
  {
    title: 'two requests, one after the other',
    before: DAY,
    turns: ['Cancel the message to Emma', yes, 'and Dana’s too', yes],
    after: [
      'Emma Brown | +1 09:00 | Your glasses are ready | cancelled',
      DAY[1] ?? '',
      'Dana Levi | +1 11:30 | The invoice is attached | cancelled',
    ],
  },
  {
    title: 'failed messages are retried, except one',
    before: ['Emma Brown | -1 09:00 | Hello Emma | failed', 'Oliver Smith | -1 10:00 | Hello Oliver | failed'],
    turns: ['Which messages failed yesterday?', 'Retry the messages that failed yesterday', 'no, nothing'],
  },
  {
    title: 'an unknown person',
    before: DAY,
    turns: ['Tomorrow at 9am to Zebulon: Hello', 'sorry, I meant Priya', yes],
    after: [...DAY, 'Priya Patel | +1 09:00 | Hello'],
  },
  {
    title: 'German: the text and the name, and a request in German',
    turns: [
      'Tomorrow at 9am to Jürgen Groß: Ihr Termin ist am Dienstag um 10 Uhr',
      'mach es um 11 Uhr',
      'make it 11am',
      yes,
    ],
    after: ['Jürgen Groß | +1 11:00 | Ihr Termin ist am Dienstag um 10 Uhr'],
  },
  {
    title: 'Hebrew: the text and the name, and a request in Hebrew',
    turns: ['Tomorrow at 9am to דנה כהן: התור שלך מחר בשעה 10', 'and Emma too', 'no, only דנה כהן', press],
    after: ['דנה כהן | +1 09:00 | התור שלך מחר בשעה 10'],
  },
  {
    title: 'Spanish and Portuguese: nothing is done on a guess',
    before: DAY,
    turns: ['Cancela todos los mensajes a Emma', 'sí', 'Cancele as mensagens para Oliver', 'sim'],
  },
  {
    title: 'Arabic: asked in Arabic, done in English',
    before: DAY,
    turns: ['ما الذي سيُرسل غدًا؟', 'ألغِ رسالة Emma', 'Cancel the message to Emma', yes],
    after: ['Emma Brown | +1 09:00 | Your glasses are ready | cancelled', ...DAY.slice(1)],
  },
];
