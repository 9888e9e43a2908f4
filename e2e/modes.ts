/** Display modes of a screen: tests use one per screen, `npm run bench screens -- --modes` uses all. */
export const MODES = (['light', 'dark'] as const).flatMap((scheme) =>
  (['ltr', 'rtl'] as const).flatMap((direction) => [1_280, 360].map((width) => ({ scheme, direction, width }))),
);
export type Mode = (typeof MODES)[number];

/** Returns a stable mode for a URL: a new screen changes no other's mode. */
export const modeOf = (address: string): Mode | undefined =>
  MODES[[...address].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % MODES.length];
