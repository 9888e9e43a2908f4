import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { saveAs } from '../../../lib/files/stored-file.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import '../account-texts.ts';
import { AddressProof } from './address-proof.tsx';
import { ChangeEmail } from './change-email.tsx';
import { DeleteAccountCard } from './delete-account-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { TimesCard } from './times-card.tsx';

/**
 * `/account`: profile, stored data and account deletion. `verify`: from the link that verifies the address. `newEmail`:
 * from the link to a new address.
 */
export function AccountPage(props: { verify: string | null; newEmail: string | null; onFollowed: () => void }) {
  const { verify, newEmail, onFollowed } = props;
  const { t } = useTranslation('account');
  const me = useMe();
  return (
    <PageFrame widthPx={640}>
      <PageHeader title={t('profile.title')} />
      {me.supportMode && <Hint>{t('security.readOnly')}</Hint>}
      <ProfileCard key={me._id}>
        <AddressProof token={verify} onFollowed={onFollowed} />
        <ChangeEmail token={newEmail} onFollowed={onFollowed} />
      </ProfileCard>
      <TimesCard />
      {!me.supportMode && (
        <>
          <ExportCard />
          <DeleteAccountCard />
        </>
      )}
    </PageFrame>
  );
}

function ExportCard() {
  const { t } = useTranslation('account');
  const ask = useMutation(
    apiQuery.accounts.exportMine.mutationOptions({
      onSuccess: (exported) =>
        saveAs(new Blob([JSON.stringify(exported, null, 2)], { type: 'application/json' }), 'switchyard-account.json'),
    }),
  );
  return (
    <Card aria-label={t('profile.export')}>
      <Stack gap="sm">
        <Heading>{t('profile.export')}</Heading>
        <Text size="sm">{t('profile.exportText')}</Text>
        {ask.error && <Notice tone="error">{ask.error.message}</Notice>}
        <Group>
          <Button variant="default" loading={ask.isPending} onClick={() => ask.mutate(undefined)}>
            {t('profile.exportSubmit')}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
