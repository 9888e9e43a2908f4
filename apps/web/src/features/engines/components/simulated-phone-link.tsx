import { IconDeviceMobile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/links.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import '../texts.ts';

/** In the demo: the way to the phone that can scan the codes of the engines here. */
export function SimulatedPhoneLink() {
  const { t } = useTranslation('engines');
  const settings = useQuery(apiQuery.accounts.settings.queryOptions({ staleTime: Number.POSITIVE_INFINITY }));
  if (!settings.data?.demo) return null;
  return (
    <ButtonLink to="/whatsapp-simulator" variant="default" leftSection={<IconDeviceMobile size={16} />}>
      {t('simulatedPhone')}
    </ButtonLink>
  );
}
