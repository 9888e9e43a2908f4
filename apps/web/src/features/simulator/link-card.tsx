import { Button, TextInput } from '@mantine/core';
import type { Engine } from '@switchyard/contracts/engines/engine';
import { IconScan } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { Heading } from '../../components/heading.tsx';
import { Hint } from '../../components/hint.tsx';
import type { PerformAction } from './simulated-phone.ts';
import classes from './simulator-page.module.css';
import './texts.ts';

/** Links the phone to an engine: by the engine's QR code, or by a typed code. */
export function LinkCard({ engines, act, isOff }: { engines: Engine[]; act: PerformAction; isOff: boolean }) {
  const { t } = useTranslation('simulator');
  const [code, setCode] = useState('');
  const waiting = engines.filter((engine) => engine.status === 'qrcode' && engine.qrcode !== null);
  return (
    <Card className={classes.card} aria-label={t('link')}>
      <Heading size="h3">{t('link')}</Heading>
      {waiting.length === 0 && <Hint>{t('noCode')}</Hint>}
      {waiting.map((engine) => {
        const scanLabel = t('scan', { name: engine.name });
        return (
          <Button
            key={engine._id}
            leftSection={<IconScan size={18} />}
            disabled={isOff}
            onClick={() => act('scan', { qr: engine.qrcode })}
          >
            {scanLabel}
          </Button>
        );
      })}
      <form
        className={classes.line}
        onSubmit={(event) => {
          event.preventDefault();
          act('enter-code', { code: code.trim() });
        }}
      >
        <TextInput label={t('code')} value={code} onChange={(event) => setCode(event.currentTarget.value)} />
        <Button type="submit" variant="default" disabled={isOff || code.trim() === ''}>
          {t('enterCode')}
        </Button>
      </form>
    </Card>
  );
}
