import { ActionIcon, Button, Group, NativeSelect, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import type { NodeOf } from '@switchyard/contracts/bot-flow';
import { IconLock, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { api } from '../../../lib/api/client.ts';
import '../texts.ts';

type Secrets = NonNullable<NodeOf<'http'>['secrets']>;
type Place = NonNullable<Secrets[number]['place']>;

/** Headers and parts of the address whose values are kept encrypted: given once, never shown again, and in no export. */
export function SecretFields(props: {
  botId: string;
  step: NodeOf<'http'>;
  onChange: (part: { secrets: Secrets }) => void;
}) {
  const { t } = useTranslation('bots');
  const { botId, step, onChange } = props;
  const secrets = step.secrets ?? [];
  const headingId = useId();
  const [header, setHeader] = useState('Authorization');
  const [place, setPlace] = useState<Place>('header');
  const [value, setValue] = useState('');
  const keep = useMutation({
    mutationFn: () => api.bots.keepSecret({ id: botId, url: step.url, value: value.trim() }),
  });
  const named = header.trim();
  const isSame = (one: Secrets[number], name: string, where: Place) =>
    (one.place ?? 'header') === where &&
    (where === 'query' ? one.header === name : one.header.toLowerCase() === name.toLowerCase());
  const without = (name: string, where: Place) => secrets.filter((one) => !isSame(one, name, where));
  const onKeep = () =>
    keep.mutate(undefined, {
      onSuccess: ({ secretId }) => {
        const where = place === 'query' ? { place } : {};
        onChange({ secrets: [...without(named, place), { header: named, ...where, secretId }] });
        setValue('');
      },
    });
  return (
    <Stack gap={6} role="group" aria-labelledby={headingId}>
      <Text size="sm" fw={500} id={headingId}>
        {t('builder.secrets')}
      </Text>
      <Text size="xs" c="dimmed">
        {t('builder.secretsHelp')}
      </Text>
      {secrets.map((one) => (
        <Group key={`${one.place} ${one.header}`} gap={6} wrap="nowrap">
          <IconLock size={14} aria-hidden />
          <Text size="sm" style={{ flex: 1, overflowWrap: 'anywhere' }}>
            <bdi>{one.place === 'query' ? `?${one.header}=` : `${one.header}:`}</bdi>{' '}
            {one.secretId === null ? t('builder.secretMissing') : t('builder.secretKept')}
          </Text>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('builder.removeSecret', { header: one.header })}
            onClick={() => onChange({ secrets: without(one.header, one.place ?? 'header') })}
          >
            <IconX size={16} />
          </ActionIcon>
        </Group>
      ))}
      <NativeSelect
        label={t('builder.secretPlace')}
        value={place}
        data={(['header', 'query'] as const).map((value) => ({ value, label: t(`builder.secretPlaces.${value}`) }))}
        onChange={(event) => setPlace(event.currentTarget.value as Place)}
      />
      <TextInput
        label={t('builder.secretName')}
        value={header}
        maxLength={100}
        onChange={(event) => setHeader(event.currentTarget.value)}
        dir="ltr"
        spellCheck={false}
      />
      <PasswordInput
        label={t('builder.secretValue')}
        description={place === 'header' ? t('builder.secretValueHelp') : undefined}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
        autoComplete="off"
        dir="ltr"
      />
      {keep.error && <Notice tone="error">{keep.error.message}</Notice>}
      <Button
        size="compact-sm"
        variant="default"
        loading={keep.isPending}
        disabled={!/^[\w!#$%&'*+.^`|~-]+$/.test(named) || value.trim() === ''}
        onClick={onKeep}
      >
        {t('builder.keepSecret')}
      </Button>
    </Stack>
  );
}
