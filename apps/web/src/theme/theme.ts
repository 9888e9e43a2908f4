import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** Deep teal-green. Shade 7 carries white text at 5.2:1. */
const brand: MantineColorsTuple = [
  '#ebf9f5',
  '#d3f0e8',
  '#a8e1d2',
  '#79d1bb',
  '#4fbfa5',
  '#2caa8d',
  '#18937a',
  '#0f7a64',
  '#0b6151',
  '#084a3f',
];

/** Greys with a touch of the brand; shade 6 is text at 5.4:1 on white. */
const gray: MantineColorsTuple = [
  '#f6f9f8',
  '#eef2f1',
  '#e3e9e7',
  '#d4dcda',
  '#bac5c2',
  '#95a29f',
  '#5e6c69',
  '#465350',
  '#2d3836',
  '#1a2321',
];

/** Dark surfaces: 0 is text, 2 dimmed text (6.9:1 on 7), 4 borders, 6 raised, 7 the page. */
const dark: MantineColorsTuple = [
  '#e7eceb',
  '#c6cfcd',
  '#9ca9a6',
  '#77847f',
  '#35403d',
  '#2a3432',
  '#1b2321',
  '#111716',
  '#0d1211',
  '#080c0b',
];

/** Maximum duration of any motion, in milliseconds. */
const MOTION_MS = 120;
const transitionProps = { duration: MOTION_MS };

export const theme = createTheme({
  colors: { brand, gray, dark },
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 7 },
  white: '#ffffff',
  black: '#1a2321',
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'Cascadia Code', 'Source Code Pro', Menlo, monospace",
  headings: {
    fontFamily: "'Inter Variable', system-ui, sans-serif",
    fontWeight: '620',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.75rem' },
      h2: { fontSize: '1.125rem', lineHeight: '1.5rem' },
      h3: { fontSize: '1rem', lineHeight: '1.5rem' },
      h4: { fontSize: '0.875rem', lineHeight: '1.25rem' },
    },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  shadows: {
    xs: '0 1px 2px rgb(10 30 26 / 6%)',
    sm: '0 1px 2px rgb(10 30 26 / 6%), 0 2px 8px rgb(10 30 26 / 5%)',
    md: '0 2px 4px rgb(10 30 26 / 5%), 0 8px 24px rgb(10 30 26 / 8%)',
    lg: '0 4px 8px rgb(10 30 26 / 5%), 0 16px 40px rgb(10 30 26 / 12%)',
  },
  components: {
    Modal: {
      defaultProps: {
        closeButtonProps: { 'aria-label': 'Close' },
        transitionProps,
        centered: true,
        overlayProps: { backgroundOpacity: 0.4 },
      },
    },
    Drawer: {
      defaultProps: {
        closeButtonProps: { 'aria-label': 'Close' },
        transitionProps,
        overlayProps: { backgroundOpacity: 0.4 },
      },
    },
    // Mantine's placeholder for the initial focus is not a menu item, but screen readers would announce it.
    Menu: { defaultProps: { transitionProps, shadow: 'md', withInitialFocusPlaceholder: false } },
    Popover: { defaultProps: { transitionProps, shadow: 'md' } },
    // Keep closed lists of options out of the page: each one would be measured and positioned when its screen opens.
    Combobox: { defaultProps: { keepMounted: false } },
    Select: { defaultProps: { comboboxProps: { transitionProps, shadow: 'md' } } },
    Tooltip: { defaultProps: { transitionProps, openDelay: 300, withArrow: true } },
    InputWrapper: {
      styles: { label: { fontSize: 'var(--mantine-font-size-sm)', fontWeight: 550, marginBlockEnd: 4 } },
    },
    Paper: { defaultProps: { shadow: 'xs' } },
    // Text that fades between two colours is hard to read.
    SegmentedControl: { defaultProps: { transitionDuration: MOTION_MS }, styles: { label: { transition: 'none' } } },
    // In dark mode Mantine's own has the page's colour, on the page.
    Pill: { styles: { root: { backgroundColor: 'var(--app-hover)' } } },
  },
});

