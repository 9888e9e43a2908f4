import { Temporal } from 'temporal-polyfill';
import { Lexicon, type Named } from '../../src/domains/agent/planner/lexicon.ts';
import type { PlanContext } from '../../src/domains/agent/planner/plan-types.ts';
import { toE164 } from '../../src/platform/phone-number.ts';
import {
  callOne,
  cancel,
  chats,
  contacts,
  count,
  engines,
  every,
  failed,
  move,
  pending,
  pictures,
  sent,
  show,
  undo,
  why,
  wrote,
} from './fixture.ts';
import type { Case, Expected } from './judge.ts';

const people = {
  DANA: { name: 'Dana Levi', mobile: '+447700900201', zone: null },
  ANA: { name: 'Ana Souza', mobile: '+447700900202', zone: null },
  ANN: { name: 'Ann Clark', mobile: '+447700900203', zone: null },
  OMAR: { name: 'Omar Haddad', mobile: '+447700900204', zone: null },
  BEN: { name: 'Ben Okafor', mobile: '+447700900205', zone: null },
  ROSE: { name: 'Grandma Rose', mobile: '+447700900206', zone: null },
  CHLOE: { name: 'Chloe Martin', mobile: '+447700900207', zone: null },
  YUKI: { name: 'Yuki Tanaka', mobile: '+447700900208', zone: null },
  LUCAS: { name: 'Lucas Meyer', mobile: '+447700900209', zone: null },
  PATEL: { name: 'Dr. Patel', mobile: '+447700900210', zone: null },
  SHIFT: { name: 'Morning shift', mobile: '120363000000000011@g.us', zone: null },
  BOOKS: { name: 'Book club', mobile: '120363000000000012@g.us', zone: null },
} as const;
type Who = keyof typeof people;

export const independentPeople: readonly Named[] = Object.values(people);

/** A Wednesday afternoon in London. */
export const independentContext: PlanContext = {
  now: Temporal.ZonedDateTime.from('2026-05-13T14:20[Europe/London]'),
  lexicon: new Lexicon(independentPeople),
  names: { labels: [], bots: [], campaigns: [] },
  toE164: (text) => toE164(text, 'GB'),
};

/** Days of May 2026; those of June are written 32 and up, those of April 0 and down. */
const day = (number: number) => Temporal.PlainDate.from('2026-04-30').add({ days: number }).toString();
const on = (first: number, last = first) => ({ from: `${day(first)}T00:00`, to: `${day(last + 1)}T00:00` });
const mobile = (who: Who) => people[who].mobile;
const to = (...who: Who[]) => ({ recipients: who.map(mobile) });
const but = (...who: Who[]) => ({ except: who.map(mobile) });
const at = (number: number, time?: string, zone?: string) => ({
  to: { date: day(number), ...(time ? { time } : {}), ...(zone ? { zone } : {}) },
});
const chat = (who: Who, args: object = {}) => wrote(mobile(who), args);
const send = (who: Who, message: string, due: [day: number, time: string] | 'now', more: object = {}) =>
  callOne('schedule_message', {
    contactName: people[who].name,
    contactList: [{ mobile: mobile(who) }],
    message,
    dueDate: due === 'now' ? due : `${day(due[0])}T${due[1]}`,
    ...more,
  });
const counted = (expected: Expected): Expected =>
  typeof expected === 'object' ? { ...expected, answers: 'count' } : expected;
const copy = (matching: object, target: object) => callOne('duplicate_messages', { matching, ...target });
/** Scheduled messages ahead: the status may be omitted, since the only others there are cancelled. */
const ahead = (args: object = {}): [Expected, Expected] => [show(args), pending(args)];
const countAhead = (args: object = {}): [Expected, Expected] => [counted(show(args)), counted(pending(args))];

const SAO_PAULO = { zone: 'America/Sao_Paulo' };

/**
 * Requests with their meanings, by someone who had not seen the grammar. They only evaluate: nothing is built for a
 * single one.
 */
