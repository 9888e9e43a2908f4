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
        {acts.map((act) => (
          <Button
            key={act.name}
            variant="default"
            disabled={props.isOff}
            onClick={() =>
              props.act(
                'action' in act ? act.action : act.name,
                t(`act.${act.name}`),
                'body' in act ? act.body : undefined,
              )
            }
          >
            {t(`act.${act.name}`)}
          </Button>
        ))}
      </div>
    </Card>
  );
}
