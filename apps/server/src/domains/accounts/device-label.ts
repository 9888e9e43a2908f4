/** In this order, because the user agents of the later ones also name the earlier ones. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

const firstIn = (names: [RegExp, string][], text: string) => names.find(([pattern]) => pattern.test(text))?.[1];

/** A readable device name from a user agent: `Firefox on Linux`; `Another program` if it is not a browser. */
export function deviceLabel(userAgent: string | null): string {
  const browser = firstIn(BROWSERS, userAgent ?? '');
  const system = firstIn(SYSTEMS, userAgent ?? '');
  if (!browser) return 'Another program';
  return system ? `${browser} on ${system}` : browser;
}
