/** What a screen may look like: each in one of them in the tests, in all by `npm run bench screens -- --modes`. */
export const MODES = (['light', 'dark'] as const).flatMap((scheme) =>
  (['ltr', 'rtl'] as const).flatMap((direction) => [1_280, 360].map((width) => ({ scheme, direction, width }))),
);
export type Mode = (typeof MODES)[number];

/** The same in every run, whatever other screens there are: a new one changes nobody's mode. */
export const modeOf = (address: string): Mode | undefined =>
  MODES[[...address].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % MODES.length];
