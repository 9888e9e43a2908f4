import { ActionIcon, Code, CopyButton, Group, PasswordInput, Skeleton, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { CloudApiSettings } from '@switchyard/contracts/engines/cloud-api';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import '../texts.ts';
import { SettingsForm } from './settings-form.tsx';
import { SimulateBusinessButton } from './simulate-business-button.tsx';

const LATEST_VERSION = 'v25.0';

/** Credentials of a `cloud-api` engine for WhatsApp's Cloud API, and the values to enter at Meta. */
export function CloudApiForm({ engineId }: { engineId: string }) {
  const { t } = useTranslation('engines');
  const settings = useQuery(apiQuery.engines.readCloudApi.queryOptions({ input: { id: engineId } }));
  if (settings.isPending) return <Skeleton height={320} radius="md" />;
  if (settings.isError) {
    return <ErrorState title={t('settings.notRead')} error={settings.error} onRetry={() => void settings.refetch()} />;
  }
  return <Form key={settings.data?.phoneNumberId} engineId={engineId} saved={settings.data} />;
}

function Form({ engineId, saved }: { engineId: string; saved: CloudApiSettings | null }) {
  const { t } = useTranslation('engines');
  const form = useForm({
    initialValues: {
      phoneNumberId: saved?.phoneNumberId ?? '',
      accessToken: '',
      appSecret: '',
      apiVersion: saved?.apiVersion ?? LATEST_VERSION,
    },
  });
  const save = useMutation(apiQuery.engines.saveCloudApi.mutationOptions());
  const field = (name: keyof typeof form.values) => ({
    label: t(`settings.cloudApi.${name}`),
    autoComplete: 'off',
    ...form.getInputProps(name),
  });
  const secretHint = saved ? t('settings.cloudApi.keptSecret') : undefined;
  const { phoneNumberId, accessToken, appSecret } = form.values;
  return (
    <SettingsForm
      title={t('settings.cloudApi.title')}
      hint={t('settings.cloudApi.hint')}
      form={form}
      input={(values) => ({ id: engineId, ...values })}
      save={save}
      isReady={phoneNumberId !== '' && accessToken !== '' && appSecret !== ''}
      onSaved={() => form.setValues({ accessToken: '', appSecret: '' })}
    >
      <TextInput {...field('phoneNumberId')} inputMode="numeric" />
      <PasswordInput {...field('accessToken')} description={secretHint} />
      <PasswordInput {...field('appSecret')} description={secretHint} />
      <TextInput {...field('apiVersion')} />
      <SimulateBusinessButton engineId={engineId} onDone={save.reset} />
      {saved && (
        <>
          <CopyableValue name={t('settings.cloudApi.webhookUrl')} value={saved.webhookUrl} />
          <CopyableValue name={t('settings.cloudApi.verifyToken')} value={saved.verifyToken} />
        </>
      )}
    </SettingsForm>
  );
}

function CopyableValue({ name, value }: { name: string; value: string }) {
  const { t } = useTranslation('engines');
  return (
    <div>
      <Text size="sm" fw={500}>
        {name}
      </Text>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Code style={{ overflowWrap: 'anywhere' }}>{value}</Code>
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <ActionIcon variant="subtle" onClick={copy} aria-label={t('settings.copy', { name })}>
              {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            </ActionIcon>
          )}
        </CopyButton>
      </Group>
    </div>
  );
}
