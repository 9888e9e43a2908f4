import type { MessageFile } from '@switchyard/contracts/messages/message';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPart } from '../../../../test/render-part.tsx';
import { SendAs } from './send-as.tsx';

const file = (of: Partial<MessageFile>): MessageFile => ({
  fileId: '019a0000-0000-7000-8000-0000000000f1',
  media: 'document',
  mimeType: 'image/webp',
  fileName: 'cat.webp',
  bytes: 20_000,
  ...of,
});
const renderChoice = async (of: Partial<MessageFile>) => {
  const onChange = vi.fn();
  const { user } = await renderPart(<SendAs file={file(of)} onChange={onChange} />);
  return { user, chosen: () => onChange.mock.calls.map(([file]) => file.media) };
};

it('offers a picture as a sticker and turns it back', async () => {
  const { user, chosen } = await renderChoice({});
  await user.click(screen.getByRole('checkbox', { name: 'Send as sticker' }));
  expect(chosen()).toEqual(['sticker']);
});

it('turns a voice message back into plain audio', async () => {
  const { user, chosen } = await renderChoice({ mimeType: 'audio/ogg', media: 'voice' });
  await user.click(screen.getByRole('checkbox', { name: 'Send as voice message', checked: true }));
  expect(chosen()).toEqual(['audio']);
});

it.each([{ bytes: 500_001 }, { mimeType: 'image/png', media: 'image' as const }])(
  'offers nothing for %j',
  async (of) => {
    await renderChoice(of);
    expect(screen.queryByRole('checkbox')).toBeNull();
  },
);
