/** What `/thank-you` thanks for; apart from its screen, which is loaded when it is shown. */
export const THANKED_FOR = ['purchase', 'unsubscribe', 'uninstall'] as const;
export type ThankedFor = (typeof THANKED_FOR)[number];
