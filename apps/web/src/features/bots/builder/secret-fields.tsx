import { ActionIcon, Button, Group, NativeSelect, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type NodeOf, VARIABLE_NAME } from '@switchyard/contracts/bots/flow';
import { IconLock, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { api } from '../../../lib/api/client.ts';
import '../texts.ts';

type Secrets = NonNullable<NodeOf<'http'>['secrets']>;
type SecretPlace = NonNullable<Secrets[number]['place']>;

/** Valid names of a secret. */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const NAMES: Record<SecretPlace, RegExp> = { header: HEADER_NAME, query: HEADER_NAME, body: VARIABLE_NAME };

/** A secret's reference as written in its place. */
const referenceTo = ({ header, place = 'header' }: Secrets[number]): string =>
  ({ header: `${header}:`, query: `?${header}=`, body: `secrets.${header}` })[place];

/**
 * Headers, and parts of the address and the body, whose values are stored encrypted: entered once, never shown again,
 * and in no export.
 */
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
  const [place, setPlace] = useState<SecretPlace>('header');
  const [value, setValue] = useState('');
  const store = useMutation({
    mutationFn: () => api.bots.keepSecret({ id: botId, url: step.url, value: value.trim() }),
  });
  const named = header.trim();
  const isSame = (secret: Secrets[number], name: string, where: SecretPlace) =>
    (secret.place ?? 'header') === where &&
    (where === 'header' ? secret.header.toLowerCase() === name.toLowerCase() : secret.header === name);
  const without = (name: string, where: SecretPlace) => secrets.filter((secret) => !isSame(secret, name, where));
  const onKeep = () =>
    store.mutate(undefined, {
      onSuccess: ({ secretId }) => {
        const where = place === 'header' ? {} : { place };
        onChange({ secrets: [...without(named, place), { header: named, ...where, secretId }] });
        setValue('');
      },
    });
  return (
    <Stack gap={6} role="group" aria-labelledby={headingId}>
      <Text size="sm" fw={500} id={headingId}>
        {t('builder.secrets')}
      </Text>
      <Hint size="xs">{t('builder.secretsHelp')}</Hint>
      {secrets.map((secret) => (
        <Group key={`${secret.place} ${secret.header}`} gap={6} wrap="nowrap">
          <IconLock size={14} aria-hidden />
          <Text size="sm" style={{ flex: 1, overflowWrap: 'anywhere' }}>
            <bdi>{referenceTo(secret)}</bdi>{' '}
            {secret.secretId === null ? t('builder.secretMissing') : t('builder.secretKept')}
          </Text>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('builder.removeSecret', { header: secret.header })}
            onClick={() => onChange({ secrets: without(secret.header, secret.place ?? 'header') })}
          >
            <IconX size={16} />
          </ActionIcon>
        </Group>
      ))}
      <NativeSelect
        label={t('builder.secretPlace')}
        value={place}
        data={(['header', 'query', 'body'] as const).map((value) => ({
          value,
          label: t(`builder.secretPlaces.${value}`),
        }))}
        onChange={(event) => {
          const chosen = event.currentTarget.value as SecretPlace;
          setPlace(chosen);
          if (!NAMES[chosen].test(named)) setHeader('');
        }}
      />
      <TextInput
        label={t('builder.secretName')}
        description={place === 'body' ? t('builder.secretInBody', { name: named || 'token' }) : undefined}
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
      {store.error && <Notice tone="error">{store.error.message}</Notice>}
      <Button
        size="compact-sm"
        variant="default"
        loading={store.isPending}
        disabled={!NAMES[place].test(named) || value.trim() === ''}
        onClick={onKeep}
      >
        {t('builder.keepSecret')}
      </Button>
    </Stack>
  );
}
