/** A patient: name, number, zone, labels, custom fields, and where they gave consent, or null. */
interface Patient {
  name: string;
  firstName: string;
  lastName: string;
  mobile: string;
  zone: string;
  labels: string[];
  fields: Record<string, string>;
  consent: string | null;
}

const LONDON = 'Europe/London';
/** The first number reserved for fiction that the demo doesn't use elsewhere. */
const FIRST_NUMBER = 447_700_900_400;

type Line = [name: string, labels: string, fields?: Record<string, string>, zone?: string];

/** Patients added by the story, in the order of their numbers. */
const LINES: Line[] = [
  ['Nadia Rahman', 'Recall due, Nervous, Urgent', { dentist: 'Ivy' }],
  ['Grace Bennett', 'Recall due, Child, Booking request', { children: 'Leo, 9' }],
  ['Walter Finch', 'Recall due', { 'last visit': '12 March' }],
  ['Victor Hale', 'Recall due', { 'last visit': '3 April' }],
  ['Hannah Reed', 'Plan member', { 'last visit': '20 May', recall: '20 November' }],
  ['Hannah Reed, work', ''],
  ['Jonah Price', 'No-show'],
  ['Leila Mansour', 'Plan member, Aligner', { language: 'Arabic', 'last visit': '2 June' }],
  ['Inês Duarte', 'Plan member', { language: 'Portuguese', 'last visit': '9 June' }, 'Europe/Lisbon'],
  ['Marek Novák', '', { language: 'Czech' }, 'Europe/Prague'],
  ['Haruto Ito', '', { language: 'Japanese' }],
  ['Aisha Bello', 'Plan member, Child', { children: 'Twins, 6', 'last visit': '14 July' }],
  ['Ravi Menon', 'Plan member', { 'last visit': '30 April', recall: '30 October' }],
  ['Sofia Lindqvist', 'Plan member, Aligner', { language: 'Swedish', 'last visit': '8 July' }, 'Europe/Stockholm'],
  ['Piotr Zieliński', 'Plan member', { language: 'Polish', 'last visit': '1 July' }],
  ['Elif Kaya', 'Recall due, Aligner', { language: 'Turkish' }, 'Europe/Istanbul'],
  ['Carlos Ibarra', 'Plan member, Owes', { language: 'Spanish', balance: '£186', 'last visit': '18 May' }],
  ['Lucía Ibarra', 'Plan member', { language: 'Spanish', 'last visit': '18 May' }],
  ['Noah Fischer', 'Owes', { language: 'German', balance: '£62' }],
  ['Freya Olsen', 'Recall due', { language: 'Norwegian' }, 'Europe/Oslo'],
  ['Martha Pike', ''],
  ['Joan Pike', 'Plan member', { 'last visit': '22 June' }],
  ['Théo Girard', '', { language: 'French' }],
  ['Anneke Smit', '', { language: 'Dutch' }],
  ['Dimitris Pappas', '', { language: 'Greek' }, 'Europe/Athens'],
  ['Yasmin Farouk', 'Plan member, Child', { language: 'Arabic', children: 'Omar, 7', 'last visit': '11 June' }],
  ['Bronwen Lloyd', 'Plan member'],
  ['Kwame Mensah', 'Recall due, Aligner', {}, 'Africa/Accra'],
  ['Rosa Marchetti', 'Nervous', { language: 'Italian' }],
];

/** A foreign landline without WhatsApp. */
const OTHER_NUMBERS: Record<string, string> = { 'Martha Pike': '+15550001420' };

const WITHOUT_CONSENT = new Set([
  'Hannah Reed, work',
  'Jonah Price',
  'Martha Pike',
  'Dimitris Pappas',
  'Théo Girard',
  'Anneke Smit',
  'Noah Fischer',
  'Haruto Ito',
  'Marek Novák',
  'Rosa Marchetti',
]);
const SOURCES = ['Reception', 'Website form', 'Reception', 'WhatsApp chat'];

const labelsIn = (text: string): string[] => (text === '' ? [] : text.split(', '));

export const PATIENTS: Patient[] = LINES.map(([name, labels, fields = {}, zone = LONDON], at) => {
  const [firstName = '', ...rest] = name.replace(', work', '').split(' ');
  return {
    name,
    firstName,
    lastName: rest.join(' '),
    mobile: OTHER_NUMBERS[name] ?? `+${FIRST_NUMBER + at}`,
    zone,
    labels: labelsIn(labels),
    fields,
    consent: WITHOUT_CONSENT.has(name) ? null : (SOURCES[at % SOURCES.length] ?? ''),
  };
});

/** What the story adds to the demo's original contacts; those not listed gave consent at the reception. */
export const EARLIER: Record<string, { labels: string; fields?: Record<string, string>; consent?: null }> = {
  'Amelia Clarke': { labels: 'Plan member', fields: { dentist: 'Robin', 'last visit': '4 November' } },
  'Oliver Hughes': { labels: 'Recall due', fields: { dentist: 'Ivy', recall: '14 November' } },
  'Zoë van den Berg': { labels: 'Recall due', fields: { language: 'Dutch', recall: '2 November' } },
  'François Lefèvre': { labels: 'Recall due', fields: { language: 'French' } },
  'Emma Müller': { labels: 'Recall due', fields: { language: 'German', insurer: 'Techniker' } },
  'نور الهاشمي': { labels: 'Plan member', fields: { language: 'Arabic', dentist: 'Ivy', 'last visit': '6 August' } },
  'דניאל כהן': { labels: '', fields: { language: 'Hebrew' } },
  '佐藤 美咲': { labels: 'Plan member, Aligner', fields: { language: 'Japanese', 'last visit': '12 September' } },
  'Priya Nair': { labels: 'Plan member, Aligner', fields: { 'last visit': '1 September' } },
  'Mateus Oliveira': {
    labels: 'Plan member, Aligner',
    fields: { language: 'Portuguese', 'last visit': '28 August' },
  },
  'Chidi Okafor': { labels: 'Owes', fields: { balance: '£240' } },
  'Bloom & Thorn 🌷': { labels: '', consent: null },
  'Katarzyna Wiśniewska': { labels: '', fields: { language: 'Polish' }, consent: null },
};

export const LISTS: Record<string, string[]> = {
  'Aligners abroad': ['佐藤 美咲', 'Priya Nair', 'Mateus Oliveira', 'Sofia Lindqvist', 'Elif Kaya', 'Kwame Mensah'],
  'Recall import': [
    'Oliver Hughes',
    'Zoë van den Berg',
    'François Lefèvre',
    'Emma Müller',
    'Nadia Rahman',
    'Grace Bennett',
    'Walter Finch',
    'Hannah Reed',
    'Ravi Menon',
    'Elif Kaya',
    'Freya Olsen',
    'Kwame Mensah',
  ],
};
