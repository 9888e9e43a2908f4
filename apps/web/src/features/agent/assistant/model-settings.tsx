import { Button, Group, NumberInput, PasswordInput, Stack, Switch, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { Notice } from '../../../components/notice.tsx';
import { api, apiQuery } from '../../../lib/api/client.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import '../texts.ts';

type Model = Awaited<ReturnType<typeof api.agent.model>>;

/** Which language model answers, and what may be sent to it. */
export function ModelSettings() {
  const { t } = useTranslation('agent');
  const settings = useQuery(apiQuery.agent.model.queryOptions());
  return (
    <Card aria-label={t('assistant.model.title')}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t('assistant.model.title')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('assistant.model.text')} <AnchorLink to="/credits-usage">{t('assistant.model.usage')}</AnchorLink>
        </Text>
        {settings.error && <Notice tone="error">{settings.error.message}</Notice>}
        {settings.data && <ModelForm key={JSON.stringify(settings.data)} saved={settings.data} />}
      </Stack>
    </Card>
  );
}

function ModelForm({ saved }: { saved: Model }) {
  const { t } = useTranslation('agent');
  const queries = useQueryClient();
  const { workspace, supportMode } = useMe();
  const [baseUrl, setBaseUrl] = useState(saved.baseUrl ?? '');
  const [model, setModel] = useState(saved.model ?? '');
  const [embeddingModel, setEmbeddingModel] = useState(saved.embeddingModel ?? '');
  const [apiKey, setApiKey] = useState('');
  const [sendsChats, setSendsChats] = useState(saved.sendsChats);
  const [creditsPerPerson, setCreditsPerPerson] = useState<number | string>(saved.creditsPerPerson ?? '');
  /** It is kept for the address that it was given for. */
  const isKeyKept = saved.hasKey && baseUrl.trim() === saved.baseUrl;
  const readAgain = () => queries.invalidateQueries({ queryKey: apiQuery.agent.model.key() });
  const save = useMutation({
    mutationFn: () =>
      api.agent.saveModel({
        baseUrl: baseUrl.trim() || null,
        model: model.trim() || null,
        embeddingModel: embeddingModel.trim() || null,
        sendsChats,
        creditsPerPerson: typeof creditsPerPerson === 'number' ? creditsPerPerson : null,
        ...(apiKey || (saved.hasKey && !isKeyKept) ? { apiKey: apiKey || null } : {}),
      }),
    onSuccess: readAgain,
  });
  const test = useMutation({ mutationFn: () => api.agent.testModel(), onSuccess: readAgain });
  const mayChange = workspace.role !== 'member' && !supportMode;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack gap="sm">
        {saved.instanceModel && <Text size="sm">{t('assistant.model.instance', { model: saved.instanceModel })}</Text>}
        <TextInput
          label={t('assistant.model.address')}
          placeholder="https://api.example.com/v1"
          value={baseUrl}
          disabled={!mayChange}
          onChange={(event) => setBaseUrl(event.currentTarget.value)}
        />
        <TextInput
          label={t('assistant.model.name')}
          value={model}
          disabled={!mayChange}
          onChange={(event) => setModel(event.currentTarget.value)}
        />
        <TextInput
          label={t('assistant.model.embedding')}
          description={t('assistant.model.embeddingText')}
          value={embeddingModel}
          disabled={!mayChange || baseUrl.trim() === ''}
          onChange={(event) => setEmbeddingModel(event.currentTarget.value)}
        />
        <PasswordInput
          label={t('assistant.model.key')}
          placeholder={isKeyKept ? t('assistant.model.keyKept') : ''}
          value={apiKey}
          disabled={!mayChange}
          onChange={(event) => setApiKey(event.currentTarget.value)}
          autoComplete="off"
        />
        <Switch
          label={t('assistant.model.chats')}
          description={t('assistant.model.chatsText')}
          checked={sendsChats}
          disabled={!mayChange || (workspace.role !== 'owner' && !saved.sendsChats)}
          onChange={(event) => setSendsChats(event.currentTarget.checked)}
        />
        <NumberInput
          label={t('assistant.model.perPerson')}
          description={t('assistant.model.perPersonText')}
          value={creditsPerPerson}
          min={0}
          max={1_000_000}
          allowDecimal={false}
          disabled={!mayChange}
          onChange={setCreditsPerPerson}
        />
        {save.error && <Notice tone="error">{save.error.message}</Notice>}
        {test.error && <Notice tone="error">{test.error.message}</Notice>}
        {test.data && (
          <Notice tone={test.data.outcome === 'ok' ? 'success' : 'error'}>
            {t(`assistant.model.outcome.${test.data.outcome}`)}
          </Notice>
        )}
        {saved.isPlannerInCharge && !test.data && <Text size="sm">{t('assistant.model.outcome.tools')}</Text>}
        {mayChange && (
          <Group gap="xs">
            <Button type="submit" loading={save.isPending}>
              {t('assistant.model.save')}
            </Button>
            <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
              {t('assistant.model.test')}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
