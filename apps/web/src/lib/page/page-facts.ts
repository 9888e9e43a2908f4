/** Facts that the server wrote into the page, so that they are known at the first paint. */
const facts = document.documentElement.dataset;

/** Messages go to the simulated WhatsApp. */
export const isDemo = (): boolean => facts.demo !== undefined;

/** Anyone may create an account. */
export const canStrangersSignUp = (): boolean => facts.signUp !== 'closed' && facts.signUp !== 'invite';

/** People invited to a workspace may create an account. */
export const canInvitedSignUp = (): boolean => facts.signUp !== 'closed';

/** Users sign in with their own passwords. */
export const hasPasswords = (): boolean => facts.passwords !== 'off';

/** Name of the sign-in provider; undefined if there is none. */
export const signInProvider = (): string | undefined => facts.signInProvider;

/** Plans are sold here. */
export const isSelling = (): boolean => facts.billing !== 'off';
