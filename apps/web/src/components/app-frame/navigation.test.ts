import { expect, it } from 'vitest';
import { navigationFor } from './navigation.ts';

const all = () => true;

it('shows administrators the cluster and the bots, and nobody else', () => {
  const groups = (role: 'admin' | 'user') => navigationFor(role, all).map((group) => group.text);
  expect(groups('user')).toEqual(['plan', 'talk', 'automate', 'work', 'connect', 'developers']);
  expect(groups('admin')).toEqual([...groups('user'), 'operate']);
});

it('leads nowhere that does not exist, and drops a group without a screen', () => {
  const groups = navigationFor('admin', (path) => path === '/calendar');
  expect(groups.map((group) => [group.text, group.pages.map((page) => page.path)])).toEqual([['plan', ['/calendar']]]);
});