/**
 * Every colour of the app's own styles: surfaces and lines (`--app-*`), the colours of states, each with a soft
 * background of AA contrast (`--tone-*`), and hues that tell similar things apart (`--hue-*`, AA on a thinned version
 * of themselves). Elements with `data-tone` have their tone's colours as `--tone` and `--tone-soft`.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    // White text on it has 5.5:1; Mantine's own shade has 3.9:1.
    '--mantine-color-red-filled': 'var(--mantine-color-red-9)',
    '--mantine-color-red-filled-hover': '#b02525',
    '--mantine-color-body': '#ffffff',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-error': '#c22b2b',
    // Mantine's own shade has 2.7:1 on it.
    '--mantine-color-yellow-light': 'var(--tone-warning-soft)',
    '--mantine-color-yellow-light-color': 'var(--tone-warning)',
    '--app-field-border': 'var(--mantine-color-gray-5)',
    '--app-canvas': 'var(--mantine-color-gray-0)',
    '--app-surface': '#ffffff',
    '--app-hairline': 'var(--mantine-color-gray-2)',
    '--app-hover': 'var(--mantine-color-gray-1)',
    '--app-row-hover': 'var(--mantine-color-gray-0)',
    '--app-glow': 'rgb(44 170 141 / 10%)',
    '--app-bubble': '#d8f5dc',
    '--app-current': 'var(--mantine-color-brand-0)',
    '--app-current-text': 'var(--mantine-color-brand-8)',
    '--tone-success': 'var(--mantine-color-brand-8)',
    '--tone-success-soft': 'var(--mantine-color-brand-0)',
    '--tone-info': '#1b55a5',
    '--tone-info-soft': '#e8f1fd',
    '--tone-warning': '#7a4d00',
    '--tone-warning-soft': '#fdf1d8',
    '--tone-error': '#a81f1f',
    '--tone-error-soft': '#fdeaea',
    '--tone-neutral': 'var(--mantine-color-gray-7)',
    '--tone-neutral-soft': 'var(--mantine-color-gray-1)',
    '--hue-0': '#0b5f4a',
    '--hue-1': '#1b55a5',
    '--hue-2': '#6b2fa0',
    '--hue-3': '#8a3b00',
    '--hue-4': '#0b5b73',
    '--hue-5': '#99205f',
    '--hue-6': '#4d5500',
    '--hue-7': '#3a3f9e',
  },
  dark: {
    '--mantine-color-red-filled': 'var(--mantine-color-red-9)',
    '--mantine-color-red-filled-hover': '#b02525',
    '--mantine-color-body': 'var(--mantine-color-dark-6)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--mantine-color-error': '#ff8f8f',
    // Mantine's light variants are nearly black with nearly white text here, whatever their colour.
    '--mantine-color-brand-light': 'var(--tone-success-soft)',
    '--mantine-color-brand-light-color': 'var(--tone-success)',
    '--mantine-color-blue-light': 'var(--tone-info-soft)',
    '--mantine-color-blue-light-color': 'var(--tone-info)',
    '--mantine-color-yellow-light': 'var(--tone-warning-soft)',
    '--mantine-color-yellow-light-color': 'var(--tone-warning)',
    '--mantine-color-red-light': 'var(--tone-error-soft)',
    '--mantine-color-red-light-color': 'var(--tone-error)',
    '--mantine-color-gray-light': 'var(--tone-neutral-soft)',
    '--mantine-color-gray-light-color': 'var(--tone-neutral)',
    '--app-field-border': '#5c6965',
    '--app-canvas': 'var(--mantine-color-dark-7)',
    '--app-surface': 'var(--mantine-color-dark-6)',
    '--app-hairline': 'var(--mantine-color-dark-5)',
    '--app-hover': 'var(--mantine-color-dark-5)',
    '--app-row-hover': 'rgb(255 255 255 / 2.5%)',
    '--app-glow': 'rgb(44 170 141 / 9%)',
    '--app-bubble': '#14432f',
    '--app-current': 'rgb(44 170 141 / 14%)',
    '--app-current-text': 'var(--mantine-color-brand-3)',
    '--tone-success': 'var(--mantine-color-brand-3)',
    '--tone-success-soft': 'rgb(44 170 141 / 16%)',
    '--tone-info': '#93c1ff',
    '--tone-info-soft': 'rgb(80 150 250 / 17%)',
    '--tone-warning': '#f2c76b',
    '--tone-warning-soft': 'rgb(240 180 60 / 16%)',
    '--tone-error': '#ff9d9d',
    '--tone-error-soft': 'rgb(250 82 82 / 16%)',
    '--tone-neutral': 'var(--mantine-color-dark-1)',
    '--tone-neutral-soft': 'var(--mantine-color-dark-4)',
    '--hue-0': '#7fd8c0',
    '--hue-1': '#93c1ff',
    '--hue-2': '#d3aef5',
    '--hue-3': '#ffb27d',
    '--hue-4': '#7fd3ea',
    '--hue-5': '#ff9fcb',
    '--hue-6': '#cfd977',
    '--hue-7': '#b3b8ff',
  },
});
