import { Anchor } from '@mantine/core';
import type { Engine } from '@switchyard/contracts/engines';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import '../texts.ts';

/** On the simulated WhatsApp no real phone can scan the code: the way to the phone that can. */
export function SimulateScan({ engine }: { engine: Engine }) {
  const { t } = useTranslation('engines');
  if (engine.driver !== 'simulator' || engine.status !== 'qrcode') return null;
  return (
    <Anchor component={Link} to="/whatsapp-simulator" size="sm">
      {t('pairing.simulate')}
    </Anchor>
  );
}
