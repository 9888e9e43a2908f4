import type { TablerIcon } from '@tabler/icons-react';
import classes from './console.module.css';

/** One thing to do with a row, as an icon with its words on hover. Plain elements: a table of pods has two in every row. */
export function RowAction(props: {
  label: string;
  icon: TablerIcon;
  onClick: () => void;
  isDanger?: boolean;
  /** Why it cannot be done; null: it can. */
  refusal?: string | null;
}) {
  const { icon: Icon, refusal = null } = props;
  return (
    <button
      type="button"
      className={classes.rowAction}
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
