import { Button } from '@mantine/core';
import type { Engine } from '@switchyard/contracts/engines/engine';
import { IconDeviceMobile, IconScan } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useSimulateScan } from '../api/simulate-scan.ts';
import '../texts.ts';
import classes from './pairing.module.css';

/** Of the numbers that are reserved for fiction; one that nobody else is likely to play. */
const newNumber = () => `+4477009${String(Math.floor(Math.random() * 100_000)).padStart(5, '0')}`;

/**
 * In the demo every driver's WhatsApp is the simulated one, and no real phone can scan the code: a phone that can,
 * beside it.
 */
export function SimulatedPhone({ engine, qr }: { engine: Engine; qr: string }) {
  const { t } = useTranslation('engines');
  const [number] = useState(() => engine.phoneNumber ?? newNumber());
  const scan = useSimulateScan();
  return (
    <section className={classes.phone} aria-label={t('simulatedPhone')}>
      <IconDeviceMobile size={32} stroke={1.5} aria-hidden />
      <div>
        {t('simulatedPhone')}
        <Hint dir="ltr">{number}</Hint>
      </div>
      <Button
        leftSection={<IconScan size={18} />}
        loading={scan.isPending}
        onClick={() => scan.mutate({ number, qr })}
        fullWidth
      >
        {t('pairing.scan')}
      </Button>
      {scan.error && <Notice tone="error">{scan.error.message}</Notice>}
      <Hint size="xs">{t('pairing.scanHint')}</Hint>
      <AnchorLink to="/whatsapp-simulator" size="xs">
        {t('pairing.otherPhone')}
      </AnchorLink>
    </section>
  );
}
