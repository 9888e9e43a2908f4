import { describe, expect, it } from 'vitest';
import { clusterTexts } from '../texts.ts';
import {
  connectionStateOf,
  countByStatus,
  matchesSessionSearch,
  matchesUserSearch,
  placementOf,
  userNameOf,
} from './engine-sessions.ts';

const user = { _id: 'u-7', email: 'Ada@Example.org', fullName: 'Ada Lovelace', firstName: 'Ada', lastName: 'Lovelace' };
const row = { _id: 'session-42', status: 'qrcode', podId: 'pod-9', user };

describe('spec 001 section 4: classification against pods', () => {
  it.each([
    ['pod-9', true, 'Active in Pod'],
    ['pod-9', false, 'Missing Pod'],
    [null, true, 'No Pod'],
    ['', true, 'No Pod'],
  ])('pod id %j, pod exists %j: %s', (podId, exists, expected) => {
    expect(clusterTexts.optimizer.placement[placementOf(podId, () => exists)]).toBe(expected);
  });
});

describe('spec 001 section 4: connection state', () => {
  it.each([
    ['connected', 'connected'],
    ['qrcode', 'connecting'],
    ['initializing', 'connecting'],
    ['browser_started', 'connecting'],
    ['navigating', 'connecting'],
    ['unpaired', 'disconnected'],
    ['disconnected', 'disconnected'],
  ])('%s is %s', (status, state) => expect(connectionStateOf(status)).toBe(state));
});

describe('spec 001 section 2.1: search matches session id, user email, pod id and status', () => {
  it.each(['SESSION-4', 'ada@', 'pod-9', 'QRcode', '', '  '])('%j matches', (search) => {
    expect(matchesSessionSearch(row, search)).toBe(true);
  });
  it.each(['Lovelace', 'u-7', 'connected'])('%j does not match', (search) => {
    expect(matchesSessionSearch(row, search)).toBe(false);
  });
  it('accepts a session without user and pod', () => {
    expect(matchesSessionSearch({ _id: 'x', status: 'connected', podId: null, user: null }, 'ada')).toBe(false);
  });
});

describe('spec 001 section 2.2: user and session search by email, id or name', () => {
  it.each(['example.org', 'session-42', 'u-7', 'lovelace'])('%j matches', (search) => {
    expect(matchesUserSearch(row, search)).toBe(true);
  });
  it.each(['pod-9', 'qrcode'])('%j does not match', (search) => expect(matchesUserSearch(row, search)).toBe(false));
});

it('names a user by what is known', () => {
  expect(userNameOf(user)).toBe('Ada Lovelace');
  expect(userNameOf({ ...user, fullName: '' })).toBe('Ada Lovelace');
  expect(userNameOf({ ...user, fullName: '', firstName: '', lastName: '' })).toBe('Ada@Example.org');
  expect(userNameOf(null)).toBe('');
});

it('counts every status, including those with none (spec 001 section 2.1: count cards per session status)', () => {
  const counts = countByStatus([row, row, { status: 'syncing' }]);
  expect(counts.get('qrcode')).toBe(2);
  expect(counts.get('connected')).toBe(0);
  expect(counts.get('syncing')).toBe(1);
});
