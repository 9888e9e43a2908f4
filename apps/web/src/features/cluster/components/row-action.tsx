import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './row-action.module.css';

/** Actions on a row, side by side. */
export function RowActions({ children }: { children: ReactNode }) {
  return <span className={classes.actions}>{children}</span>;
}

/** One action on a row, an icon with its label on hover. Plain elements: a table of pods has two in every row. */
export function RowAction(props: {
  label: string;
  icon: TablerIcon;
  onClick: () => void;
  isDanger?: boolean;
  /** Why it is unavailable; null if it is available. */
  refusal?: string | null;
}) {
  const { icon: Icon, refusal = null } = props;
  return (
    <button
      type="button"
      className={classes.action}
      data-danger={props.isDanger || undefined}
      aria-label={props.label}
      title={refusal ?? props.label}
      disabled={refusal !== null}
      onClick={props.onClick}
    >
      <Icon size={18} stroke={1.6} />
    </button>
  );
}
