import { Avatar, Button, FileButton, Group, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { Notice } from '../../../components/notice.tsx';
import { toast } from '../../../components/toasts.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { useRefreshMe } from '../../../lib/signed-in/use-refresh-me.ts';
import '../account-texts.ts';
import { smallPicture } from './small-picture.ts';

/** Name and picture as others see them, the address, and what `children` say of it. */
export function ProfileCard({ children }: { children: ReactNode }) {
  const { t } = useTranslation('account');
  const me = useMe();
  const refreshMe = useRefreshMe();
  const [name, setName] = useState(me.fullName);
  const [isUnreadable, setIsUnreadable] = useState(false);
  const save = useMutation(
    apiQuery.accounts.updateProfile.mutationOptions({
      onSuccess: async () => {
        await refreshMe();
        toast(t('profile.saved'));
      },
    }),
  );
  const choose = async (file: File | null) => {
    if (!file) return;
    const picture = await smallPicture(file).catch(() => null);
    setIsUnreadable(picture === null);
    if (picture) save.mutate({ picture });
  };
  const error = save.error instanceof ApiError ? save.error : null;
  const fault = error?.faultOf('fullName');
  return (
    <Card
      as="form"
      aria-label={t('profile.about')}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ fullName: name.trim() });
      }}
    >
      <Stack>
        {(isUnreadable || (save.error && !fault)) && (
          <Notice tone="error">{isUnreadable ? t('profile.pictureWrong') : save.error?.message}</Notice>
        )}
        <Group>
          <Avatar src={me.picture} name={me.fullName} alt={t('profile.picture')} size={72} color="brand" />
          {!me.supportMode && (
            <>
              <FileButton onChange={(file) => void choose(file)} accept="image/png,image/jpeg,image/webp">
                {(button) => (
                  <Button
                    {...button}
                    variant="default"
                    loading={save.isPending && save.variables.picture !== undefined}
                  >
                    {t('profile.choose')}
                  </Button>
                )}
              </FileButton>
              {me.picture && (
                <Button variant="subtle" color="gray" onClick={() => save.mutate({ picture: null })}>
                  {t('profile.noPicture')}
                </Button>
              )}
            </>
          )}
        </Group>
        <TextInput
          label={t('profile.name')}
          value={name}
          error={fault}
          maxLength={120}
          disabled={me.supportMode}
          autoComplete="name"
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label={t('profile.email')}
          description={t('profile.emailHint')}
          value={me.email}
          readOnly
          dir="ltr"
        />
        {children}
        {!me.supportMode && (
          <Button
            type="submit"
            loading={save.isPending && save.variables.fullName !== undefined}
            disabled={name.trim() === '' || name.trim() === me.fullName}
            style={{ alignSelf: 'start' }}
          >
            {t('profile.save')}
          </Button>
        )}
      </Stack>
    </Card>
  );
}
