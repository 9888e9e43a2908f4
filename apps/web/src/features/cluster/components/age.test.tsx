import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeServer } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { api } from '../../../lib/api/client.ts';
import { learnServerClock } from '../../../lib/clock/server-clock.ts';
import { Age } from './age.tsx';

const server = fakeServer();
const answeredAt = (ms: number) => Response.json([], { headers: { date: new Date(ms).toUTCString() } });

afterEach(() => {
  // On a full second, so that no learned offset remains.
  for (const ms of [-2_000, 0]) learnServerClock(answeredAt(Date.now() + ms), Date.now());
  vi.useRealTimers();
});

it('shows ages by the server’s clock when the laptop’s is an hour slow', async () => {
  const serverMs = Date.UTC(2026, 10, 28, 12);
  vi.useFakeTimers({ now: serverMs - 3_600_000, toFake: ['Date'] });
  server.on('GET /api/labels', () => answeredAt(serverMs));
  await api.labels.list({});
  await renderPart(
    <>
      <Age createdAtMs={serverMs - 5 * 60_000} />
      <RelativeTime at={new Date(serverMs - 7 * 60_000)} />
    </>,
  );
  await waitFor(() => expect(screen.queryByText(/^5m/)).not.toBeNull());
  expect(screen.queryByText(/^7 min/)).not.toBeNull();
  expect(screen.getByText(/^5m/).title).toMatch(/^Nov 28, 2026, 12:55/);
});
