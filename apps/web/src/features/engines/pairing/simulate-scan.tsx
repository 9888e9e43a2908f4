import type { Engine } from '@switchyard/contracts/engines/engine';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AnchorLink } from '../../../components/links.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import '../texts.ts';

/** In the demo every driver's WhatsApp is the simulated one, and no real phone can scan the code: the way to the phone that can. */
export function SimulateScan({ engine }: { engine: Engine }) {
  const { t } = useTranslation('engines');
  const settings = useQuery(apiQuery.accounts.settings.queryOptions({ staleTime: Number.POSITIVE_INFINITY }));
  if (!settings.data?.demo || engine.status !== 'qrcode') return null;
  return (
    <AnchorLink to="/whatsapp-simulator" size="sm">
      {t('pairing.simulate')}
    </AnchorLink>
  );
}
