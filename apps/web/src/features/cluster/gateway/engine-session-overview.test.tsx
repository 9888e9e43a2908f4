import { known } from '@switchyard/cluster-rules/known';
import { screen, within } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { expect, it } from 'vitest';
import { renderPart } from '../../../../test/render-part.tsx';
import { EngineSessionOverview } from './engine-session-overview.tsx';

type Sessions = ComponentProps<typeof EngineSessionOverview>['sessions'];

const sessions = (count: number, status: string, user: { fullName: string } | null = null) => {
  const rows = Array.from({ length: count }, (_, at) => ({ _id: `${status}-${at}`, status, podId: 'pod', user }));
  return { rows, byPod: { isKnown: true } } as unknown as Sessions;
};
const renderOverview = (sessionState: Sessions, pods: ComponentProps<typeof EngineSessionOverview>['pods'] = []) =>
  renderPart(
    <EngineSessionOverview
      pods={pods}
      sessions={sessionState}
      store={{ hasPodNamed: () => true }}
      statuses={[]}
      onChoose={() => undefined}
    />,
  );
const show = async (sessionState: Sessions) => {
  const { user } = await renderOverview(sessionState);
  await screen.findByRole('region', { name: 'Sessions Without Users' });
  return user;
};
const listed = () => within(screen.getByRole('region', { name: 'Sessions Without Users' }));

it('shows the first hundred of a list and its total, and the others a hundred at a time', async () => {
  const user = await show(sessions(230, 'connected'));
  expect(listed().getAllByRole('listitem')).toHaveLength(100);
  await user.click(listed().getByRole('button', { name: '100 of 230: show more' }));
  expect(listed().getAllByRole('listitem')).toHaveLength(200);
  await user.click(listed().getByRole('button', { name: '200 of 230: show more' }));
  expect(listed().getAllByRole('listitem')).toHaveLength(230);
  expect(listed().queryByRole('button')).toBeNull();
});

it('offers no more when the whole list is shown', async () => {
  await show(sessions(100, 'connected'));
  expect(listed().getAllByRole('listitem')).toHaveLength(100);
  expect(listed().queryByRole('button')).toBeNull();
});

it('is folded while all is well, and unfolds when something is wrong', async () => {
  const isUnfolded = (name: RegExp) => screen.getByRole('button', { name }).getAttribute('aria-expanded');
  const pod = (status: string) => ({ pod: { uid: status, status, ready: '1/1' }, sessions: known([]) }) as never;
  const healthy = await renderOverview(sessions(2, 'connected', { fullName: 'Ada' }), [pod('Running')]);
  expect([isUnfolded(/Session Overview/), isUnfolded(/Pod Status Summary/)]).toEqual(['false', 'false']);
  expect(screen.getByRole('button', { name: /Pod Status Summary/ }).textContent).toContain('1 Running');
  healthy.unmount();
  await renderOverview(sessions(2, 'connected'), [pod('OOMKilled')]);
  expect([isUnfolded(/Session Overview/), isUnfolded(/Pod Status Summary/)]).toEqual(['true', 'true']);
});
