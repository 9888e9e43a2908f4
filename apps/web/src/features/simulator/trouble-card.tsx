import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { Heading } from '../../components/heading.tsx';
import type { Act, SimulatedAccount } from './simulated-phone.ts';
import classes from './simulator-page.module.css';
import './texts.ts';

/** What may befall a phone, its links and its account. */
export function TroubleCard(props: { account: SimulatedAccount | undefined; act: Act; isOff: boolean }) {
  const { t } = useTranslation('simulator');
  const { account } = props;
  const acts = [
    account?.offline ? { name: 'online' as const } : { name: 'offline' as const },
    { name: 'disconnect' as const },
    { name: 'log-out' as const },
    ...(account?.restriction
      ? [{ name: 'lift' as const }]
      : [
          { name: 'restrictNew' as const, action: 'restrict', body: { scope: 'new' } },
          { name: 'restrictAll' as const, action: 'restrict', body: { scope: 'all' } },
        ]),
  ];
  return (
    <Card className={classes.card} aria-label={t('trouble')}>
      <Heading size="h3">{t('trouble')}</Heading>
      <div className={classes.acts}>
        {acts.map((one) => (
          <Button
            key={one.name}
            variant="default"
            disabled={props.isOff}
            onClick={() =>
              props.act(
                'action' in one ? one.action : one.name,
                t(`act.${one.name}`),
                'body' in one ? one.body : undefined,
              )
            }
          >
            {t(`act.${one.name}`)}
          </Button>
        ))}
      </div>
    </Card>
  );
}
