import { expect, test, vi } from 'vitest';
import type { SendRequest } from '../driver.ts';
import type { GraphAnswer } from './graph-client.ts';
import { OutgoingMessages, UploadFailure } from './outgoing.ts';

const settings = { phoneNumberId: '1', accessToken: 't', apiVersion: 'v25.0' };
const image: SendRequest = {
  waMessageId: '3EB0A',
  to: '+447700900002',
  body: { kind: 'media', text: '', media: 'image', fileId: 'f', mimeType: 'image/png', fileName: 'a.png', bytes: 6 },
  inDoubt: false,
};
const text = (quotedId: string, wireId?: string): SendRequest => ({
  ...image,
  body: { kind: 'text', text: 'hi' },
  quote: { waMessageId: quotedId, from: null, text: '', ...(wireId && { wireId }) },
});

function outgoing(answers: GraphAnswer[]) {
  const upload = vi.fn(async () => answers.shift() ?? ({ kind: 'not-sent', cause: 'no more' } as const));
  const messages = new OutgoingMessages({
    file: async () => new TextEncoder().encode('pixels'),
    graph: {
      call: async () => ({ kind: 'not-sent', cause: '' }),
      upload,
      download: () => Promise.reject(new Error('nothing is loaded here')),
      close: () => undefined,
    },
  });
  return { messages, upload };
}
const answer = (httpStatus: number, body: Record<string, unknown>): GraphAnswer => ({
  kind: 'answer',
  httpStatus,
  body,
});

test('uploads a file once, again after a refusal, and again for another number', async () => {
  const { messages, upload } = outgoing(['1', '2', '3'].map((id) => answer(200, { id })));
  const [first, second] = await Promise.all([messages.fieldsOf(image, settings), messages.fieldsOf(image, settings)]);
  expect([first, second]).toMatchObject([{ type: 'image', image: { id: '1' } }, { image: { id: '1' } }]);
  messages.forget(image.body);
  expect(await messages.fieldsOf(image, settings)).toMatchObject({ image: { id: '2' } });
  const other = { ...settings, phoneNumberId: '2' };
  expect(await messages.fieldsOf(image, other)).toMatchObject({ image: { id: '3' } });
  expect(upload).toHaveBeenCalledTimes(3);
});

test('reports a failed upload, and retries it the next time', async () => {
  const { messages } = outgoing([answer(400, { error: { code: 131009 } }), answer(200, { id: '2' })]);
  expect(await messages.fieldsOf(image, settings)).toBeInstanceOf(UploadFailure);
  expect(await messages.fieldsOf(image, settings)).toMatchObject({ image: { id: '2' } });
});

test("quotes a message by Meta's id, or sends the answer without a quote", async () => {
  const { messages } = outgoing([]);
  const contexts = await Promise.all(
    [text('wamid.theirs'), text('3EB0OURS', 'wamid.ours'), text('3EB0LOST')].map((message) =>
      messages.fieldsOf(message, settings),
    ),
  );
  expect(contexts.map((fields) => (fields as { context?: object }).context)).toEqual([
    { message_id: 'wamid.theirs' },
    { message_id: 'wamid.ours' },
    undefined,
  ]);
});
