import { Button } from '@mantine/core';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '../../../lib/api/client.ts';
import '../texts.ts';

/** In the demo: the way to the phone that can scan the codes of the engines here. */
export function SimulatedPhoneLink() {
  const { t } = useTranslation('engines');
  const settings = useQuery(apiQuery.accounts.settings.queryOptions({ staleTime: Number.POSITIVE_INFINITY }));
  if (!settings.data?.demo) return null;
  return (
    <Button component={Link} to="/whatsapp-simulator" variant="default" leftSection={<IconDeviceMobile size={16} />}>
      {t('simulatedPhone')}
    </Button>
  );
}
