import { known, unknown } from '@switchyard/cluster-rules/known';
import type { EngineSessionRow } from '@switchyard/contracts/cluster/rows';
import { describe, expect, it } from 'vitest';
import { filterPods, type GatewayFilters, NO_GATEWAY_FILTERS } from './gateway-filters.ts';

const session = (_id: string, status: string, email: string) =>
  ({
    _id,
    status,
    user: { _id: `u-${_id}`, email, fullName: 'Ada', firstName: 'Ada', lastName: '' },
  }) as EngineSessionRow;
const pods = [
  { pod: { name: 'Engine-one', status: 'Running' }, sessions: known([session('s1', 'connected', 'ada@x.org')]) },
  { pod: { name: 'engine-two', status: 'Error' }, sessions: known([]) },
  { pod: { name: 'engine-three', status: 'Error' }, sessions: known([session('s3', 'qrcode', 'bob@x.org')]) },
  { pod: { name: 'other', status: 'Completed' }, sessions: known([]) },
];
const shownPods = (filters: Partial<GatewayFilters>) =>
  filterPods(pods, { ...NO_GATEWAY_FILTERS, ...filters }).map((view) => view.pod.name);

describe('spec 001 section 2.2: filters of the gateway console', () => {
  it('shows every pod without filters', () => expect(shownPods({})).toHaveLength(4));
  it('filters by pod name', () => expect(shownPods({ podName: 'ENGINE-O' })).toEqual(['Engine-one']));
  it('filters by several pod statuses', () =>
    expect(shownPods({ podStatuses: ['Error', 'Completed'] })).toEqual(['engine-two', 'engine-three', 'other']));
  it('filters by session status', () => expect(shownPods({ sessionStatus: 'qrcode' })).toEqual(['engine-three']));
  it('searches users and sessions by email, id or name', () => {
    expect(shownPods({ user: 'BOB@' })).toEqual(['engine-three']);
    expect(shownPods({ user: 's1' })).toEqual(['Engine-one']);
    expect(shownPods({ user: 'ada' })).toEqual(['Engine-one', 'engine-three']);
  });
  it('shows deletion candidates only', () => expect(shownPods({ candidatesOnly: true })).toEqual(['engine-two']));
  it('shows no candidate whose sessions are unknown', () => {
    const unclear = { pod: { name: 'engine-four', status: 'Error' }, sessions: unknown('away') };
    expect(filterPods([unclear], NO_GATEWAY_FILTERS)).toHaveLength(1);
    expect(filterPods([unclear], { ...NO_GATEWAY_FILTERS, candidatesOnly: true })).toEqual([]);
  });
  it('combines filters with AND', () => expect(shownPods({ podStatuses: ['Error'], user: 'ada@' })).toEqual([]));
});
