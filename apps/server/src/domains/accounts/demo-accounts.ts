export const DEMO_PASSWORD = 'switchyard-demo';

/** The three people of the demo; shown on the login page while `DEMO` is on. */
export const DEMO_ACCOUNTS = [
  { email: 'user@switchyard.local', name: 'Robin Pro', role: 'user', plan: 'pro', label: 'A user on the Pro plan' },
  { email: 'free@switchyard.local', name: 'Sam Free', role: 'user', plan: 'free', label: 'A user without Pro' },
  { email: 'admin@switchyard.local', name: 'Alex Admin', role: 'admin', plan: 'free', label: 'An administrator' },
] as const;
