import { Button, Group, NumberInput, PasswordInput, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { Notice } from '../../../components/notice.tsx';
import { type api, apiQuery } from '../../../lib/api/client.ts';
import { faultsAt } from '../../../lib/api/field-faults.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import '../texts.ts';

/** Id of the description of the test button. */
const SAVE_FIRST = 'model-is-tested-when-saved';

type ModelSettingsData = Awaited<ReturnType<typeof api.agent.model>>;

/** Which language model answers, and what may be sent to it. */
export function ModelSettings() {
  const { t } = useTranslation('agent');
  const settings = useQuery(apiQuery.agent.model.queryOptions());
  const test = useTest();
  return (
    <Card aria-label={t('assistant.model.title')}>
      <Stack gap="sm">
        <Heading>{t('assistant.model.title')}</Heading>
        <Hint>
          {t('assistant.model.text')} <AnchorLink to="/credits-usage">{t('assistant.model.usage')}</AnchorLink>
        </Hint>
        {settings.error && <Notice tone="error">{settings.error.message}</Notice>}
        {settings.data && <ModelForm key={formKey(settings.data)} saved={settings.data} test={test} />}
      </Stack>
    </Card>
  );
}

/** Key of the form: it resets when somebody saves the model, not when a test finishes. */
const formKey = ({ isPlannerInCharge: _, instanceModel: __, ...fields }: ModelSettingsData): string =>
  JSON.stringify(fields);

const useTest = () => useMutation(apiQuery.agent.testModel.mutationOptions());

function ModelForm({ saved, test }: { saved: ModelSettingsData; test: ReturnType<typeof useTest> }) {
  const { t } = useTranslation('agent');
  const { workspace, supportMode } = useMe();
  const form = useForm({
    initialValues: {
      baseUrl: saved.baseUrl ?? '',
      model: saved.model ?? '',
      embeddingModel: saved.embeddingModel ?? '',
      apiKey: '',
      sendsChats: saved.sendsChats,
      creditsPerPerson: (saved.creditsPerPerson ?? '') as number | string,
    },
  });
  const { baseUrl } = form.values;
  /** The key is bound to the address for which it was entered. */
  const isKeyKept = saved.hasKey && baseUrl.trim() === saved.baseUrl;
  const save = useMutation(apiQuery.agent.saveModel.mutationOptions());
  const submit = form.onSubmit(async ({ apiKey, creditsPerPerson, sendsChats, ...texts }) => {
    try {
      await save.mutateAsync({
        baseUrl: texts.baseUrl.trim() || null,
        model: texts.model.trim() || null,
        embeddingModel: texts.embeddingModel.trim() || null,
        sendsChats,
        creditsPerPerson: typeof creditsPerPerson === 'number' ? creditsPerPerson : null,
        ...(apiKey || (saved.hasKey && !isKeyKept) ? { apiKey: apiKey || null } : {}),
      });
      // Test results of another model do not apply to this one.
      test.reset();
    } catch (error) {
      form.setErrors(faultsAt(Object.keys(form.values), error as Error));
    }
  });
  const isAtField = Object.keys(faultsAt(Object.keys(form.values), save.error)).length > 0;
  const mayChange = workspace.role !== 'member' && !supportMode;
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        {saved.instanceModel && <Text size="sm">{t('assistant.model.instance', { model: saved.instanceModel })}</Text>}
        <TextInput
          label={t('assistant.model.address')}
          placeholder="https://api.example.com/v1"
          disabled={!mayChange}
          {...form.getInputProps('baseUrl')}
        />
        <TextInput label={t('assistant.model.name')} disabled={!mayChange} {...form.getInputProps('model')} />
        <TextInput
          label={t('assistant.model.embedding')}
          description={t('assistant.model.embeddingText')}
          disabled={!mayChange || baseUrl.trim() === ''}
          {...form.getInputProps('embeddingModel')}
        />
        <PasswordInput
          label={t('assistant.model.key')}
          placeholder={isKeyKept ? t('assistant.model.keyKept') : ''}
          disabled={!mayChange}
          autoComplete="off"
          {...form.getInputProps('apiKey')}
        />
        <Switch
          label={t('assistant.model.chats')}
          description={t('assistant.model.chatsText')}
          disabled={!mayChange || (workspace.role !== 'owner' && !saved.sendsChats)}
          {...form.getInputProps('sendsChats', { type: 'checkbox' })}
        />
        <NumberInput
          label={t('assistant.model.perPerson')}
          description={t('assistant.model.perPersonText')}
          min={0}
          max={1_000_000}
          allowDecimal={false}
          disabled={!mayChange}
          {...form.getInputProps('creditsPerPerson')}
        />
        {save.error && !isAtField && <Notice tone="error">{save.error.message}</Notice>}
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
            <Button
              variant="default"
              loading={test.isPending}
              disabled={form.isDirty()}
              aria-describedby={form.isDirty() ? SAVE_FIRST : undefined}
              onClick={() => test.mutate(undefined)}
            >
              {t('assistant.model.test')}
            </Button>
            {form.isDirty() && (
              <Hint id={SAVE_FIRST} size="xs">
                {t('assistant.model.testSaved')}
              </Hint>
            )}
          </Group>
        )}
      </Stack>
    </form>
  );
}
