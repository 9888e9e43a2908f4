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

/** A random number from the range reserved for fiction, unlikely to be in use. */
const randomNumber = () => `+4477009${String(Math.floor(Math.random() * 100_000)).padStart(5, '0')}`;

/**
 * Demo only: every driver connects to the simulated WhatsApp, whose codes no real phone can scan, so a simulated phone
 * is shown beside the code.
 */
export function SimulatedPhone({ engine, qr }: { engine: Engine; qr: string }) {
  const { t } = useTranslation('engines');
  const [number] = useState(() => engine.phoneNumber ?? randomNumber());
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
