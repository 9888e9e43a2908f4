import { expect, test } from 'vitest';
import { type Actor, changeRefusal, keyRefusal, type PlatformRole, readTextsRefusal } from '../../platform/actor.ts';
import { readAuditRefusal } from '../audit/audit.policy.ts';
import { canBeSupported, canSupport, manageKeysRefusal, setConsentRefusal } from './accounts.policy.ts';

const SUPPORTED = { userId: 'x', email: 'x', fullName: 'x', role: 'user' } as const;
type Who = Pick<Actor, 'role' | 'onBehalfOf' | 'workspaceRole' | 'key'>;
/** By workspace role and platform role; `for` acts in support mode, `by` is a program with a key. */
const ACTORS: Record<string, Who> = Object.fromEntries(
  (['owner', 'admin', 'member'] as const).flatMap((workspaceRole) =>
    (['user', 'support', 'admin'] as const).flatMap((role): [string, Who][] => [
      [`${workspaceRole} ${role}`, { workspaceRole, role, onBehalfOf: null }],
      [`${workspaceRole} ${role} for`, { workspaceRole, role, onBehalfOf: SUPPORTED }],
      [`${workspaceRole} ${role} by`, { workspaceRole, role, onBehalfOf: null, key: { id: 'k', scopes: [] } }],
    ]),
  ),
);
const allowed = (isAllowed: (who: Who) => boolean) =>
  Object.keys(ACTORS).filter((name) => isAllowed(ACTORS[name] as Who));
const matching = (pattern: RegExp) => Object.keys(ACTORS).filter((name) => pattern.test(name));

test.each<[string, (who: Who) => boolean, RegExp]>([
  ['change anything', (who) => changeRefusal(who) === null, /^\S+ \S+( by)?$/],
  ['say what support may read', (who) => setConsentRefusal(who) === null, /^owner \S+( by)?$/],
  ['make and revoke keys', (who) => manageKeysRefusal(who) === null, /^(owner|admin) \S+$/],
  ['read the log', (who) => readAuditRefusal(who) === null, /^owner/],
  ['look through somebody’s eyes', canSupport, /^\S+ (support|admin)( by)?$/],
])('%s: allowed roles', (_what, may, pattern) => {
  expect(allowed(may)).toEqual(matching(pattern));
});

test.each<[PlatformRole, boolean]>([
  ['user', true],
  ['support', false],
  ['admin', false],
])('support mode for %s: %s', (role, may) => {
  expect(canBeSupported({ role })).toBe(may);
});

test.each<[string, Actor['onBehalfOf'], boolean]>([
  ['nobody else', null, true],
  ['a workspace without a setting', SUPPORTED, false],
  ['a workspace that denies it', { ...SUPPORTED, mayReadTexts: false }, false],
  ['a workspace that allows it', { ...SUPPORTED, mayReadTexts: true }, true],
])('message texts are readable for %s: %s', (_who, onBehalfOf, may) => {
  expect(readTextsRefusal({ onBehalfOf }) === null).toBe(may);
});

test.each<[string | null, 'read' | 'change', string[], boolean]>([
  ['messages', 'read', ['messages:read'], true],
  ['messages', 'change', ['messages:change'], true],
  ['messages', 'change', ['messages:read'], false],
  ['messages', 'read', ['messages:change'], false],
  ['messages', 'read', ['contacts:read'], false],
  [null, 'read', ['null:read', 'messages:read'], false],
])('%s to %s with a key scoped to %j: %s', (scope, effect, scopes, may) => {
  expect(keyRefusal({ key: { id: 'k', scopes } }, { scope, effect }) === null).toBe(may);
  expect(keyRefusal({}, { scope, effect })).toBeNull();
});
