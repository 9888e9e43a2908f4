import { addTexts } from '../../lib/i18n/i18n.ts';

export const simulatorTexts = addTexts('simulator', {
  title: 'Simulated phone',
  lead: 'Test with a simulated phone: link a connection, send it messages and simulate problems.',
  absent: 'No simulated phone here',
  absentText: 'It’s only available in the demo. Connections here use the real WhatsApp.',
  toEngines: 'Go to connections',
  phone: 'Phone',
  yours: 'Your numbers',
  customers: 'Customers',
  newPhone: 'New phone…',
  number: 'Phone number',
  numberFault: 'Enter a number with its country code, such as +447700900001',
  chatWith: 'Chat with',
  messages: 'Messages',
  noMessages: 'No messages yet. Write as this customer.',
  noMessagesOwn: 'No messages yet. Write from your number.',
  reacted: 'Reacted with {{emoji}}',
  media: {
    image: 'Photo',
    video: 'Video',
    audio: 'Audio',
    voice: 'Voice message',
    sticker: 'Sticker',
    file: 'File',
  },
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
  text: 'Message',
  sendNow: 'Send',
  trouble: 'Simulate problems',
  is: {
    on: 'Phone on',
    onHint: 'Off: messages reach it once it’s on again.',
    connected: 'Connection',
    connectedHint: 'Breaks now and reconnects automatically.',
    disconnectedHint: 'Nothing is linked to this phone right now.',
    firstContacts: 'First contacts allowed',
    firstContactsHint: 'Off: WhatsApp blocks messages to people it never wrote to.',
    all: 'All messages allowed',
    allHint: 'Off: WhatsApp blocks every message.',
  },
  unlink: 'Unlink devices',
  life: {
    label: 'Demo customers write',
    hint: 'For five minutes a day, once this demo has been open for a minute.',
    failed: 'Couldn’t change it. {{reason}}',
  },
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    simulator: typeof simulatorTexts;
  }
}
