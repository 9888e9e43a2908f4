/** What the server wrote into its page, so that it is known at the first paint. */
const facts = document.documentElement.dataset;

/** Messages go to the simulated WhatsApp. */
export const isDemo = (): boolean => facts.demo !== undefined;

/** Strangers may make an account. */
export const mayStrangersSignUp = (): boolean => facts.signUp !== 'closed';
