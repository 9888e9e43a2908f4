export const DEMO_PASSWORD = 'switchyard-demo';

/** The three demo accounts, shown on the sign-in page while `DEMO` is on. */
export const DEMO_ACCOUNTS = [
  { email: 'user@switchyard.local', name: 'Robin Pro', role: 'user', plan: 'pro', kind: 'pro' },
  { email: 'free@switchyard.local', name: 'Sam Free', role: 'user', plan: 'free', kind: 'free' },
  { email: 'admin@switchyard.local', name: 'Alex Admin', role: 'admin', plan: 'free', kind: 'admin' },
] as const;
