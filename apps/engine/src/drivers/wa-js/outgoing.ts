import { mentionsOf } from '@switchyard/contracts/messages/mentions';
import type { DriverContext, SendRequest } from '../driver.ts';
import { widOf } from './addresses.ts';
import { base64Of } from './base64.ts';
import type { PageBody, PageOrder } from './page/send-message.ts';

/** Builds the page's order to send a message. @throws what `DriverContext.file` rejects with */
export async function orderOf(
  { waMessageId: id, to, body, quote }: SendRequest,
  file: DriverContext['file'],
): Promise<Omit<PageOrder, 'untilMs'>> {
  return {
    wid: widOf(to),
    id,
    body: await bodyOf(body, file),
    mentions: mentionsOf(to, body.text).map(widOf),
    quote: quote ? { id: quote.waMessageId, wid: quote.from === null ? null : widOf(quote.from) } : null,
  };
}

async function bodyOf(body: SendRequest['body'], file: DriverContext['file']): Promise<PageBody> {
  switch (body.kind) {
    case 'text':
      return { kind: 'text', text: body.text };
    case 'poll':
      return { kind: 'poll', name: body.text, choices: body.options, selectable: body.selectable };
    case 'media': {
      const content = base64Of(await file(body.fileId));
      const { media, mimeType: mimetype, fileName: filename, text: caption } = body;
      const isPtt = media === 'voice';
      return {
        kind: 'media',
        url: `data:${mimetype};base64,${content}`,
        type: isPtt ? 'audio' : media,
        isPtt,
        mimetype,
        filename,
        caption,
      };
    }
  }
}
