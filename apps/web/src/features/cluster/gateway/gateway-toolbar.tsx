import { Button, Group, Switch, Text } from '@mantine/core';
import {
  AUTO_DELETE_MS,
  AUTO_DELETE_WAIT_MS,
  AUTO_REFRESH_MS,
  secondsUntil,
} from '@switchyard/cluster-rules/auto-delete';
import { IconHistory, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { ServerRuleMenu } from '../automation/server-rule.tsx';
import type { ServerRule } from '../automation/use-server-rule.ts';
import classes from '../components/console.module.css';
import { useTick } from '../components/use-tick.ts';
import { changesPerMinute, isChangeRateWarning, recentChanges } from '../rules/status-windows.ts';
import type { TabLead } from '../tabs/use-tab-leader.ts';
import type { AutoDelete } from './use-auto-delete.ts';
import type { Gateway } from './use-gateway.ts';
import type { StatusHistory } from './use-status-history.ts';
import '../texts.ts';

/**
 * The toolbar of the gateway console (spec 001 section 2.2): auto-refresh, auto-delete with its countdown, and Pod
 * History with its badge.
 */
export function GatewayToolbar(props: {
  gateway: Gateway;
  autoDelete: AutoDelete;
  serverRule: ServerRule;
  /** Note on candidates that no rule deletes; null if there are none. */
  skippedNote: string | null;
  passiveReason: TabLead['passiveReason'];
  history: StatusHistory;
  onHistory: () => void;
}) {
  const { t } = useTranslation('cluster');
  const { gateway, autoDelete, serverRule, history } = props;
  const now = useTick(250);
  const recent = recentChanges(history.changes, history.windowMinutes, now).length;
  const isBusy = isChangeRateWarning(changesPerMinute(history.changes, history.windowMinutes, now));
  const { nextRefreshAtMs } = gateway;
  const { countdown } = autoDelete;
  const isOff = countdown.phase === 'off';
  return (
    <Group gap="sm">
      <Switch
        label={t('gateway.autoRefresh')}
        checked={nextRefreshAtMs !== null}
        onChange={gateway.toggleAutoRefresh}
      />
      <Button
        variant="default"
        size="xs"
        leftSection={<IconRefresh size={16} />}
        onClick={() => void gateway.refresh()}
      >
        {gateway.isLoading
          ? t('gateway.refreshing')
          : nextRefreshAtMs === null
            ? t('gateway.refresh')
            : t('gateway.refreshIn', { seconds: secondsUntil(nextRefreshAtMs, now, AUTO_REFRESH_MS) })}
      </Button>
      <Switch
        label={t('gateway.autoDelete')}
        color="red"
        checked={!isOff}
        disabled={serverRule.acts || props.passiveReason === 'insecure'}
        onChange={autoDelete.toggle}
      />
      {!isOff && (
        <Button variant="light" color="red" size="xs" onClick={autoDelete.now} title={t('gateway.deleteNow')}>
          {countdown.phase === 'counting'
            ? t('gateway.deleteIn', { seconds: secondsUntil(countdown.dueAtMs, now, AUTO_DELETE_MS) })
            : countdown.phase === 'waiting'
              ? t('gateway.deleteWaiting', { seconds: secondsUntil(countdown.dueAtMs, now, AUTO_DELETE_WAIT_MS) })
              : countdown.phase === 'refreshing'
                ? t('gateway.refreshing')
                : t('gateway.deleting')}
        </Button>
      )}
      <ServerRuleMenu {...serverRule} />
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
      {serverRule.acts ? (
        <Text size="xs">{t('automation.acts')}</Text>
      ) : (
        props.passiveReason &&
        (!isOff || props.passiveReason === 'insecure') && <Hint size="xs">{t(`onlyShows.${props.passiveReason}`)}</Hint>
      )}
      {props.skippedNote && (!isOff || (serverRule.rule && serverRule.rule.mode !== 'off')) && (
        <Text size="xs">{props.skippedNote}</Text>
      )}
    </Group>
  );
}
