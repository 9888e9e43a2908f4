/**
 * Callers without a login: nobody, a token that was signed out, our engine, another workspace's engine, our engine
 * host.
 */
export const STRANGERS = ['anonymous', 'signedOut', 'engine', 'rival', 'host'] as const;
/**
 * Signed-in people: of another workspace, member and owner of ours, an admin of the platform who supports our owner
 * (`x-supported-…` headers), and the same admin without them, in a workspace of their own.
 */
export const PEOPLE = ['outsider', 'member', 'owner', 'support', 'admin'] as const;
export const CALLERS = [...STRANGERS, ...PEOPLE] as const;
export type Caller = (typeof CALLERS)[number];
