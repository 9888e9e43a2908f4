/** What the server wrote into its page, so that it is known at the first paint. */
const facts = document.documentElement.dataset;

/** Messages go to the simulated WhatsApp. */
export const isDemo = (): boolean => facts.demo !== undefined;

/** Strangers may make an account. */
export const canStrangersSignUp = (): boolean => facts.signUp !== 'closed' && facts.signUp !== 'invite';

/** Who is invited to a workspace may make an account. */
export const canInvitedSignUp = (): boolean => facts.signUp !== 'closed';

/** People sign in with passwords of their own. */
export const hasPasswords = (): boolean => facts.passwords !== 'off';

/** What the provider is called that people sign in with; undefined: there is none. */
export const signInProvider = (): string | undefined => facts.signInProvider;

/** Plans are sold here. */
export const isSelling = (): boolean => facts.billing !== 'off';
