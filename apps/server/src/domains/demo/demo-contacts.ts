import type { NewContact } from '../contacts/index.ts';

/** Believable people, with numbers reserved for fiction where a country has them. */
export const DEMO_CONTACTS: (NewContact & { zone: string })[] = [
  { name: 'Amelia Clarke', firstName: 'Amelia', lastName: 'Clarke', mobile: '+447700900123', zone: 'Europe/London' },
  { name: 'Oliver Hughes', firstName: 'Oliver', lastName: 'Hughes', mobile: '+447700900456', zone: 'Europe/London' },
  {
    name: 'Zoë van den Berg',
    firstName: 'Zoë',
    lastName: 'van den Berg',
    mobile: '+31612345678',
    zone: 'Europe/Amsterdam',
  },
  {
    name: 'François Lefèvre',
    firstName: 'François',
    lastName: 'Lefèvre',
    mobile: '+33639980123',
    zone: 'Europe/Paris',
  },
  { name: 'Emma Müller', firstName: 'Emma', lastName: 'Müller', mobile: '+4915228817386', zone: 'Europe/Berlin' },
  { name: 'نور الهاشمي', firstName: 'نور', lastName: 'الهاشمي', mobile: '+971501234567', zone: 'Asia/Dubai' },
  { name: 'דניאל כהן', firstName: 'דניאל', lastName: 'כהן', mobile: '+972501234567', zone: 'Asia/Jerusalem' },
  { name: '佐藤 美咲', firstName: '美咲', lastName: '佐藤', mobile: '+819012345678', zone: 'Asia/Tokyo' },
  { name: 'Priya Nair', firstName: 'Priya', lastName: 'Nair', mobile: '+919812345678', zone: 'Asia/Kolkata' },
  {
    name: 'Mateus Oliveira',
    firstName: 'Mateus',
    lastName: 'Oliveira',
    mobile: '+5511912345678',
    zone: 'America/Sao_Paulo',
  },
  { name: 'Chidi Okafor', firstName: 'Chidi', lastName: 'Okafor', mobile: '+2348031234567', zone: 'Africa/Lagos' },
  { name: 'Bloom & Thorn 🌷', firstName: '', lastName: '', mobile: '+12025550143', zone: 'America/New_York' },
  {
    name: 'Katarzyna Wiśniewska',
    firstName: 'Katarzyna',
    lastName: 'Wiśniewska',
    mobile: '+48512345678',
    zone: 'Europe/Warsaw',
  },
];

/** A number that is not on the simulated network. */
export const UNREACHABLE: NewContact = { name: 'Old landline', mobile: '+15550001234' };
