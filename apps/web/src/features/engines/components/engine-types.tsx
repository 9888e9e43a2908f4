import { Anchor, Title } from '@mantine/core';
import { IconBrowser, IconExternalLink, IconServer } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { Hint } from '../../../components/hint.tsx';
import '../texts.ts';
import classes from './engine-types.module.css';

/** The store's search until the extension has a listing of its own there. */
const EXTENSION_STORE_URL = 'https://chromewebstore.google.com/search/Switchyard%20WhatsApp';

/** What kinds of engines there are, and how to get one. */
export function EngineTypes() {
  const { t } = useTranslation('engines');
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
            <Anchor
              href={EXTENSION_STORE_URL}
              target="_blank"
              rel="noreferrer"
              size="sm"
              className={classes.store}
              title={t('types.opensOutside')}
            >
              {t('types.store')}
              <IconExternalLink size={14} aria-hidden />
            </Anchor>
          </div>
        </Card>
      </div>
    </section>
  );
}
