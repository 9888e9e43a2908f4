import { Button, CopyButton, Group, Modal, MultiSelect, Stack, Textarea } from '@mantine/core';
import type { Share } from '@switchyard/contracts/shares/operations';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../components/failure-text.ts';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { contactsNamed, useShares } from './api.ts';
import './texts.ts';

/** Creates form links for contacts; each can be answered once. */
export function PersonalLinksDialog({ share, onClose }: { share: Share; onClose: () => void }) {
  const { t } = useTranslation('shares');
  const { personalLinks } = useShares();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const found = useQuery(contactsNamed(search));
  const offered = new Map([
    ...chosen,
    ...(found.data?.data ?? []).map(({ _id, name, mobile }) => [_id, name || mobile] as const),
  ]);
  const lines = personalLinks.data?.data.map(
    ({ name, mobile, token }) => `${name}\t${mobile}\t${window.location.origin}/form-preview/${token}`,
  );
  return (
    <Modal opened onClose={onClose} title={t('personal.title', { name: share.name })} size="lg">
      <Stack gap="md">
        <Hint>{t('personal.hint')}</Hint>
        {lines ? (
          <>
            <Textarea label={t('personal.made')} value={lines.join('\n')} readOnly autosize maxRows={12} dir="ltr" />
            <Hint size="xs">{t('once')}</Hint>
            <Group justify="flex-end">
              <CopyButton value={lines.join('\n')}>
                {({ copied, copy }) => <Button onClick={copy}>{copied ? t('copied') : t('copy')}</Button>}
              </CopyButton>
            </Group>
          </>
        ) : (
          <>
            <MultiSelect
              label={t('personal.contacts')}
              data={[...offered].map(([value, label]) => ({ value, label }))}
              value={[...chosen.keys()]}
              searchable
              hidePickedOptions
              maxValues={500}
              searchValue={search}
              onSearchChange={setSearch}
              filter={({ options }) => options}
              onChange={(ids) => setChosen(new Map(ids.map((id) => [id, offered.get(id) ?? id])))}
            />
            {personalLinks.error && <Notice tone="error">{failureText(personalLinks.error)}</Notice>}
            <Group justify="flex-end">
              <Button
                disabled={chosen.size === 0}
                loading={personalLinks.isPending}
                onClick={() => personalLinks.mutate({ id: share._id, contactIds: [...chosen.keys()] })}
              >
                {t('personal.make')}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Modal>
  );
}
