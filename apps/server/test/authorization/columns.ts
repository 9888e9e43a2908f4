/** Callers without a login: anonymous, a signed-out token, our engine, another workspace's engine, our engine host. */
export const STRANGERS = ['anonymous', 'signedOut', 'engine', 'rival', 'host'] as const;
/**
 * Signed-in people: one of another workspace, a member and the owner of ours, a platform admin supporting our owner
 * (`x-supported-…` headers), and the same admin without these headers in their own workspace.
 */
export const PEOPLE = ['outsider', 'member', 'owner', 'support', 'admin'] as const;
export const CALLERS = [...STRANGERS, ...PEOPLE] as const;
export type Caller = (typeof CALLERS)[number];
