import { Autocomplete, Text } from '@mantine/core';
import type { Engine } from '@switchyard/contracts/engines/engine';
import { e164 } from '@switchyard/contracts/entity';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { Heading } from '../../components/heading.tsx';
import { Hint } from '../../components/hint.tsx';
import { Notice } from '../../components/notice.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { toast } from '../../components/toasts.ts';
import { apiQuery } from '../../lib/api/client.ts';
import { useLiveEvents } from '../../lib/live/live-provider.tsx';
import { LinkCard } from './link-card.tsx';
import { SendCard } from './send-card.tsx';
import { type Act, accountsQuery, arrivedQuery, usePhone } from './simulated-phone.ts';
import classes from './simulator-page.module.css';
import './texts.ts';
import { TroubleCard } from './trouble-card.tsx';

/** One that nobody else is likely to play. */
const newNumber = () => `+4477009${String(Math.floor(Math.random() * 100_000)).padStart(5, '0')}`;

/** One phone: whose it is, and what can be done with it. */
export function PhoneDesk({ engines }: { engines: Engine[] }) {
  const { t } = useTranslation('simulator');
  const queries = useQueryClient();
  const [number, setNumber] = useState(() => engines.find((engine) => engine.phoneNumber)?.phoneNumber ?? newNumber());
  const isNumber = e164.safeParse(number).success;
  const accounts = useQuery(accountsQuery);
  const arrived = useQuery({ ...arrivedQuery(number), enabled: isNumber });
  const phone = usePhone(number);
  useLiveEvents((event) => {
    if (event.type === 'engines.stale') void queries.invalidateQueries({ queryKey: apiQuery.engines.key() });
  });
  const act: Act = (action, what, body) =>
    phone.mutate({ action, what, ...(body ? { body } : {}) }, { onSuccess: () => toast(t('done', { what })) });
  const account = accounts.data?.data.find((one) => one.number === number);
  const shared = { act, isOff: !isNumber || phone.isPending };
  return (
    <div className={classes.cards}>
      <Card className={classes.card} aria-label={t('phone')}>
        <Heading size="h3">{t('phone')}</Heading>
        <Autocomplete
          label={t('number')}
          description={t('numberHint')}
          value={number}
          onChange={setNumber}
          error={isNumber ? null : t('numberFault')}
          data={accounts.data?.data.map((one) => one.number) ?? []}
          limit={8}
        />
        <ul className={classes.states}>
          <li>{t(account?.connected ? 'state.linked' : 'state.unlinked')}</li>
          <li>{t(account?.offline ? 'state.off' : 'state.on')}</li>
          {account?.restriction && <li>{t('state.restricted')}</li>}
        </ul>
        {phone.error && <Notice tone="error">{phone.error.message}</Notice>}
      </Card>
      <LinkCard engines={engines} {...shared} />
      <SendCard defaultTo={engines.find((engine) => engine.phoneNumber !== number)?.phoneNumber ?? ''} {...shared} />
      <TroubleCard account={account} {...shared} />
      <Card className={classes.card} aria-label={t('arrived')}>
        <Heading size="h3">{t('arrived')}</Heading>
        {arrived.data && arrived.data.total > 0 ? (
          <>
            <Hint>{t('arrivedTotal', { count: arrived.data.total })}</Hint>
            <ul className={classes.arrived}>
              {arrived.data.latest.map((one) => (
                <li key={one.id}>
                  <p dir="auto">{one.text}</p>
                  <Text component="span" size="xs" c="dimmed">
                    {t('from', { number: one.from })} · <RelativeTime at={one.acceptedAt} />
                  </Text>
                </li>
              ))}
            </ul>
          </>
        ) : (
          <Hint>{t('nothingArrived')}</Hint>
        )}
      </Card>
    </div>
  );
}
