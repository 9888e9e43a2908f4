import {
  Button,
  Checkbox,
  Group,
  List,
  Modal,
  MultiSelect,
  NativeSelect,
  NumberInput,
  Radio,
  Stack,
  Text,
  Textarea,
} from '@mantine/core';
import { type BotDetail, CONTACT_RULES, type DeploymentSettings } from '@switchyard/contracts/bots/operations';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { faultText } from '../../../components/failure-text.ts';
import { Notice } from '../../../components/notice.tsx';
import { toast } from '../../../components/toasts.ts';
import { choicesOf, enginesQuery } from '../../../lib/api/choices.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { kindName } from '../kind-name.ts';
import '../texts.ts';
import { translateText } from '../../../lib/api/translate-text.ts';

/** A first deployment answers only named contacts, so that nobody is messaged by accident. */
const SAFE_DEFAULTS: DeploymentSettings = {
  engineIds: [],
  contactRule: 'only',
  numbers: [],
  groups: 'off',
  gatherSeconds: 3,
  resumeAfterHours: null,
};
const RUNNING = ['stay', 'move', 'end'] as const;
const RESUME_HOURS = [1, 4, 12, 24, 72];

/** Asks whom a bot should answer, and deploys it. `versionId`: an earlier version; omitted: the draft. */
export function DeployDialog(props: { bot: BotDetail; versionId?: string; onClose: () => void }) {
  const { t } = useTranslation('bots');
  const { bot } = props;
  const [settings, setSettings] = useState<DeploymentSettings>(bot.deployment ?? SAFE_DEFAULTS);
  const [numbers, setNumbers] = useState(settings.numbers.join('\n'));
  const [running, setRunning] = useState<(typeof RUNNING)[number]>('stay');
  const engines = useQuery(enginesQuery);
  const { engineIds } = settings;
  const { versionId } = props;
  const notes = useQuery(
    apiQuery.bots.capabilities.queryOptions({ input: { id: bot._id, engineIds, ...(versionId && { versionId }) } }),
  );
  const deploy = useMutation(apiQuery.bots.deploy.mutationOptions());
  const change = (part: Partial<DeploymentSettings>) => setSettings((now) => ({ ...now, ...part }));
  const written = numbers.split(/[\n,;]+/).flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  const submit = () =>
    deploy.mutate(
      {
        id: bot._id,
        settings: {
          engineIds: settings.engineIds,
          contactRule: settings.contactRule,
          numbers: settings.contactRule === 'all' ? [] : written,
          groups: settings.groups,
          gatherSeconds: settings.gatherSeconds,
          resumeAfterHours: settings.resumeAfterHours,
        },
        running,
        ...(versionId && { versionId }),
      },
      {
        onSuccess: () => {
          toast(t('deploy.done', { name: bot.name }));
          props.onClose();
        },
      },
    );
  return (
    <Modal opened onClose={props.onClose} title={t('deploy.title', { name: bot.name })} size="lg">
      <Stack gap="md">
        <Radio.Group
          label={t('deploy.who')}
          value={settings.contactRule}
          onChange={(rule) => change({ contactRule: rule as DeploymentSettings['contactRule'] })}
        >
          <Stack gap={6} mt={4}>
            {CONTACT_RULES.toSorted((rule) => (rule === 'only' ? -1 : 1)).map((rule) => (
              <Radio key={rule} value={rule} label={t(`deploy.rules.${rule}`)} />
            ))}
          </Stack>
        </Radio.Group>
        {settings.contactRule !== 'all' && (
          <Textarea
            label={t('deploy.numbers')}
            description={t('deploy.numbersHelp')}
            value={numbers}
            onChange={(event) => setNumbers(event.currentTarget.value)}
            dir="ltr"
            autosize
            minRows={2}
            data-autofocus
          />
        )}
        <MultiSelect
          label={t('deploy.engines')}
          placeholder={settings.engineIds.length === 0 ? t('deploy.everyEngine') : ''}
          data={choicesOf(engines.data?.data)}
          value={settings.engineIds}
          onChange={(chosen) => change({ engineIds: chosen })}
        />
        <NumberInput
          label={t('deploy.gather')}
          min={0}
          max={60}
          value={settings.gatherSeconds}
          onChange={(value) => change({ gatherSeconds: Number(value) || 0 })}
        />
        <NativeSelect
          label={t('deploy.resume')}
          value={String(settings.resumeAfterHours ?? '')}
          data={[
            { value: '', label: t('deploy.resumeNever') },
            ...RESUME_HOURS.map((hours) => ({
              value: String(hours),
              label: t('deploy.resumeHours', { count: hours }),
            })),
          ]}
          onChange={(event) => change({ resumeAfterHours: Number(event.currentTarget.value) || null })}
        />
        <Checkbox
          label={t('deploy.groups')}
          checked={settings.groups === 'mentioned'}
          onChange={(event) => change({ groups: event.currentTarget.checked ? 'mentioned' : 'off' })}
        />
        {bot.deployment && (
          <NativeSelect
            label={t('deploy.running')}
            value={running}
            data={RUNNING.map((value) => ({ value, label: t(`deploy.runs.${value}`) }))}
            onChange={(event) => setRunning(event.currentTarget.value as typeof running)}
          />
        )}
        {(notes.data?.notes.length ?? 0) > 0 && (
          <div>
            <Text size="sm" fw={550}>
              {t('deploy.notes')}
            </Text>
            <List size="sm">
              {notes.data?.notes.map((note) => (
                <List.Item key={`${note.nodeId} ${note.driver}`}>
                  {note.nodeName || kindName(t, note.nodeKind)} ({note.driver}): {translateText(note.message)}
                </List.Item>
              ))}
            </List>
          </div>
        )}
        {deploy.error && <Notice tone="error">{faultText(deploy.error)}</Notice>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={props.onClose}>
            {t('deploy.cancel')}
          </Button>
          <Button loading={deploy.isPending} onClick={submit}>
            {t('deploy.deploy')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
