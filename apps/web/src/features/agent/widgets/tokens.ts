/** Text sizes and radius tokens of spec 002 section 2 as fixed values. */
export const TEXT_SIZES = { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.125rem', xl: '1.25rem' } as const;
export const CAPTION_SIZES = { sm: '0.75rem', md: '0.8125rem', lg: '0.875rem' } as const;
export const RADII = {
  none: '0',
  '2xs': '2px',
  xs: '4px',
  sm: '6px',
  md: '8px',
  lg: '10px',
  xl: '12px',
  '2xl': '16px',
  '3xl': '20px',
  '4xl': '24px',
  full: '9999px',
  '100%': '100%',
} as const;

/** A number counts quarters of a text line; anything else is a plain CSS length. */
export function spacing(value: unknown): string | undefined {
  if (typeof value === 'number') return `${value * 4}px`;
  return typeof value === 'string' && /^\d+(\.\d+)?(px|rem|em|%)$/.test(value) ? value : undefined;
}

export const ALIGN = {
  start: 'flex-start',
  center: 'center',
  end: 'flex-end',
  baseline: 'baseline',
  stretch: 'stretch',
} as const;
export const JUSTIFY = {
  start: 'flex-start',
  center: 'center',
  end: 'flex-end',
  between: 'space-between',
  around: 'space-around',
  evenly: 'space-evenly',
  stretch: 'stretch',
} as const;
export const WEIGHTS = { normal: 400, medium: 500, semibold: 600, bold: 700 } as const;
/** Text colours by name; unknown names are rendered like other text. */
export const TEXT_COLORS: Readonly<Record<string, string>> = {
  secondary: 'dimmed',
  tertiary: 'dimmed',
  success: 'green',
  warning: 'orange',
  danger: 'red',
};
export const BADGE_COLORS = {
  secondary: 'gray',
  success: 'green',
  danger: 'red',
  warning: 'orange',
  info: 'blue',
  discovery: 'grape',
} as const;
export const BUTTON_COLORS = {
  primary: undefined,
  secondary: 'gray',
  info: 'blue',
  discovery: 'grape',
  success: 'green',
  caution: 'yellow',
  warning: 'orange',
  danger: 'red',
} as const;
