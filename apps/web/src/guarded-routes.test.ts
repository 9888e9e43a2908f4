import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GUARDED_ROUTES } from './guarded-routes.ts';
import type { Guard } from './lib/signed-in/guards.ts';

const DIRECTORY = join(import.meta.dirname, 'routes');
/** The folders that guard the screens inside, of which the innermost counts; `_alone`: signed in, without the shell. */
const GUARDS: Record<string, Guard> = {
  _public: 'public',
  _loggedOut: 'logged-out',
  _authenticated: 'authenticated',
  _alone: 'authenticated',
  _admin: 'admin',
};

/** The router's screens from their files: the address in the specification's form, and the guard above it. */
const routed = new Map(
  readdirSync(DIRECTORY, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) =>
      relative('.', file)
        .replace(/\.tsx$/, '')
        .split('/'),
    )
    .filter((parts) => !/^(_.*|\$|index)$/.test(parts.at(-1) ?? ''))
    .map((parts) => {
      const guard = parts.findLast((part) => part in GUARDS) ?? '';
      const path = parts.filter((part) => !part.startsWith('_')).join('/');
      return [
        `/${path.replaceAll(/_?\./g, '/').replaceAll(/\{-\$(\w+)\}|\$(\w+)/g, ':$1$2')}`.replace(/\/index$/, ''),
        GUARDS[guard],
      ];
    }),
);

/** It sends non-admins home instead of to the forbidden page (spec 000 section 2.2), so it has a guard of its own. */
const OWN_GUARD = '/bot-usage-dashboard';

describe('table of addresses', () => {
  it('names each address once', () => {
    const paths = GUARDED_ROUTES.map((route) => route.path);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('has every screen of the router', () => {
    const known = new Set(GUARDED_ROUTES.map((route) => route.path));
    expect([...routed.keys()].filter((path) => !known.has(path))).toEqual([]);
  });

  it.each(GUARDED_ROUTES)('$path is guarded as $guard', ({ path, guard, isPending }) => {
    if (isPending) return expect(routed.has(path)).toBe(false);
    expect(routed.get(path)).toBe(path === OWN_GUARD ? 'authenticated' : guard);
  });
});
