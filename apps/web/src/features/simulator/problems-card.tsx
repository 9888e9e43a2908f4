import { Button, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { Heading } from '../../components/heading.tsx';
import type { PerformAction, SimulatedAccount } from './simulated-phone.ts';
import classes from './simulator-page.module.css';
import './texts.ts';

/** Events for a phone, its links and its account: switches that show the current state. */
export function ProblemsCard(props: { account: SimulatedAccount | undefined; act: PerformAction; isBusy: boolean }) {
  const { t } = useTranslation('simulator');
  const { account, act } = props;
  const scope = account?.restriction?.scope ?? null;
  const isOn = !account?.offline;
  const isConnected = account?.connected ?? false;
  return (
    <Card className={classes.card} aria-label={t('trouble')}>
      <Heading size="h3">{t('trouble')}</Heading>
      <Switch
        label={t('is.on')}
        description={t('is.onHint')}
        checked={isOn}
        disabled={props.isBusy}
        onChange={() => act(isOn ? 'offline' : 'online')}
      />
      <Switch
        label={t('is.connected')}
        description={t(isConnected ? 'is.connectedHint' : 'is.disconnectedHint')}
        checked={isConnected}
        disabled={props.isBusy || !isConnected}
        onChange={() => act('disconnect')}
      />
      <Switch
        label={t('is.firstContacts')}
        description={t('is.firstContactsHint')}
        checked={scope === null}
        disabled={props.isBusy || scope === 'all'}
        onChange={() => (scope === null ? act('restrict', { scope: 'new' }) : act('lift'))}
      />
      <Switch
        label={t('is.all')}
        description={t('is.allHint')}
        checked={scope !== 'all'}
        disabled={props.isBusy}
        onChange={() => (scope === 'all' ? act('lift') : act('restrict', { scope: 'all' }))}
      />
      <Button variant="default" w="fit-content" disabled={props.isBusy || !isConnected} onClick={() => act('log-out')}>
        {t('unlink')}
      </Button>
    </Card>
  );
}
