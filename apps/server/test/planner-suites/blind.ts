import { Temporal } from 'temporal-polyfill';
import { Lexicon, type Named } from '../../src/domains/agent/planner/lexicon.ts';
import { toE164 } from '../../src/platform/phone-number.ts';
import type { Suite } from './judge.ts';
import { casesOf } from './neutral.ts';
import requestsC from './neutral-c.json' with { type: 'json' };
import requestsD from './neutral-d.json' with { type: 'json' };
import requestsE from './neutral-e.json' with { type: 'json' };
import requestsF from './neutral-f.json' with { type: 'json' };
import requestsG from './neutral-g.json' with { type: 'json' };
import requestsH from './neutral-h.json' with { type: 'json' };
import requestsI from './neutral-i.json' with { type: 'json' };

const named = (names: readonly string[], groups: readonly string[]): Named[] => [
  ...names.map((name, at) => ({ name, mobile: `+4477009003${String(at + 10)}`, zone: null })),
  ...groups.map((name, at) => ({ name, mobile: `12036300000000003${at}@g.us`, zone: null })),
];

/** Requests, and the people they may name. */
type SuiteOfPeople = Suite & { people: readonly Named[] };

function suiteOf(
  file: unknown,
  now: string,
  country: 'CA' | 'GB' | 'IE' | 'US',
  people: readonly Named[],
): SuiteOfPeople {
  const at = Temporal.ZonedDateTime.from(now);
  return {
    people,
    cases: casesOf(file, { now: at, people }),
    context: {
      now: at,
      lexicon: new Lexicon(people),
      names: { labels: [], bots: [], campaigns: [] },
      toE164: (text) => toE164(text, country),
    },
  };
}

/** A garden centre in Manchester, on a Tuesday morning. */
export const gardenCentre = suiteOf(
  requestsC,
  '2026-09-08T11:05[Europe/London]',
  'GB',
  named(
    [
      'Hannah Brooks',
      'Priya Nair',
      'Mrs. Ellison',
      'Greenleaf Nursery',
      'Tom Baker',
      'Tom Whitfield',
      'Jonas Keller',
      'Aiko Sato',
      'Marcus Webb',
      'Leila Hassan',
    ],
    ['Allotment club', 'Weekend crew'],
  ),
);

/** A yoga studio in New York, on a Thursday afternoon. */
export const yogaStudio = suiteOf(
  requestsD,
  '2027-02-11T15:40[America/New_York]',
  'US',
  named(
    [
      'Mia Thompson',
      'Mia Carter',
      'Grace Kim',
      'Diego Ramirez',
      'Dr. Abrams',
      'Nora Fitzgerald',
      'Elena Petrova',
      'Uncle Leo',
      'Sofia Rossi',
      'Bayside Laundry',
      'Victor Chen',
    ],
    ['Sunday yoga', 'Front desk'],
  ),
);

/** A bakery in Dublin, on a Wednesday morning. */
export const bakery = suiteOf(
  requestsE,
  '2026-10-14T10:20[Europe/Dublin]',
  'IE',
  named(
    [
      'Aoife Byrne',
      'Sean Murphy',
      'Sean Kelly',
      'Declan Walsh',
      "Mrs. O'Connor",
      'Riverside Cafe',
      'Niamh Doyle',
      'Omar Farouk',
      'Ingrid Larsen',
      'Patrick Quinn',
      'Flour & Co.',
    ],
    ['Morning shift', 'Market stall'],
  ),
);

/** A dental practice in Chicago, on a Monday morning. */
export const dentist = suiteOf(
  requestsF,
  '2027-03-22T08:15[America/Chicago]',
  'US',
  named(
    [
      'Rachel Green',
      'Marcus Johnson',
      'Marcus Lee',
      'Dr. Patel',
      'Linda Alvarez',
      'Tony Russo',
      'Yuki Tanaka',
      'Mr. Henderson',
      'Brightsmile Lab',
      'Carla Mendes',
      'Ahmed Khan',
    ],
    ['Hygienists', 'Reception team'],
  ),
);

/** A guitar school in Toronto, on a Friday afternoon. */
export const guitarSchool = suiteOf(
  requestsG,
  '2026-12-04T16:30[America/Toronto]',
  'CA',
  named(
    [
      'Olivia Martin',
      'Liam Chen',
      "Liam O'Neill",
      'Fatima Ali',
      'Mr. Kowalski',
      'Strings & Things',
      'Zoe Williams',
      'Raj Singh',
      'Hannah Schmidt',
      'Coach Bennett',
      'Maya Cohen',
    ],
    ['Parents A', 'Evening band'],
  ),
);

/** A dog groomer in Austin, on a Wednesday afternoon. */
export const dogGroomer = suiteOf(
  requestsH,
  '2026-10-07T14:10[America/Chicago]',
  'US',
  named(
    [
      'Carla Jimenez',
      'Derek Olsen',
      'Derek Hall',
      'Nina Petrov',
      'Dr. Whitaker',
      'Happy Paws Supply',
      'Tyrone Banks',
      'Mei Lin',
      'Rosie Flanagan',
      'Gus Moretti',
    ],
    ['Boarding families', 'Staff'],
  ),
);

/** A language school in Dublin, on a Thursday morning. */
export const languageSchool = suiteOf(
  requestsI,
  '2027-01-21T11:35[Europe/Dublin]',
  'IE',
  named(
    [
      'Aoife Byrne',
      'Sean Murphy',
      'Sean Gallagher',
      'Yuki Tanaka',
      'Pedro Alves',
      'Mrs. Kavanagh',
      'Harbour Books',
      'Ines Moreau',
      'Ahmed Saleh',
      'Clara Vogel',
    ],
    ['Evening class', 'Teachers'],
  ),
);