export const independentRequests: Case[] = [
  ['show my chats', chats()],
  ['list all contacts pls', contacts()],
  ['whats scheduled for tomorrow?', ...ahead(on(14))],
  ["Can you show me everything I've got scheduled for Dana?", ...ahead(to('DANA'))],
  ['how many scheduled messages are still pending?', count({ status: ['pending'] })],
  ['scheduled messages that failed last week', failed(on(4, 10))],
  ['Hi! Could you pull up the chat with Grandma Rose please', chat('ROSE')],
  ['find messages containing "invoice"', show({ search: 'invoice' })],
  ['Show scheduled messages to Omar Haddad in May', show({ ...on(1, 31), ...to('OMAR') })],
  ['messages from Ana Souza yesterday', chat('ANA', { fromMe: false, ...on(12) })],
  ['which scheduled mesages failed today?', failed(on(13))],
  ['count the scheduled messages for Morning shift next week', ...countAhead({ ...on(18, 24), ...to('SHIFT') })],
  ['What did Ben write to me last week?', chat('BEN', { fromMe: false, ...on(4, 10) })],
  ['which of my scheduled messages has Dr. Patel read', show({ ...to('PATEL'), receipt: 'read' })],
  ['any cancelled scheduled messages between 1 May and 10 May?', show({ status: ['cancelled'], ...on(1, 10) })],
  ['find contact yuki tanaka', contacts({ search: 'yuki tanaka' })],
  ["What's going out on Friday?", ...ahead(on(15))],
  ['how many contacts do i have', counted(contacts())],
  ['pending for lucas', pending(to('LUCAS'))],
  ['list the scheduled messages that mention "appointment"', ...ahead({ search: 'appointment' })],
  ['What have we got scheduled between Monday and Wednesday next week?', ...ahead(on(18, 20))],
  ['search my messages with Chloe for the word refund', chat('CHLOE', { search: 'refund' })],
  ['how many messages did I get from Omar last week', counted(chat('OMAR', { fromMe: false, ...on(4, 10) }))],
  ['scheduled messages for the book club', ...ahead(to('BOOKS'))],
  ['show scheduled messages delivered yesterday', show({ receipt: 'delivered', ...on(12) })],
  ["show me all the pending scheduled messages except Dana's", pending(but('DANA'))],
  ["How many of April's scheduled messages were cancelled?", count({ status: ['cancelled'], ...on(-29, 0) })],
  ['is there anything scheduled for Ann Clark today?', show({ ...on(13), ...to('ANN') })],
  ['show todays messages in Morning shift', chat('SHIFT', on(13))],
  ['are there any scheduled messages on 5/20?', ...ahead(on(20))],
  ["what's scheduled for the 22nd", ...ahead(on(22))],
  ['Messages containing parking in the Book club chat', chat('BOOKS', { search: 'parking' })],
  [
    'Which of the scheduled messages to Lucas Meyer have been delivered?',
    show({ ...to('LUCAS'), receipt: 'delivered' }),
  ],
  ['number of failed scheduled messages in May', count({ status: ['failed'], ...on(1, 31) })],
  ['find the chat with ben', chat('BEN'), chats({ search: 'ben' })],
  ['scheduled messages to grandma rose last month, status sent', sent({ ...on(-29, 0), ...to('ROSE') })],
  ['What still has to go out today?', pending(on(13))],
  ["I'd like a list of all the scheduled messages, whatever their status", show()],
  ["pull up omar's contact", contacts({ search: 'omar' })],
  ['everything scheduled for next week apart from the Book club ones', ...ahead({ ...on(18, 24), ...but('BOOKS') })],
  ['how many scheduled messages are there to Ana in June?', ...countAhead({ ...on(32, 61), ...to('ANA') })],
  [
    'show me failed and cancelled scheduled messages from last week',
    show({ status: ['failed', 'cancelled'], ...on(4, 10) }),
  ],
  [
    'what messages did I send Yuki on Monday?',
    chat('YUKI', { fromMe: true, ...on(11) }),
    sent({ ...on(11), ...to('YUKI') }),
  ],
  ['pending scheduled messages for tomorrow with "reminder" in them', pending({ ...on(14), search: 'reminder' })],
  ['do I have a contact called Chloe?', contacts({ search: 'Chloe' })],

  [
    'schedule a message to Omar tomorrow at 9: the delivery is confirmed',
    send('OMAR', 'the delivery is confirmed', [14, '09:00']),
  ],
  [
    'Please message Dr. Patel on Friday at 10:30 saying "The lab results are ready for review."',
    send('PATEL', 'The lab results are ready for review.', [15, '10:30']),
  ],
  ['tell Ben tomorrow at 8am that the van is at the garage', send('BEN', 'the van is at the garage', [14, '08:00'])],
  [
    'send Chloe "Your order is ready for collection" on 5/20 at 11am',
    send('CHLOE', 'Your order is ready for collection', [20, '11:00']),
  ],
  [
    'shedule a mesage for Lucas Meyer next Tuesday at noon: Parents evening starts at 6pm',
    send('LUCAS', 'Parents evening starts at 6pm', [19, '12:00']),
  ],
  [
    'Could you wish Grandma Rose a happy birthday on the 20th at 9am? Text: Happy birthday Grandma! Love you lots',
    send('ROSE', 'Happy birthday Grandma! Love you lots', [20, '09:00']),
  ],
  ['yuki tanaka, friday 0930, "are you joining the call?"', send('YUKI', 'are you joining the call?', [15, '09:30'])],
  [
    'Schedule for Morning shift tomorrow at 05:45: Gate code is 4471 today',
    send('SHIFT', 'Gate code is 4471 today', [14, '05:45']),
  ],
  [
    'remind Ann Clark tomorrow at half past nine in the morning that her appointment is at 11',
    send('ANN', 'her appointment is at 11', [14, '09:30']),
  ],
  ["message Ana Souza in 20 minutes saying I'm on my way", send('ANA', "I'm on my way", [13, '14:40'])],
  [
    'Schedule "Good morning Dana, contract attached next week" to Dana Levi for tomorrow at 10am Sao Paulo time',
    send('DANA', 'Good morning Dana, contract attached next week', [14, '10:00'], SAO_PAULO),
  ],
  ['text dana at 4pm london time today: can we talk?', send('DANA', 'can we talk?', [13, '16:00'])],
  [
    "Send a message to the Book club on Sunday at 5pm: Don't forget, chapter 12 for tomorrow!",
    send('BOOKS', "Don't forget, chapter 12 for tomorrow!", [17, '17:00']),
  ],
  [
    'I need Omar to get this tonight at 8pm: "Stock count moved to Thursday, bring the scanner"',
    send('OMAR', 'Stock count moved to Thursday, bring the scanner', [13, '20:00']),
  ],
  [
    'can u send lucas a msg tmrw 7:15am saying dont forget your PE kit',
    send('LUCAS', 'dont forget your PE kit', [14, '07:15']),
  ],
  [
    'On 1 June at 9:00 tell Chloe Martin that the shop opens at 10 from today',
    send('CHLOE', 'the shop opens at 10 from today', [32, '09:00']),
  ],
  ["in two hours message Ben: call me when you're free", send('BEN', "call me when you're free", [13, '16:20'])],
  [
    'Schedule a message to Yuki Tanaka for Monday at 9am Tokyo time saying "Welcome to the team, Yuki!"',
    send('YUKI', 'Welcome to the team, Yuki!', [18, '09:00'], { zone: 'Asia/Tokyo' }),
  ],
  [
    'tell Omar on Friday at 9am New York time that the samples shipped',
    send('OMAR', 'the samples shipped', [15, '09:00'], { zone: 'America/New_York' }),
  ],
  ['send Ana this now: "The meeting room is changed to B2"', send('ANA', 'The meeting room is changed to B2', 'now')],
  ['Message Grandma Rose right now saying I landed safely', send('ROSE', 'I landed safely', 'now')],
  [
    "Dr. Patel, tomorrow 2pm: patient in room 3 asks about Monday's scan",
    send('PATEL', "patient in room 3 asks about Monday's scan", [14, '14:00']),
  ],
  [
    'At 6pm today tell Ben that the meeting is tomorrow at 10',
    send('BEN', 'the meeting is tomorrow at 10', [13, '18:00']),
  ],
  [
    'schedule "Ben is off sick, can you cover?" to Chloe for tomorrow at 06:30',
    send('CHLOE', 'Ben is off sick, can you cover?', [14, '06:30']),
  ],
  [
    'Hello, would you kindly schedule a message to Ann Clark for Tuesday 19 May at 15:00? It should say: Your repeat prescription is ready.',
    send('ANN', 'Your repeat prescription is ready.', [19, '15:00']),
  ],
  [
    'write to lucas meyer on saturday at 12:30pm: match is cancelled, pitch is flooded',
    send('LUCAS', 'match is cancelled, pitch is flooded', [16, '12:30']),
  ],
  [
    'the 28th at 4pm, Book club: last day to vote for the next book',
    send('BOOKS', 'last day to vote for the next book', [28, '16:00']),
  ],
  [
    'Schedule a mesage to Morning shift for Monday at 7 in the morning saying everyone please clock in at the new terminal',
    send('SHIFT', 'everyone please clock in at the new terminal', [18, '07:00']),
  ],
  [
    'Omar Haddad friday 5pm "Invoice 2231: due 30/06, please confirm"',
    send('OMAR', 'Invoice 2231: due 30/06, please confirm', [15, '17:00']),
  ],
  ['let Ana know tomorrow at 11:45am that lunch is on me', send('ANA', 'lunch is on me', [14, '11:45'])],
  [
    'I want to send Dana Levi a message on 21 May at 8am Sao Paulo time: Bom dia! Did the parcel arrive?',
    send('DANA', 'Bom dia! Did the parcel arrive?', [21, '08:00'], SAO_PAULO),
  ],
  ['send now to Morning shift: fire drill in 10 minutes', send('SHIFT', 'fire drill in 10 minutes', 'now')],
  [
    'Schedule for Yuki on 5/29 at 3:30pm - text is "End of month report please"',
    send('YUKI', 'End of month report please', [29, '15:30']),
  ],
  [
    "tell grandma rose on sunday at noon that we're 15 minutes away",
    send('ROSE', "we're 15 minutes away", [17, '12:00']),
  ],
  [
    'Can you drop Chloe a line in half an hour? "Has the courier been?"',
    send('CHLOE', 'Has the courier been?', [13, '14:50']),
  ],
  [
    'message to Dr. Patel today at 17:45: Clinic closes early, please sign the forms before 6',
    send('PATEL', 'Clinic closes early, please sign the forms before 6', [13, '17:45']),
  ],
  [
    'Set up a message for Ben Okafor, 2 June, quarter past eight in the morning, saying "Annual review at 14:00 in my office"',
    send('BEN', 'Annual review at 14:00 in my office', [33, '08:15']),
  ],
  [
    'plz schedule to ann tomorrow 1pm: we have recieved your forms, thank you!',
    send('ANN', 'we have recieved your forms, thank you!', [14, '13:00']),
  ],
  [
    'Lucas should get "Homework is due on Friday" tomorrow at 4pm',
    send('LUCAS', 'Homework is due on Friday', [14, '16:00']),
  ],
  [
    'next wednesday at 10am send omar "Cancel the order for the blue tiles"',
    send('OMAR', 'Cancel the order for the blue tiles', [20, '10:00']),
  ],
  [
    "Please let the Book club know on Friday at 18:00 that we meet at Chloe's place this time",
    send('BOOKS', "we meet at Chloe's place this time", [15, '18:00']),
  ],
  [
    'schedule yuki 2026-05-18 0800: Can you move the demo to Thursday?',
    send('YUKI', 'Can you move the demo to Thursday?', [18, '08:00']),
  ],
  [
    'Ana, Saturday 9:00, saying "Your table for 4 is booked at 8pm"',
    send('ANA', 'Your table for 4 is booked at 8pm', [16, '09:00']),
  ],
  [
    'Send Ann Clark a message immediately: Dr. Patel is running 20 minutes late',
    send('ANN', 'Dr. Patel is running 20 minutes late', 'now'),
  ],
  [
    'schedule a message to lucas for tomorrow at 9am Berlin time saying call starts in an hour',
    send('LUCAS', 'call starts in an hour', [14, '09:00'], { zone: 'Europe/Berlin' }),
  ],
  [
    'tomorrow evening at 7:30pm remind Chloe that the alarm must be set',
    send('CHLOE', 'the alarm must be set', [14, '19:30']),
  ],
  [
    'Quick one - message Ben at 3pm today with "keys are under the counter"',
    send('BEN', 'keys are under the counter', [13, '15:00']),
  ],
  [
    'the day after tomorrow at 9 am tell Grandma Rose that the plumber comes at 11',
    send('ROSE', 'the plumber comes at 11', [15, '09:00']),
  ],
  [
    'hi, schedule "Dear Mr Haddad, your car is ready" for Omar at ten to five this afternoon',
    send('OMAR', 'Dear Mr Haddad, your car is ready', [13, '16:50']),
  ],
  [
    'Schedule to Morning shift on 30 May at 5.30am: Bank holiday hours are over, normal start on Monday',
    send('SHIFT', 'Bank holiday hours are over, normal start on Monday', [30, '05:30']),
  ],

  [
    'every Monday at 9am send Morning shift: Please check the rota for this week',
    send('SHIFT', 'Please check the rota for this week', [18, '09:00'], every('FREQ=WEEKLY;BYDAY=MO')),
  ],
  [
    'Monthly on the 1st at 10:00, message Omar Haddad saying "Rent is due today"',
    send('OMAR', 'Rent is due today', [32, '10:00'], every('FREQ=MONTHLY;BYMONTHDAY=1')),
  ],
  [
    'send grandma rose "Good night, sleep well" every day at 9pm',
    send('ROSE', 'Good night, sleep well', [13, '21:00'], every('FREQ=DAILY')),
  ],
  [
    'remind lucas every thursday at 4pm that swimming is tomorrow',
    send('LUCAS', 'swimming is tomorrow', [14, '16:00'], every('FREQ=WEEKLY;BYDAY=TH')),
  ],
  [
    'Could you please schedule a weekly message to Book club, Sundays at 6pm: Reading time!',
    send('BOOKS', 'Reading time!', [17, '18:00'], every('FREQ=WEEKLY;BYDAY=SU')),
  ],
  [
    'every weekday at 0745 to Ben: Doors open in 15 minutes',
    send('BEN', 'Doors open in 15 minutes', [14, '07:45'], every('FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR')),
  ],
  [
    'Each month on the 15th at noon tell Yuki Tanaka that the timesheet is due',
    send('YUKI', 'the timesheet is due', [15, '12:00'], every('FREQ=MONTHLY;BYMONTHDAY=15')),
  ],
  [
    'evry tuesday 8:30am dr. patel "Staff meeting at 1pm in room 2"',
    send('PATEL', 'Staff meeting at 1pm in room 2', [19, '08:30'], every('FREQ=WEEKLY;BYDAY=TU')),
  ],
  [
    'Schedule a message to Dana Levi every Friday at 3pm Sao Paulo time saying "Please send the weekly numbers"',
    send('DANA', 'Please send the weekly numbers', [15, '15:00'], { ...SAO_PAULO, ...every('FREQ=WEEKLY;BYDAY=FR') }),
  ],
  [
    'Every Saturday at half past ten in the morning, Chloe Martin: Bank the takings please',
    send('CHLOE', 'Bank the takings please', [16, '10:30'], every('FREQ=WEEKLY;BYDAY=SA')),
  ],
  [
    'daily at 7am message Ann Clark: Time for your tablets',
    send('ANN', 'Time for your tablets', [14, '07:00'], every('FREQ=DAILY')),
  ],
  [
    'I\'d like Ana Souza to get "Bins out tonight!" every Wednesday at 5pm',
    send('ANA', 'Bins out tonight!', [13, '17:00'], every('FREQ=WEEKLY;BYDAY=WE')),
  ],
  [
    'on the 20th of every month at 9:15 send omar: VAT papers please',
    send('OMAR', 'VAT papers please', [20, '09:15'], every('FREQ=MONTHLY;BYMONTHDAY=20')),
  ],
  [
    'starting next Monday, every Monday at 12:00 tell Ben that the order list closes at 2pm',
    send('BEN', 'the order list closes at 2pm', [18, '12:00'], every('FREQ=WEEKLY;BYDAY=MO')),
  ],
  [
    'Every Tuesday and Thursday at 6:15am to Morning shift, saying "Delivery day, bay 2 must be clear"',
    send('SHIFT', 'Delivery day, bay 2 must be clear', [14, '06:15'], every('FREQ=WEEKLY;BYDAY=TU,TH')),
  ],

  ["cancel all of tomorrow's, but not Dana's", cancel({ ...on(14), ...but('DANA') })],
  ['Cancel everything scheduled for Omar', cancel(to('OMAR'))],
  ["please cancel tomorrow's message to Ben", cancel({ ...on(14), ...to('BEN') })],
  ['cancell all the pending messages to the Book club next week', cancel({ ...on(18, 24), ...to('BOOKS') })],
  ["Move tomorrow's message to Ann Clark to Friday at 10am", move({ ...on(14), ...to('ANN') }, at(15, '10:00'))],
  [
    "reschedule lucas's message from friday to next tuesday at 0900",
    move({ ...on(15), ...to('LUCAS') }, at(19, '09:00')),
  ],
  [
    "move all of Friday's scheduled messages to Monday at 9am except Dr. Patel's",
    move({ ...on(15), ...but('PATEL') }, at(18, '09:00')),
  ],
  ['Push everything going out tomorrow back by one hour', move(on(14), { by: { minutes: 60 } })],
  ["duplicate tomorrow's message to Omar for next Tuesday at 9am", copy({ ...on(14), ...to('OMAR') }, at(19, '09:00'))],
  ['Hi, the clinic is closed on the 22nd, so please cancel every message scheduled for that day', cancel(on(22))],
  ['cancel all pending messages except the ones to Grandma Rose and Yuki', cancel(but('ROSE', 'YUKI'))],
  [
    'Can you cancel the messages that contain "spring sale"? The scheduled ones I mean',
    cancel({ search: 'spring sale' }),
  ],
  ['cancel chloes and bens messages for tomorrow', cancel({ ...on(14), ...to('CHLOE', 'BEN') })],
  [
    "Move Dana Levi's message from tomorrow to Friday 11am Sao Paulo time",
    move({ ...on(14), ...to('DANA') }, at(15, '11:00', 'America/Sao_Paulo')),
  ],
  [
    "make a copy of friday's Morning shift message for saturday at 6am",
    copy({ ...on(15), ...to('SHIFT') }, at(16, '06:00')),
  ],
  ["drop everything scheduled for 5/20 apart from Ana's", cancel({ ...on(20), ...but('ANA') })],
  [
    "postpone today's message to Dr. Patel until 6pm",
    move({ ...on(13), ...to('PATEL') }, { to: { time: '18:00' } }),
    move({ ...on(13), ...to('PATEL') }, at(13, '18:00')),
  ],
  ['Please move all pending messages to Yuki Tanaka to 1 June at noon', move(to('YUKI'), at(32, '12:00'))],
  [
    'stop the message that repeats every Monday to Morning shift',
    callOne('stop_recurring_message', { recipients: [mobile('SHIFT')], rule: 'FREQ=WEEKLY;BYDAY=MO' }),
  ],
  [
    'cancel all scheduled messages between 25 May and 31 May, but keep the Book club one',
    cancel({ ...on(25, 31), ...but('BOOKS') }),
  ],
  ["duplicate all of tomorrow's messages to Friday at the same times", copy(on(14), at(15))],
  [
    "Bring Grandma's message on Sunday forward to Saturday at 5pm, would you?",
    move({ ...on(17), ...to('ROSE') }, at(16, '17:00')),
  ],
  ["send omar's scheduled message for tomorrow now instead", move({ ...on(14), ...to('OMAR') }, { to: 'now' })],
  [
    'cancel next week\'s messages for Lucas, but not the one that says "school trip"',
    cancel({ ...on(18, 24), ...to('LUCAS'), exceptSearch: 'school trip' }),
  ],
  [
    "Move everything for tomorrow except Ann's and Omar's to Thursday 21 May at 9:30",
    move({ ...on(14), ...but('ANN', 'OMAR') }, at(21, '09:30')),
  ],

  ["why hasn't my message to Omar been sent yet?", why(to('OMAR'))],
  ['Why is the Book club message still pending', why(to('BOOKS'))],
  ['todays message to dr. patel still hasnt gone out, why?', why({ ...on(13), ...to('PATEL') })],
  ["what's holding up the messages to Dana?", why(to('DANA'))],
  ['undo', undo()],
  ['Oops, undo that please', undo()],
  ['sorry wrong one, can you undo what you just did?', undo()],
  ["Who hasn't answered me?", chats({ waiting: 'them' })],
  [
    'who has not replyed to the messages I sent yesterday',
    chats({ waiting: 'them', since: on(12).from, until: on(12).to }),
  ],
  [
    "Which people haven't answered since last week's messages? I mean the ones I sent between 4 May and 10 May",
    chats({ waiting: 'them', since: on(4).from, until: on(10).to }),
  ],
  ['are all the engines connected?', engines],
  ['Is my WhatsApp number online right now', engines],
  ['engine status', engines],
  ["show me Chloe Martin's profile picture", pictures(mobile('CHLOE'))],
  ["can i see yuki's profile pic", pictures(mobile('YUKI'))],
];
