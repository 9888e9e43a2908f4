import { IconDeviceMobile } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/links.tsx';
import { isDemo } from '../../../lib/page/page-facts.ts';
import '../texts.ts';

/** Demo only: link to the phone that can scan the engines' codes. */
export function SimulatedPhoneLink() {
  const { t } = useTranslation('engines');
  if (!isDemo()) return null;
  return (
    <ButtonLink to="/whatsapp-simulator" variant="default" leftSection={<IconDeviceMobile size={16} />}>
      {t('simulatedPhone')}
    </ButtonLink>
  );
}
