import { type BotNode, botNode, type NodeOf } from '@switchyard/contracts/bots/flow';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { fakeServer } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { HttpFields } from './http-fields.tsx';

const server = fakeServer();
const BOT_ID = '019a0000-0000-7000-8000-000000000001';
const SECRET_ID = '019a0000-0000-7000-8000-000000000002';

/** The step that would be saved. */
let saved: NodeOf<'http'>;
function Fields() {
  const [step, setStep] = useState(saved);
  const change = (part: Partial<BotNode>) => {
    saved = { ...step, ...part } as NodeOf<'http'>;
    setStep(saved);
  };
  return <HttpFields botId={BOT_ID} step={step} onChange={change} />;
}
beforeEach(() => {
  saved = botNode.parse({ id: 'call', kind: 'http', url: 'https://shop.test/' }) as NodeOf<'http'>;
});

it('accepts no secret among the ordinary headers', async () => {
  await renderPart(<Fields />);
  const headers = await screen.findByRole('textbox', { name: /^Headers/ });
  await userEvent.click(headers);
  await userEvent.paste('Accept-Language: en\nAuthorization: Bearer abc');
  expect(saved.headers).toEqual([{ name: 'Accept-Language', value: 'en' }]);
  await screen.findByText('Authorization is not saved here: keep it as a secret.');
});

it('stores a secret by its id, clears what was typed, and removes it again', async () => {
  let request: unknown;
  server.on(`POST /api/bots/${BOT_ID}/secrets`, ({ body }) => {
    request = body;
    return { secretId: SECRET_ID, host: 'shop.test' };
  });
  await renderPart(<Fields />);
  const value = await screen.findByLabelText<HTMLInputElement>('Value');
  await userEvent.click(value);
  await userEvent.paste('Bearer abc');
  await userEvent.click(screen.getByRole('button', { name: 'Store encrypted' }));
  await waitFor(() => expect(saved.secrets).toEqual([{ header: 'Authorization', secretId: SECRET_ID }]));
  expect(request).toMatchObject({ url: 'https://shop.test/', value: 'Bearer abc' });
  await waitFor(() => expect(value.value).toBe(''));
  expect(JSON.stringify(saved)).not.toContain('abc');
  await userEvent.click(screen.getByRole('button', { name: 'Remove the secret of Authorization' }));
  expect(saved.secrets).toEqual([]);
});

it('accepts no secret in the address, and stores it for its place there', async () => {
  server.on(`POST /api/bots/${BOT_ID}/secrets`, () => ({ secretId: SECRET_ID, host: 'shop.test' }));
  await renderPart(<Fields />);
  const address = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Address/ });
  await userEvent.clear(address);
  await userEvent.click(address);
  await userEvent.paste('https://shop.test/price?of={item}&api_key=abc#top');
  expect(saved.url).toBe('https://shop.test/price?of={item}#top');
  await screen.findByText('api_key is not saved here: keep it as a secret.');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Location' }), 'In the address');
  const name = screen.getByRole('textbox', { name: 'Secret name' });
  await userEvent.clear(name);
  await userEvent.type(name, 'api_key');
  await userEvent.type(screen.getByLabelText('Value'), 'abc');
  await userEvent.click(screen.getByRole('button', { name: 'Store encrypted' }));
  await waitFor(() => expect(saved.secrets).toEqual([{ header: 'api_key', place: 'query', secretId: SECRET_ID }]));
  expect(JSON.stringify(saved)).not.toContain('abc');
});

it('accepts no secret in the body, and refers to it by name once it is stored', async () => {
  server.on(`POST /api/bots/${BOT_ID}/secrets`, () => ({ secretId: SECRET_ID, host: 'shop.test' }));
  await renderPart(<Fields />);
  const body = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Body/ });
  await userEvent.click(body);
  await userEvent.paste("{'who': contact.name, 'api-key': 'abc'}");
  expect(saved.body).toBe("{'who': contact.name, 'api-key': secrets.api_key}");
  await screen.findByText('api_key is not saved here: keep it as a secret.');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Location' }), 'In the body');
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Secret name' });
  expect(name.value).toBe('');
  await userEvent.type(screen.getByLabelText('Value'), 'abc');
  await userEvent.type(name, 'api-key');
  expect(screen.getByRole('button', { name: 'Store encrypted' })).toHaveProperty('disabled', true);
  await userEvent.clear(name);
  await userEvent.type(name, 'api_key');
  await screen.findByText('In the body it is written secrets.api_key.');
  await userEvent.click(screen.getByRole('button', { name: 'Store encrypted' }));
  await waitFor(() => expect(saved.secrets).toEqual([{ header: 'api_key', place: 'body', secretId: SECRET_ID }]));
  expect(JSON.stringify(saved)).not.toContain('abc');
  await waitFor(() => expect(body.value).toBe("{'who': contact.name, 'api-key': secrets.api_key}"));
  expect(screen.queryByText(/is not saved here/)).toBeNull();
});
