import { addTexts } from '../../lib/i18n/i18n.ts';

export const simulatorTexts = addTexts('simulator', {
  title: 'Simulated phone',
  lead: 'Test with a simulated phone: link a connection, send it messages and simulate problems.',
  absent: 'No simulated phone here',
  absentText: 'It’s only available in the demo. Connections here use the real WhatsApp.',
  toEngines: 'Go to connections',
  phone: 'Phone',
  number: 'Phone number',
  numberHint: 'Any number with a country code works',
  numberFault: 'Enter a number with its country code, such as +447700900001',
  state: {
    linked: 'Connected',
    unlinked: 'Not connected',
    on: 'Phone is on',
    off: 'Phone is off',
    restricted: 'Restricted by WhatsApp',
  },
  link: 'Link this phone',
  noCode: 'No connection is showing a QR code right now.',
  scan: 'Scan the code of {{name}}',
  code: 'Pairing code',
  enterCode: 'Enter code',
  send: 'Send a message from this phone',
  to: 'To',
  text: 'Message',
  sendNow: 'Send',
  trouble: 'Simulate problems',
  act: {
    offline: 'Turn the phone off',
    online: 'Turn the phone on',
    disconnect: 'Break the connection',
    'log-out': 'Unlink devices',
    restrictNew: 'Restrict new contacts',
    restrictAll: 'Restrict all messages',
    lift: 'Lift the restriction',
  },
  done: 'Done: {{what}}',
  arrived: 'Received messages',
  arrivedTotal_one: '{{count}} message',
  arrivedTotal_other: '{{count}} messages',
  nothingArrived: 'No messages received yet.',
  from: 'from {{number}}',
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    simulator: typeof simulatorTexts;
  }
}
