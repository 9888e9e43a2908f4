import { Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatTimeOfDay } from '../../lib/format/dates.ts';
import { useLiveState } from '../../lib/live/live-provider.tsx';
import { useMe } from '../../lib/signed-in/use-me.ts';
import classes from './top-bar.module.css';

/** Whether what is on the screen is current. */
export function LiveDot() {
  const { t } = useTranslation('frame');
  const state = useLiveState();
  const { zone } = useMe().workspace;
  const word =
    state.is === 'offline' ? t('live.offline', { time: formatTimeOfDay(state.since, zone) }) : t(`live.${state.is}`);
  return (
    <Tooltip label={t(`live.${state.is}Hint`)}>
      <div className={classes.live} data-state={state.is} role="status" aria-label={word}>
        <span className={classes.dot} />
        <span className={classes.liveWord}>{word}</span>
      </div>
    </Tooltip>
  );
}
