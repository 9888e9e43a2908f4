import { useTranslation } from 'react-i18next';
import '../screen-texts.ts';
import { type StateContext, stateOf } from './state-map.ts';
import classes from './status-badge.module.css';

/** A state as colour, icon and word. */
export function StatusBadge({ context, state }: { context: StateContext; state: string }) {
  const { tone, icon: Icon } = stateOf(context, state);
  return (
    <span className={classes.badge} data-tone={tone}>
      <Icon size={14} stroke={2} aria-hidden />
      {useStateWord(context)(state)}
    </span>
  );
}

/** The words of a context's states, for menus and summaries. */
export function useStateWord(context: StateContext): (state: string) => string {
  const { t, i18n } = useTranslation('screen');
  return (state) =>
    i18n.exists(`screen:states.${context}.${state}`) ? t(`states.${context}.${state}` as never) : state;
}
