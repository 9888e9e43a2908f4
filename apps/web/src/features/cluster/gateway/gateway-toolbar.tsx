import { Button, Group, Switch, Text } from '@mantine/core';
import { IconHistory, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '../components/console.module.css';
import { useTick } from '../components/use-tick.ts';
import { secondsLeft } from '../rules/countdowns.ts';
import { changesPerMinute, isChangeRateWarning, recentChanges } from '../rules/status-windows.ts';
import type { Gateway } from './use-gateway.ts';
import type { StatusHistory } from './use-status-history.ts';
import '../texts.ts';

/** The toolbar of the gateway console (spec 001 section 2.2): auto-refresh, auto-delete with its countdown, and Pod History with its badge. */
export function GatewayToolbar(props: {
  gateway: Gateway;
  isLeader: boolean;
  history: StatusHistory;
  onHistory: () => void;
  onDelete: () => void;
}) {
  const { t } = useTranslation('cluster');
  const { gateway, history } = props;
  const now = useTick(250);
  const refreshSeconds = secondsLeft(gateway.refreshCountdown, now);
  const deleteSeconds = secondsLeft(gateway.deleteCountdown, now);
  const recent = recentChanges(history.changes, history.windowMinutes, now).length;
  const isBusy = isChangeRateWarning(changesPerMinute(history.changes, history.windowMinutes, now));
  const { phase } = gateway.deleteCountdown;
  return (
    <Group gap="md">
      <Switch
        label={t('gateway.autoRefresh')}
        checked={gateway.refreshCountdown.phase !== 'off'}
        onChange={gateway.toggleRefresh}
      />
      <Button
        variant="default"
        size="xs"
        leftSection={<IconRefresh size={16} />}
        onClick={() => void gateway.refresh()}
      >
        {gateway.isLoading
          ? t('gateway.refreshing')
          : refreshSeconds === null
            ? t('gateway.refresh')
            : t('gateway.refreshIn', { seconds: refreshSeconds })}
      </Button>
      <Switch label={t('gateway.autoDelete')} color="red" checked={phase !== 'off'} onChange={gateway.toggleDelete} />
      {phase !== 'off' && (
        <Button variant="light" color="red" size="xs" onClick={gateway.deleteNow} title={t('gateway.deleteNow')}>
          {phase === 'counting'
            ? t('gateway.deleteIn', { seconds: deleteSeconds ?? 0 })
            : phase === 'waiting'
              ? t('gateway.deleteWaiting', { seconds: deleteSeconds ?? 0 })
              : phase === 'refreshing'
                ? t('gateway.refreshing')
                : t('gateway.deleting')}
        </Button>
      )}
      {phase !== 'off' && !props.isLeader && (
        <Text size="xs" c="dimmed">
          {t('gateway.otherTab')}
        </Text>
      )}
      <Button variant="default" size="xs" leftSection={<IconTrash size={16} />} onClick={props.onDelete}>
        {t('gateway.deleteCandidates')}
      </Button>
      <Button
        variant={isBusy ? 'light' : 'default'}
        color={isBusy ? 'yellow' : 'gray'}
        size="xs"
        leftSection={<IconHistory size={16} />}
        rightSection={<span className={classes.number}>{recent}</span>}
        onClick={props.onHistory}
      >
        {t('gateway.history')}
      </Button>
    </Group>
  );
}
