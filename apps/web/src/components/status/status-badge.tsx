import { useTranslation } from 'react-i18next';
import { useStates } from '../feature.ts';
import { type StateContext, stateIn } from './states.ts';
import classes from './status-badge.module.css';

/** A state as colour, icon and word. */
export function StatusBadge({ context, state }: { context: StateContext; state: string }) {
  const { tone, icon: Icon } = stateIn(useStates(context), state);
  return (
    <span className={classes.badge} data-tone={tone}>
      <Icon size={14} stroke={2} aria-hidden />
      {useStateWord(context)(state)}
    </span>
  );
}

/** The words of a context's states, for menus and summaries. */
export function useStateWord(context: StateContext): (state: string) => string {
  const { t } = useTranslation('state');
  return (state) => t(`${context}.${state}`, { defaultValue: state });
}
