import { Text } from '@mantine/core';
import type { Contact } from '@switchyard/contracts/contacts/operations';
import { useQuery } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { enginesQuery } from '../../../lib/api/choices.ts';
import '../texts.ts';

/** Whether a contact's number is on WhatsApp, when that was checked, and by which engine. */
export function OnWhatsApp({ whatsapp }: Pick<Contact, 'whatsapp'>) {
  const { t } = useTranslation('contacts');
  const engines = useQuery({ ...enginesQuery, enabled: whatsapp !== null });
  if (whatsapp === null) {
    return <Hint>{t('form.notAsked')}</Hint>;
  }
  const { exists, askedAt, engineId } = whatsapp;
  const engine = engines.data?.data.find((engine) => engine._id === engineId)?.name;
  return (
    <Text size="sm" c={exists ? 'dimmed' : 'red'}>
      {t(exists ? 'form.isThere' : 'form.isNotThere')}{' '}
      <Trans
        t={t}
        i18nKey={engine === undefined ? 'form.asked' : 'form.askedBy'}
        values={{ engine }}
        components={{ at: <RelativeTime at={askedAt} /> }}
      />
    </Text>
  );
}
