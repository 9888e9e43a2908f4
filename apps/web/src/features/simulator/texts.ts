import { addTexts } from '../../lib/i18n/i18n.ts';

export const simulatorTexts = addTexts('simulator', {
  title: 'Simulated phone',
  lead: 'Play a phone on the simulated WhatsApp: link an engine, send it messages, and see how it bears up.',
  absent: 'There is no simulated WhatsApp here',
  absentText: 'It exists in the demo only. Here engines talk to the real WhatsApp.',
  toEngines: 'Go to engines',
  phone: 'The phone',
  number: 'Phone number',
  numberHint: 'Any number in international form is a phone here',
  numberFault: 'Enter a number in international form, such as +447700900001',
  state: {
    linked: 'An engine is connected',
    unlinked: 'No engine is connected',
    on: 'Phone is on',
    off: 'Phone is off',
    restricted: 'Restricted by WhatsApp',
  },
  link: 'Link an engine',
  noCode: 'No engine of this workspace shows a QR code now.',
  scan: 'Scan the code of {{name}}',
  code: 'Pairing code',
  enterCode: 'Type the code',
  send: 'Send a message from this phone',
  to: 'To',
  text: 'Message',
  sendNow: 'Send',
  trouble: 'Make trouble',
  act: {
    offline: 'Turn the phone off',
    online: 'Turn the phone on',
    disconnect: 'Break the connection',
    'log-out': 'Log its engines out',
    restrictNew: 'Restrict first contacts',
    restrictAll: 'Restrict everything',
    lift: 'Lift the restriction',
  },
  done: 'Done: {{what}}',
  arrived: 'Arrived at this phone',
  arrivedTotal_one: '{{count}} message',
  arrivedTotal_other: '{{count}} messages',
  nothingArrived: 'Nothing has arrived at this number.',
  from: 'from {{number}}',
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    simulator: typeof simulatorTexts;
  }
}
