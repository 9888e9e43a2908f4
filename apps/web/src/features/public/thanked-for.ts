/** Reasons for `/thank-you`; separate from its screen, which is loaded when shown. */
export const THANKED_FOR = ['purchase', 'unsubscribe', 'uninstall'] as const;
export type ThankedFor = (typeof THANKED_FOR)[number];
