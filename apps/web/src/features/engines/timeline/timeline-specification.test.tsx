import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeServer, refusal } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { EngineSessionTimelinePage } from './engine-session-timeline-page.tsx';

const server = fakeServer();
const EVENTS = 'GET /api/session-events';
const ID = '019a0000-0000-7000-8000-000000000001';
const event = (number: number, more: object = {}) => ({
  _id: `019a0000-0000-7000-8000-00000000010${number}`,
  sessionId: ID,
  engineName: 'Front desk',
  fromDateTime: `2026-11-20T09:0${number}:00.000Z`,
  event: 'authenticated',
  state: 'connected',
  sessionType: 'session-pod',
  podId: 'engine-1',
  triggerdBy: 'phone',
  details: {},
  ...more,
});
const show = (sessionId?: string) =>
  renderPart(<EngineSessionTimelinePage sessionId={sessionId} />, { me: { role: 'admin' } });

describe('spec 000 §2.5, /session-timeline/:sessionId', () => {
  // The engine has been deleted; its events are kept.
  beforeEach(() => {
    for (const id of [ID, 'not-a-uuid']) server.on(`GET /api/engines/${id}/explore`, () => refusal(404, 'NOT_FOUND'));
  });

  it('shows the id in the title, or All Sessions without one, and loads the newest 20', async () => {
    server.on(EVENTS, () => ({ data: [event(1)], total: 1 }));
    const { unmount } = await show(ID);
    await screen.findByRole('heading', { level: 1, name: `Session ID: ${ID}` });
    await screen.findByText('authenticated');
    unmount();
    await show();
    await screen.findByRole('heading', { level: 1, name: 'All Sessions' });
    await screen.findByText('authenticated');
    const asked = server.sent(EVENTS).map(({ url }) => Object.fromEntries(url.searchParams));
    const page = { sort: '-fromDateTime', skip: '0', limit: '20' };
    // The list is polled.
    expect(asked).toEqual(expect.arrayContaining([{ ...page, sessionId: ID }, page]));
  });

  it('shows an event’s name, colour by severity, state, session type, trigger, time and details', async () => {
    server.on(EVENTS, () => ({
      data: [
        event(3, {
          event: 'connection_error',
          state: 'disconnected',
          details: { attempts: 2, host: 'web.whatsapp.com' },
        }),
        event(2, { event: 'qr_timeout', state: 'connecting' }),
        event(1),
      ],
      total: 3,
    }));
    await show(ID);
    const [failed, waited, linked] = await screen.findAllByRole('listitem');
    if (!failed || !waited || !linked) throw new Error('three events');
    expect([failed, waited, linked].map(({ dataset }) => dataset.tone)).toEqual(['error', 'warning', 'success']);
    const shown = within(failed);
    for (const text of ['connection_error', 'Disconnected', 'Session type', 'session-pod', 'Trigger', 'phone']) {
      shown.getByText(text);
    }
    for (const text of ['Attempts', '2', 'Host', 'web.whatsapp.com']) shown.getByText(text);
    expect(failed.querySelector('time')?.getAttribute('datetime')).toBe('2026-11-20T09:03:00.000Z');
  });

  it('filters by warnings and errors, folds equal neighbours, and links from all sessions to one', async () => {
    server.on(EVENTS, () => ({ data: [event(2), event(1)], total: 2 }));
    const { user } = await show();
    await screen.findByText('× 2');
    expect(screen.getByRole('link', { name: 'Front desk' }).getAttribute('href')).toBe(`/session-timeline/${ID}`);
    server.on(EVENTS, () => ({ data: [], total: 0 }));
    await user.click(screen.getByRole('radio', { name: 'Warnings and errors' }));
    await screen.findByText('No warnings or errors');
    expect(server.sent(EVENTS).at(-1)?.url.searchParams.get('severity')).toBe('warning');
    await user.click(screen.getByRole('button', { name: 'Show all events' }));
    await screen.findByText('No session events found');
  });

  it('shows no events for an invalid session id, and reports any other refusal', async () => {
    server.on(EVENTS, () => refusal(422, 'INVALID', { faults: [{ field: 'sessionId', message: 'Invalid UUID' }] }));
    const { unmount } = await show('not-a-uuid');
    await screen.findByText('No session events found');
    expect(screen.queryByText(/Invalid/)).toBeNull();
    unmount();
    server.on(EVENTS, () => refusal(403, 'FORBIDDEN', undefined, 'This is not for you.'));
    await show(ID);
    await screen.findByText('This is not for you.');
  });

  it('§8: says when there are no events', async () => {
    server.on(EVENTS, () => ({ data: [], total: 0 }));
    await show();
    await screen.findByText('No session events found');
    screen.getByText('There are no events available.');
  });
});
