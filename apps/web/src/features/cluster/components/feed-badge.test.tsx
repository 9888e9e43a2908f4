import type { ClusterFeed } from '@switchyard/contracts/cluster/feed';
import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPart } from '../../../../test/render-part.tsx';
import { FeedBadge } from './feed-badge.tsx';

const NOW = Date.UTC(2026, 10, 28, 12);
const live = { state: 'live', asOfMs: NOW - 44_000, problem: null } as const;
const feed: ClusterFeed = { cluster: 'local', pods: live, nodes: live, metrics: live };

afterEach(() => void vi.useRealTimers());

it.each([
  ['while it is heard', null, 'Updated 44 s ago'],
  ['once nothing comes any more', 'The server cannot be reached.', 'Stale since 44 s'],
])('shows the age of the lists %s', async (_, failure, text) => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  const ages = { serverNowMs: (now: number) => now, lastMessageAtMs: NOW - 15_000 };
  await renderPart(<FeedBadge feed={feed} hasUsage={false} failure={failure} {...ages} />);
  expect(screen.getByTestId('feed-age').textContent).toBe(text);
});
