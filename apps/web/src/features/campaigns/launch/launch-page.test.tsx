import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { LaunchPage } from './launch-page.tsx';

const server = fakeServer();
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(name) });
/** A field's error as a screen reader announces it after the label. */
const faultOf = (name: string) =>
  (field(name).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join('');

it('reports each missing field of a step, focuses the first, and continues once none is left', async () => {
  const none = { data: [], total: 0, limit: 1, skip: 0 };
  for (const list of ['labels', 'lists', 'audiences', 'campaign-templates', 'engines', 'forms'])
    server.on(`GET /api/${list}`, () => none);
  server.on('GET /api/contacts', () => ({ data: [], total: 0 }));
  server.on('GET /api/contacts/fields', () => []);
  server.on('POST /api/audiences/count', () => ({ count: 3 }));
  const { user } = await renderPart(<LaunchPage start={{}} importFromFile={() => null} onLaunched={() => undefined} />);
  const next = () => user.click(screen.getByRole('button', { name: 'Continue' }));
  await next();
  await next();
  expect([faultOf('Campaign name'), faultOf('Text')]).toEqual(['Enter a name.', 'Write a message.']);
  expect(document.activeElement).toBe(field('Campaign name'));
  await user.type(field('Campaign name'), 'Autumn');
  await next();
  expect(document.activeElement).toBe(field('Text'));
  await user.type(field('Text'), 'Hello');
  await next();
  await user.click(screen.getByRole('radio', { name: 'At a set time' }));
  await next();
  const startsAt = screen.getByLabelText(/^Start/);
  expect(document.activeElement).toBe(startsAt);
  expect(screen.getByText('Choose when it starts.')).toBeTruthy();
  // The summary is beside every step. A restored draft is announced and can be discarded with a click.
  const summary = screen.getByRole('region', { name: 'Summary' });
  for (const text of ['Hello', 'At any hour', 'The workspace’s default number']) {
    expect(summary.textContent).toContain(text);
  }
});

it('warns about a variable that no contact can have while typing and still allows the launch', async () => {
  const none = { data: [], total: 0, limit: 1, skip: 0 };
  for (const list of ['labels', 'lists', 'audiences', 'campaign-templates', 'engines', 'forms'])
    server.on(`GET /api/${list}`, () => none);
  server.on('GET /api/contacts', () => ({ data: [], total: 0 }));
  server.on('GET /api/contacts/fields', () => [{ key: 'city', name: 'City' }]);
  server.on('POST /api/audiences/count', () => ({ contacts: 3 }));
  const { user } = await renderPart(<LaunchPage start={{}} importFromFile={() => null} onLaunched={() => undefined} />);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await user.type(field('Campaign name'), 'Autumn');
  await user.click(field('Text'));
  await user.paste('Hi {frist_name|friend} of {City|here}, {colour|}: {unsubscribe}');
  expect(await screen.findByText('No contact has a field {frist_name}. Did you mean {first name}?')).toBeTruthy();
  expect(screen.getByText(/^No contact has a field \{colour\}: everyone gets/)).toBeTruthy();
  expect(screen.queryByText(/field \{(city|unsubscribe)\}/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('radio', { name: 'At a set time' })).toBeTruthy();
});

it('sends a follow-up through the engines of the original campaign', async () => {
  const none = { data: [], total: 0, limit: 1, skip: 0 };
  for (const list of ['labels', 'lists', 'audiences', 'campaign-templates', 'campaigns', 'forms'])
    server.on(`GET /api/${list}`, () => none);
  const followed = '019a0000-0000-7000-8000-0000000000c1';
  const ids = ['019a0000-0000-7000-8000-0000000000e1', '019a0000-0000-7000-8000-0000000000e2'];
  const engines = ids.map((_id, index) => ({ _id, name: `Engine ${index + 1}`, active: true, type: 'simulator' }));
  server.on('GET /api/engines', () => ({ ...none, data: engines, total: 2 }));
  server.on(`GET /api/campaigns/${followed}`, () => ({ _id: followed, name: 'Spring', engineIds: ids }));
  server.on('GET /api/contacts', () => ({ data: [], total: 0 }));
  server.on('GET /api/contacts/fields', () => []);
  server.on('POST /api/audiences/count', () => ({ contacts: 3 }));
  const { user } = await renderPart(
    <LaunchPage start={{ follows: followed }} importFromFile={() => null} onLaunched={() => undefined} />,
  );
  const next = () => user.click(screen.getByRole('button', { name: 'Continue' }));
  await next();
  await user.type(field('Campaign name'), 'Again');
  await user.type(field('Text'), 'Hello');
  await next();
  expect(await screen.findByText('Engine 1')).toBeTruthy();
  expect(screen.getByText('Engine 2')).toBeTruthy();
});

it('starts from the saved audience or template in the address', async () => {
  const id = '019a0000-0000-7000-8000-0000000000aa';
  const none = { data: [], total: 0, limit: 1, skip: 0 };
  for (const list of ['lists', 'engines', 'forms']) server.on(`GET /api/${list}`, () => none);
  server.on('GET /api/labels', () => ({ ...none, data: [{ _id: id, name: 'Plan member' }], total: 1 }));
  server.on('GET /api/contacts', () => ({ data: [], total: 0 }));
  server.on('GET /api/contacts/fields', () => []);
  server.on('POST /api/audiences/count', () => ({ contacts: 17 }));
  const definition = { from: { kind: 'labels', labelIds: [id] }, withoutLabelIds: [], withoutAudienceIds: [] };
  const audience = { _id: id, name: 'Members', definition, updatedAt: '2026-11-01T10:00:00.000Z' };
  server.on('GET /api/audiences', () => ({ ...none, data: [audience], total: 1 }));
  const template = { _id: id, name: 'Day before', text: 'See you tomorrow', updatedAt: '2026-11-01T10:00:00.000Z' };
  server.on('GET /api/campaign-templates', () => ({ ...none, data: [template], total: 1 }));
  const { user } = await renderPart(
    <LaunchPage start={{ audience: id, template: id }} importFromFile={() => null} onLaunched={() => undefined} />,
  );
  await expect
    .poll(() => server.sent('POST /api/audiences/count').at(-1)?.body)
    .toMatchObject({ definition: { from: { kind: 'labels', labelIds: [id] } } });
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect([field('Campaign name').value, field('Text').value]).toEqual(['Day before', 'See you tomorrow']);
});

it('restores a draft, says so, and starts over', async () => {
  const none = { data: [], total: 0, limit: 1, skip: 0 };
  for (const list of ['labels', 'lists', 'audiences', 'campaign-templates', 'engines', 'contacts', 'forms'])
    server.on(`GET /api/${list}`, () => none);
  server.on('GET /api/contacts/fields', () => []);
  server.on('POST /api/audiences/count', () => ({ contacts: 3 }));
  const page = <LaunchPage start={{}} importFromFile={() => null} onLaunched={() => undefined} />;
  const { user, unmount } = await renderPart(page);
  expect(screen.queryByText('Draft restored')).toBeNull();
  await user.type(field('Campaign name'), 'Autumn');
  unmount();
  await renderPart(page);
  await screen.findByText('Draft restored');
  expect(field('Campaign name').value).toBe('Autumn');
  await user.click(screen.getByRole('button', { name: 'Start over' }));
  expect(field('Campaign name').value).toBe('');
  expect(screen.queryByText('Draft restored')).toBeNull();
});

it('inserts a form’s variable, which becomes a link of each contact’s own', async () => {
  const none = { data: [], total: 0, limit: 1, skip: 0 };
  for (const list of ['labels', 'lists', 'audiences', 'campaign-templates', 'engines', 'contacts'])
    server.on(`GET /api/${list}`, () => none);
  const form = { _id: '019a0000-0000-7000-8000-00001f3a9c2b', name: 'Order a cake!', boardName: 'Orders' };
  server.on('GET /api/forms', () => ({ data: [form], total: 1 }));
  server.on('GET /api/contacts/fields', () => []);
  server.on('POST /api/audiences/count', () => ({ contacts: 3 }));
  const { user } = await renderPart(<LaunchPage start={{}} importFromFile={() => null} onLaunched={() => undefined} />);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await user.type(field('Text'), 'Order here: ');
  await user.click(await screen.findByRole('combobox', { name: 'Insert a form link' }));
  await user.click(await screen.findByRole('option', { name: 'Order a cake! (Orders)' }));
  expect(field('Text').value).toBe('Order here: {form order a cake 1f3a9c2b}');
  // A form's variable must not be reported as unknown.
  expect(screen.queryByText(/^No contact has a field/)).toBeNull();
});
