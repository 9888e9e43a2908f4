import { Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { browserZone, formatTimeOfDay } from '../../lib/format/dates.ts';
import { useLiveState } from '../../lib/live/live-provider.tsx';
import { useHasOwnLiveSign } from './own-live-sign.ts';
import './texts.ts';
import classes from './top-bar.module.css';

/** Whether the screen is current. Times are in `zone`, or in the browser's zone while none is known. */
export function LiveDot({ zone }: { zone: string | undefined }) {
  const { t } = useTranslation('frame');
  const state = useLiveState();
  const isShownElsewhere = useHasOwnLiveSign() && state.is === 'live';
  // Finding the browser's zone takes a tenth of the first paint and is rarely needed.
  const word =
    state.is === 'offline'
      ? t('live.offline', { time: formatTimeOfDay(state.since, zone ?? browserZone()) })
      : t(`live.${state.is}`);
  return (
    <Tooltip label={t(`live.${state.is}Hint`)}>
      <div
        className={classes.live}
        data-state={state.is}
        role="status"
        aria-label={word}
        style={isShownElsewhere ? { visibility: 'hidden' } : undefined}
      >
        <span className={classes.dot} />
        <span className={classes.liveWord}>{word}</span>
      </div>
    </Tooltip>
  );
}
