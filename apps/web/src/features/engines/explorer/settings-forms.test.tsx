import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, refusal } from '../../../../test/fake-server.ts';
import { faultOf } from '../../../../test/fault-of.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { anEngine } from '../test-engine.ts';
import { CloudApiForm } from './cloud-api-form.tsx';
import { NameForm } from './name-form.tsx';
import { PacingForm } from './pacing-form.tsx';

const server = fakeServer();
const engine = anEngine();
const save = () => screen.getByRole('button', { name: 'Save' });
const field = (name: string) => screen.getByLabelText(name);
const textOf = (name: string) => (field(name) as HTMLInputElement).value;
const pacing = {
  ...{ knownPerMinute: 12, newPerMinute: null, burst: 1, dailyCap: null, sentToday: 0, restriction: null },
  ...{ repliesPerMinute: null, gapFromSeconds: 2, gapToSeconds: 8 },
  ...{ quietFrom: null, quietTo: null, quietOff: false, warmUp: false, workspaceQuiet: { from: '22:00', to: '06:00' } },
};

it('an engine’s name: saved when changed and not empty', async () => {
  server.on(`PATCH /api/sessions/${engine._id}`, () => engine);
  const { user } = await renderPart(<NameForm engine={engine} />);
  expect(save().hasAttribute('disabled')).toBe(true);
  const name = screen.getByRole('textbox', { name: 'Name' });
  await user.clear(name);
  expect(save().hasAttribute('disabled')).toBe(true);
  await user.type(name, 'Second line');
  await user.click(save());
  await screen.findByText('Saved');
  expect(server.sent(`PATCH /api/sessions/${engine._id}`)[0]?.body).toEqual({ name: 'Second line' });
});

it('pacing: an empty field means no limit, and only a change can be saved', async () => {
  server.on(`PUT /api/engines/${engine._id}/pacing`, ({ body }) => body);
  const { user } = await renderPart(<PacingForm engineId={engine._id} pacing={pacing} />);
  expect(save().hasAttribute('disabled')).toBe(true);
  await user.clear(field('Per minute, to known contacts'));
  await user.type(field('Per day'), '500');
  await user.type(field('Quiet from'), '21:30');
  await user.type(field('Quiet until'), '07:00');
  await user.click(save());
  await screen.findByText('Saved');
  expect(server.sent(`PUT /api/engines/${engine._id}/pacing`)[0]?.body).toEqual({
    knownPerMinute: null,
    ...{ repliesPerMinute: null, gapFromSeconds: 2, gapToSeconds: 8 },
    newPerMinute: null,
    burst: 1,
    dailyCap: 500,
    quietFrom: '21:30',
    quietTo: '07:00',
    quietOff: false,
    warmUp: false,
  });
  await waitFor(() => expect(save().hasAttribute('disabled')).toBe(true));
});

it('pacing: shows server errors at their fields and keeps the input', async () => {
  const faults = [{ field: 'quietTo', message: 'Enter both the start and the end of quiet hours.' }];
  server.on(`PUT /api/engines/${engine._id}/pacing`, () =>
    refusal(422, 'INVALID', { faults }, 'Some fields need attention.'),
  );
  const { user } = await renderPart(<PacingForm engineId={engine._id} pacing={pacing} />);
  await user.type(field('Quiet from'), '21:30');
  await user.click(save());
  await waitFor(() => expect(faultOf(field('Quiet until'))).toBe('Enter both the start and the end of quiet hours.'));
  expect(textOf('Quiet from')).toBe('21:30');
  expect(screen.queryByText('Some fields need attention.')).toBeNull();
});

const CLOUD = `/api/engines/${engine._id}/cloud-api`;
const kept = { phoneNumberId: '100', apiVersion: 'v25.0', webhookUrl: 'https://here.example/hook', verifyToken: 'v-1' };

it('cloud api: must be complete to be saved, and clears the secrets after saving', async () => {
  server.on('GET /api/settings', () => ({ demo: null }));
  server.on(`GET ${CLOUD}`, () => kept);
  server.on(`PUT ${CLOUD}`, () => kept);
  const { user } = await renderPart(<CloudApiForm engineId={engine._id} />);
  await screen.findByText('https://here.example/hook');
  expect(textOf('Phone number ID')).toBe('100');
  await user.type(field('Access token'), 'token');
  expect(save().hasAttribute('disabled')).toBe(true);
  await user.type(field('App secret'), 'secret');
  await user.click(save());
  await screen.findByText('Saved');
  expect(server.sent(`PUT ${CLOUD}`)[0]?.body).toEqual({
    phoneNumberId: '100',
    accessToken: 'token',
    appSecret: 'secret',
    apiVersion: 'v25.0',
  });
  await waitFor(() => expect(textOf('Access token')).toBe(''));
  expect(textOf('App secret')).toBe('');
});

it('cloud api: shows an error without a field above the form and keeps the secrets for a retry', async () => {
  server.on('GET /api/settings', () => ({ demo: null }));
  server.on(`GET ${CLOUD}`, () => null);
  server.on(`PUT ${CLOUD}`, () => refusal(502, 'META_AWAY', {}, 'Meta does not answer.'));
  const { user } = await renderPart(<CloudApiForm engineId={engine._id} />);
  await user.type(await screen.findByLabelText('Phone number ID'), '100');
  await user.type(field('Access token'), 'token');
  await user.type(field('App secret'), 'secret');
  await user.click(save());
  await screen.findByText('Meta does not answer.');
  expect(textOf('App secret')).toBe('secret');
});
