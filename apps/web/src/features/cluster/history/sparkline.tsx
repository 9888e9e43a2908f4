import classes from './history.module.css';

const WIDTH = 100;
const HEIGHT = 24;

/**
 * Values over time as a line, scaled from minimum to maximum, with gaps where nothing was measured. Empty for fewer
 * than two values.
 */
export function Sparkline({ values, label }: { values: readonly (number | null)[]; label: string }) {
  const known = values.filter((value) => value !== null);
  const [min, max] = [Math.min(...known), Math.max(...known)];
  const x = (at: number) => (at / Math.max(1, values.length - 1)) * WIDTH;
  // A constant value is drawn in the middle.
  const y = (value: number) => (max === min ? HEIGHT / 2 : HEIGHT - ((value - min) / (max - min)) * HEIGHT);
  return (
    <svg
      className={classes.line}
      viewBox={`0 -1 ${WIDTH} ${HEIGHT + 2}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {known.length > 1 && <path d={pathOf(values, x, y)} vectorEffect="non-scaling-stroke" />}
    </svg>
  );
}

/** `M` where a line starts, `L` where it continues. */
export function pathOf(
  values: readonly (number | null)[],
  x: (at: number) => number,
  y: (value: number) => number,
): string {
  const round = (value: number) => Math.round(value * 10) / 10;
  return values
    .map((value, at) => {
      if (value === null) return '';
      const begins = at === 0 || values[at - 1] === null;
      return `${begins ? 'M' : 'L'}${round(x(at))} ${round(y(value))}`;
    })
    .join('');
}
