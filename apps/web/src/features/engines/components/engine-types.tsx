import { Button, Group, Title } from '@mantine/core';
import { IconBrowser, IconServer } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { Hint } from '../../../components/hint.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { PairDialog, StoreLink } from '../extension/pair-dialog.tsx';
import '../texts.ts';
import classes from './engine-types.module.css';

/** The types of engines and how to get one. */
export function EngineTypes() {
  const { t } = useTranslation('engines');
  const me = useMe();
  const [isPairing, setPairing] = useState(false);
  const extension = useQuery(
    apiQuery.engines.extension.queryOptions({ staleTime: Number.POSITIVE_INFINITY, meta: { isApart: true } }),
  );
  const storeUrl = extension.data?.storeUrl ?? null;
  return (
    <section className={classes.section} aria-labelledby="engine-types">
      <Title order={2} id="engine-types">
        {t('types.title')}
      </Title>
      <div className={classes.cards}>
        <Card as="div" className={classes.card}>
          <IconServer size={22} stroke={1.7} aria-hidden />
          <div>
            <Title order={3}>{t('types.gateway')}</Title>
            <Hint>{t('types.gatewayText')}</Hint>
          </div>
        </Card>
        <Card as="div" className={classes.card}>
          <IconBrowser size={22} stroke={1.7} aria-hidden />
          <div>
            <Title order={3}>{t('types.web')}</Title>
            <Hint>{t('types.webText')}</Hint>
            <Group gap="md" mt={8}>
              <Button size="compact-sm" variant="light" disabled={me.supportMode} onClick={() => setPairing(true)}>
                {t('extension.pair')}
              </Button>
              {storeUrl !== null && <StoreLink storeUrl={storeUrl} />}
            </Group>
            <PairDialog isOpen={isPairing} storeUrl={storeUrl} onClose={() => setPairing(false)} />
          </div>
        </Card>
      </div>
    </section>
  );
}
