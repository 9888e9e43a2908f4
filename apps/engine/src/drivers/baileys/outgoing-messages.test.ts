import { expect, test } from 'vitest';
import { OutgoingMessages } from './outgoing-messages.ts';

const jpeg = Buffer.from('a small picture');
const sender = {
  userJid: '447700900001@s.whatsapp.net',
  deviceSecret: 'secret',
  upload: async () => ({ mediaUrl: 'https://media.invalid/a', directPath: '/a' }),
};
const messages = (preview: ConstructorParameters<typeof OutgoingMessages>[0]['preview']) =>
  new OutgoingMessages({ file: async () => new TextEncoder().encode('pixels'), preview });
const body = { kind: 'media', text: '', media: 'image', mimeType: 'image/jpeg', fileName: 'a.jpg', bytes: 6 } as const;
const sent = async (of: OutgoingMessages) =>
  (await of.of({ waMessageId: 'A', to: '+447700900002', body: { ...body, fileId: 'f' } }, sender)).imageMessage;

test("sends a picture with the server's preview and size", async () => {
  const image = await sent(messages(async () => ({ jpegBase64: jpeg.toString('base64'), width: 400, height: 300 })));
  expect(image).toMatchObject({ width: 400, height: 300 });
  expect(image?.jpegThumbnail).toEqual(jpeg);
});

test.each([
  ['has none', async () => null],
  ['does not know the question', () => Promise.reject(new Error('404'))],
])('sends a picture anyway when the server %s', async (_what, preview) => {
  const image = await sent(messages(preview));
  expect(image?.url).toBe('https://media.invalid/a');
  expect(image?.jpegThumbnail).toHaveLength(0);
});
