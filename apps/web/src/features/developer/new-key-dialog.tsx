import {
  Button,
  Checkbox,
  Code,
  CopyButton,
  Group,
  Modal,
  NativeSelect,
  Stack,
  Table,
  Text,
  TextInput,
} from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmIdentity, mustConfirm } from '../../components/confirm-identity.tsx';
import { Hint } from '../../components/hint.tsx';
import { Notice } from '../../components/notice.tsx';
import { apiQuery } from '../../lib/api/client.ts';
import './texts.ts';

const EXPIRIES = ['30', '90', '365', 'never'] as const;
const EFFECTS = ['read', 'change'] as const;
const MAX_NAME_LENGTH = 80;

/** Creates a key, and shows it once. Closing by accident would lose the key, so only a button closes the dialog. */
export function NewKeyDialog(props: { isOpen: boolean; scopes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation(['developer', 'scope']);
  const create = useMutation(apiQuery.apiKeys.create.mutationOptions());
  const made = create.data?.key;
  const isConfirmationNeeded = mustConfirm(create.error);
  const close = () => {
    create.reset();
    props.onClose();
  };
  return (
    <Modal
      opened={props.isOpen}
      onClose={close}
      size="lg"
      title={made ? t('created') : t('new')}
      closeOnClickOutside={!made}
      closeOnEscape={!made}
      withCloseButton={!made}
    >
      {made ? (
        <Stack gap="md">
          <Text size="sm">{t('createdText')}</Text>
          <Code block data-testid="api-key" dir="ltr">
            {made}
          </Code>
          <Group justify="flex-end" gap="xs">
            <CopyButton value={made}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy} data-autofocus>
                  {copied ? t('copied') : t('copy')}
                </Button>
              )}
            </CopyButton>
            <Button onClick={close}>{t('done')}</Button>
          </Group>
        </Stack>
      ) : (
        <>
          <NewKeyForm
            scopes={props.scopes}
            isSending={create.isPending}
            failure={isConfirmationNeeded ? undefined : create.error?.message}
            onCreate={create.mutate}
          />
          <ConfirmIdentity
            isOpen={isConfirmationNeeded}
            onClose={create.reset}
            onConfirmed={() => create.variables && create.mutate(create.variables)}
          />
        </>
      )}
    </Modal>
  );
}

function NewKeyForm(props: {
  scopes: readonly string[];
  isSending: boolean;
  failure: string | undefined;
  onCreate: (key: { name: string; scopes: string[]; expiresInDays: number | null }) => void;
}) {
  const { t } = useTranslation(['developer', 'scope']);
  const [name, setName] = useState('');
  const [expiry, setExpiry] = useState<string>('90');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isTried, setIsTried] = useState(false);
  const areas = [...new Set(props.scopes.map((scope) => scope.split(':')[0] ?? ''))];
  const toggle = (scope: string) => {
    const next = new Set(chosen);
    if (!next.delete(scope)) next.add(scope);
    setChosen(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (name.trim() === '' || chosen.size === 0) return;
    const expiresInDays = expiry === 'never' ? null : Number(expiry);
    props.onCreate({ name: name.trim(), scopes: [...chosen], expiresInDays });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {props.failure && <Notice tone="error">{props.failure}</Notice>}
        <TextInput
          label={t('name')}
          description={t('nameHint')}
          maxLength={MAX_NAME_LENGTH}
          dir="auto"
          data-autofocus
          value={name}
          error={isTried && name.trim() === '' && t('nameMissing')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <div>
          <Text size="sm" fw={500}>
            {t('scopes')}
          </Text>
          <Hint size="xs">{t('scopesHint')}</Hint>
          <Table aria-label={t('scopes')} verticalSpacing={6}>
            <Table.Tbody>
              {areas.map((area) => (
                <Table.Tr key={area}>
                  <Table.Th scope="row" fw={400}>
                    {t(`scope:${area}`, { defaultValue: area })}
                  </Table.Th>
                  {EFFECTS.map((effect) => (
                    <Table.Td key={effect}>
                      {props.scopes.includes(`${area}:${effect}`) && (
                        <Checkbox
                          size="sm"
                          label={t(effect)}
                          aria-label={`${t(`scope:${area}`, { defaultValue: area })}: ${t(effect)}`}
                          checked={chosen.has(`${area}:${effect}`)}
                          onChange={() => toggle(`${area}:${effect}`)}
                        />
                      )}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          {isTried && chosen.size === 0 && <Notice tone="error">{t('scopesMissing')}</Notice>}
        </div>
        <NativeSelect
          label={t('expires')}
          value={expiry}
          data={EXPIRIES.map((value) => ({ value, label: t(`expiry.${value}`) }))}
          onChange={(event) => setExpiry(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={props.isSending}>
            {t('create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
