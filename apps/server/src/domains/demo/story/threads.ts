import type { ConversationStatus } from '@switchyard/contracts/inbox/views';

/** The author: the contact, Robin, a colleague or the bot; the minutes before the first start; and the text. */
export type Line = [by: 'them' | 'robin' | 'ivy' | 'tom' | 'bot', minutesAgo: number, text: string];

export interface Thread {
  /** A contact's name, or the number of someone who is not a contact. */
  chat: string;
  lines: Line[];
  status: ConversationStatus;
  assignee?: 'robin' | 'ivy' | 'tom';
  /** Minutes until the snooze ends. */
  snoozedForMinutes?: number;
  wakesOnReply?: boolean;
  /** A colleague's note, with the minutes before the start. */
  note?: [by: 'ivy' | 'tom', minutesAgo: number, text: string];
  labels?: string[];
  /** The customer's answer to the rating poll. */
  rating?: number;
  handedOver?: { bot: string; text: string; answers: { name: string; value: string }[] };
}

export const STRANGER = '+447700900431';
const DAY = 24 * 60;

/** Ratings of the first four resolved chats. */
const RATINGS = [5, 5, 4, 2];

/** A Monday morning, whatever day it is: waiting chats and their assignees. */
export const THREADS: Thread[] = [
  {
    chat: 'Nadia Rahman',
    status: 'open',
    labels: ['Urgent'],
    handedOver: {
      bot: 'Booking desk',
      text: 'Same-day slot',
      answers: [
        { name: 'who', value: 'Me' },
        { name: 'what', value: 'Emergency' },
      ],
    },
    lines: [
      ['them', 66, 'Hello, I have terrible toothache, can I get an appointment today?'],
      ['bot', 65, 'Hello, this is the booking desk of Rose & Crown. Who is the appointment for?'],
      ['them', 64, 'Me'],
      ['bot', 64, 'What do you need?'],
      ['them', 63, 'Emergency'],
      [
        'bot',
        63,
        'Rinse with warm salt water and take what you usually take for pain. A colleague finds you a slot today.',
      ],
      ['them', 59, 'Face swollen, painkillers do nothing'],
    ],
  },
  {
    chat: 'Victor Hale',
    status: 'open',
    assignee: 'robin',
    note: ['tom', 70, 'He got the same message twice from us, I think. Owner should answer this one.'],
    lines: [
      ['tom', 3 * DAY, 'Dear Victor, we have to move your cleaning to Wednesday at 15:00. Sorry!'],
      ['them', 85, 'Third time you move my cleaning. Who runs this place?'],
    ],
  },
  {
    chat: 'Walter Finch',
    status: 'open',
    lines: [['them', 3, 'Bus stuck. 20 min late for 9:20, sorry']],
  },
  {
    chat: 'Grace Bennett',
    status: 'open',
    lines: [
      ['them', 21, 'Leo needs a check-up.'],
      ['them', 20, 'After school, can I come with him?'],
    ],
  },
  {
    chat: 'Emma Müller',
    status: 'open',
    assignee: 'robin',
    lines: [
      ['robin', 2 * DAY, 'Hello Emma, thank you for coming in. Your crown looks great.'],
      ['them', 48, 'Guten Morgen, meine Versicherung braucht die Rechnung'],
    ],
  },
  {
    chat: '佐藤 美咲',
    status: 'open',
    assignee: 'robin',
    labels: ['Aligner'],
    lines: [
      ['ivy', 9 * DAY, 'Time for tray 14! Send us a photo when it sits.'],
      ['them', 40, 'Tray 14. Gap upper left, OK?'],
    ],
  },
  {
    chat: 'Oliver Hughes',
    status: 'open',
    assignee: 'robin',
    lines: [
      ['robin', DAY, 'Hi Oliver, a reminder of your appointment on Thursday. Reply C to change it.'],
      ['them', 26, 'C'],
      ['them', 25, 'Thursday is impossible'],
    ],
  },
  {
    chat: 'نور الهاشمي',
    status: 'open',
    lines: [['them', 10, 'مرحبا، هل توجد طبيبة يوم الخميس؟']],
  },
  {
    chat: STRANGER,
    status: 'open',
    handedOver: { bot: 'Hours and prices', text: 'Unknown question', answers: [] },
    lines: [
      ['them', 34, 'What does a crown cost?'],
      ['bot', 33, 'A crown is £690. Did that help?'],
      ['them', 30, 'Do you take my insurance?'],
    ],
  },
  {
    chat: 'Chidi Okafor',
    status: 'open',
    assignee: 'robin',
    note: ['ivy', 4 * DAY, 'Two instalments left. Be kind, he is trying.'],
    lines: [
      ['robin', 5 * DAY, 'Hi Chidi, £240 of your treatment plan is open. Shall we split it?'],
      ['them', 5 * DAY - 30, 'I’ll pay on Friday'],
    ],
  },
  {
    chat: 'François Lefèvre',
    status: 'open',
    lines: [
      ['tom', 2 * DAY, 'Votre traitement est terminé. Bravo, et à dans six mois !'],
      ['them', 15, 'Merci ! 👍'],
    ],
  },
  {
    chat: 'Mateus Oliveira',
    status: 'pending',
    lines: [
      ['them', 52, 'Hi! I would like to book my hygienist visit'],
      ['bot', 52, 'Hello, this is the booking desk of Rose & Crown. Who is the appointment for?'],
      ['them', 50, 'Me'],
      ['bot', 50, 'What do you need?'],
      ['them', 48, 'Hygienist, £78'],
      ['bot', 48, 'Which day suits you? For example 2 December.'],
    ],
  },
  {
    chat: 'Elif Kaya',
    status: 'pending',
    lines: [
      ['them', 44, 'What are your opening hours on Saturday?'],
      ['bot', 43, 'On Saturday we are open from 9:00 to 13:00.'],
      ['bot', 43, 'Did that help?'],
    ],
  },
  {
    chat: 'Katarzyna Wiśniewska',
    status: 'snoozed',
    assignee: 'robin',
    snoozedForMinutes: 20 * 60,
    lines: [
      ['them', DAY, 'Can we talk about the root canal tomorrow?'],
      ['robin', DAY - 20, 'Of course. I’ll write to you in the morning.'],
    ],
  },
  {
    chat: 'Bloom & Thorn 🌷',
    status: 'snoozed',
    snoozedForMinutes: 3 * DAY,
    wakesOnReply: false,
    lines: [['them', 2 * DAY, 'Invoice received, we pay on the 1st as always 🌷']],
  },
  {
    chat: 'Zoë van den Berg',
    status: 'open',
    assignee: 'tom',
    note: ['ivy', 90, 'Her implant check is overdue. Offer the 11:00 on Tuesday.'],
    lines: [
      ['them', 95, 'Dag! Can I still get a check-up before Christmas?'],
      ['tom', 88, 'Hello Zoë! Let me look, one moment.'],
      ['them', 80, 'Tuesday would be best'],
    ],
  },
  {
    chat: 'Théo Girard',
    status: 'open',
    assignee: 'tom',
    lines: [['them', 140, 'Bonjour, je cherche un dentiste qui parle français.']],
  },
  {
    chat: 'דניאל כהן',
    status: 'open',
    assignee: 'ivy',
    lines: [['them', 52, 'כמה עולה הלבנה?']],
  },
  ...(
    [
      ['Hannah Reed', 'robin', 'Is parking free at your practice?', 'Yes, behind the house. See you at 10!'],
      ['Ravi Menon', 'ivy', 'Please keep sending me reminders after all.', 'Done. Good to have you back, Ravi.'],
      ['Inês Duarte', 'tom', 'Posso mudar para sexta?', 'Claro, sexta às 11:00 está bom?'],
      ['Aisha Bello', 'ivy', 'Both twins on the same day, please', 'Saturday 9:00 and 9:30, both with Ivy.'],
      ['Lucía Ibarra', 'tom', 'Gracias por todo', '¡A ti! Nos vemos en mayo.'],
      [
        'Piotr Zieliński',
        'robin',
        'It does not hurt any more, thank you',
        'Great to hear. Soft food until Monday, please.',
      ],
    ] as const
  ).map(
    ([chat, by, asked, said], at): Thread => ({
      chat,
      status: 'resolved',
      assignee: by,
      ...(RATINGS[at] !== undefined && { rating: RATINGS[at] }),
      lines: [
        ['them', (at + 1) * DAY + 300, asked],
        [by, (at + 1) * DAY + 280, said],
      ],
    }),
  ),
];

export const QUICK_REPLIES: Record<string, string> = {
  urgent: 'We keep a slot for you today at 10:15. Please come straight to the reception.',
  late: 'No problem, we’ll see you when you arrive. Please come straight to the reception.',
  invoice: 'Your invoice is on its way by email. Anything else your insurance needs?',
  prices: 'Check-up £62, child £35, hygienist £78, white filling from £140, crown £690, implant from £2,450.',
};
