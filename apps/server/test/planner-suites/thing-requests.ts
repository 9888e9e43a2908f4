import { callOne, contacts, count, DANA, from, OMAR, pending, send } from './fixture.ts';
import type { Case } from './judge.ts';

const label = (name: string, mobiles: string[], more: object = {}) =>
  callOne('label_contacts', { label: name, mobiles, ...more });
const labelled = (name: string) => contacts({ label: name });
const draft = (text: string, args: object) => callOne('draft_campaign', { variants: [text], ...args });
const knows = (question: string) => callOne('search_knowledge', { question });
const bots = (search?: string) => callOne('get_bots', search ? { search } : {});
const campaigns = (search?: string) => callOne('get_campaigns', search ? { search } : {});

/** Labels, campaigns, bots and knowledge: what can be asked, and what must not be done. */
export const thingRequests: Case[] = [
  ['label Dana as VIP', label('VIP', [DANA])],
  ['please tag Dana and Omar with Newsletter', label('Newsletter', [DANA, OMAR])],
  ['add the label "Early bird" to Omar', label('Early bird', [OMAR])],
  ['put Dana under the label gym members', label('Gym members', [DANA])],
  ['mark Omar as VIP', label('VIP', [OMAR])],
  ['remove VIP from Dana', label('VIP', [DANA], { on: false })],
  ['take Dana off the newsletter label', label('Newsletter', [DANA], { on: false })],
  ['untag Omar: VIP', label('VIP', [OMAR], { on: false }), 'ask', 'decline'],
  ['label the Choir as VIP', 'ask'],
  ['label Sam as VIP', 'ask'],
  ['label Dana', 'ask'],
  ['delete the label VIP', 'ask', 'decline'],
  ['who has the label VIP?', labelled('VIP')],
  ['show my VIPs', labelled('VIP')],
  ['contacts tagged newsletter', labelled('Newsletter')],
  ['list everybody with the label "Gym members"', labelled('Gym members')],
  ['how many VIPs do I have?', { calls: [{ tool: 'get_contacts', args: { label: 'VIP' } }], answers: 'count' }],
  ['which contacts are labelled Pending', labelled('Pending')],
  ['what goes out on Friday?', pending(from(27))],
  ['how many are pending?', count({ status: ['pending'] })],
  ['which labels are there', callOne('get_labels', {})],
  ['who has the label Ghost?', 'decline', 'ask'],
  [
    'draft a campaign to my VIPs: Hi {name}, the sale begins on Friday',
    draft('Hi {name}, the sale begins on Friday', { labels: ['VIP'] }),
  ],
  [
    'prepare a campaign for all contacts but not the newsletter: We move',
    draft('We move', { withoutLabels: ['Newsletter'] }),
  ],
  [
    'forecast a campaign to VIPs and gym members: Hello {name|there}',
    draft('Hello {name|there}', { labels: ['VIP', 'Gym members'] }),
  ],
  ['how long would a campaign to everybody take: "Closed on Monday"', draft('Closed on Monday', {})],
  [
    'plan a campaign to my VIPs starting Friday at 9am: Doors open',
    draft('Doors open', { labels: ['VIP'], startAt: '2026-11-27T09:00:00Z' }),
  ],
  ['draft a campaign to all contacts who have agreed: News', draft('News', { consentOnly: true })],
  ['draft a campaign to my VIPs', 'ask'],
  ['draft a campaign to Dana: Hello', 'ask', 'decline'],
  ['draft a campaign: Hello', 'ask'],
  ['draft a campaign to my VIPs starting Friday: Hello', 'ask'],
  ['draft a campaign to my regulars: Hello', 'ask', 'decline'],
  ['launch the Spring sale campaign', 'ask', 'decline'],
  ['send a campaign to everybody: Hello', 'ask', 'decline'],
  ['cancel the campaign', 'ask', 'decline'],
  ['which campaigns are running?', campaigns()],
  ['how is the Spring sale campaign going?', campaigns('Spring sale')],
  ['tell Dana: the campaign begins', send(DANA, 'the campaign begins', 'now')],
  ['which bots are on?', bots()],
  ['is the Greeter bot running?', bots('Greeter')],
  ['show me the status of my bots', bots()],
  ['stop the Greeter bot', callOne('stop_bot', { name: 'Greeter' })],
  ['turn the out of hours bot off', callOne('stop_bot', { name: 'Out of hours' })],
  ['stop the bot "Greeter"', callOne('stop_bot', { name: 'Greeter' })],
  ['switch off my bot', 'ask'],
  ['stop the Greeter and Out of hours bots', 'ask'],
  ['turn on the Greeter bot', 'ask', 'decline'],
  ['deploy the Greeter bot', 'ask', 'decline'],
  ['delete the Greeter bot', 'ask', 'decline'],
  ['what does the knowledge base say about returns', knows('returns')],
  ['What does our knowledge base say about delivery times?', knows('delivery times')],
  ['search the knowledge for opening hours', knows('opening hours')],
  ['ask the knowledge base: when do we open on Sundays?', knows('when do we open on Sundays')],
  ['look up parking in the knowledge base', knows('parking')],
  ['is there anything in the knowledge base about gift cards?', knows('gift cards')],
  ['does the knowledge base say anything about refunds', knows('refunds')],
  ['show my knowledge bases', callOne('get_knowledge_bases', {})],
  ['search the knowledge for returns and send it to Dana', 'decline', 'ask'],
  ['add to the knowledge base: we close at five', 'decline', 'ask'],
];
