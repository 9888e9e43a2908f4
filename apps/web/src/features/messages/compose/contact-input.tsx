import { Autocomplete } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '../../../lib/api/client.ts';
import '../texts.ts';
import { groupOption, useGroups } from './groups.ts';
import type { ComposeForm } from './use-compose-form.ts';

const SUGGESTIONS = 20;
const TYPING_PAUSE_MS = 200;

/** Offers the workspace's contacts, and the groups of its engines, while typing; a number or another name may be typed as well. */
export function ContactInput({ form, isFirst }: { form: ComposeForm; isFirst: boolean }) {
  const { t } = useTranslation('messages');
  const [search] = useDebouncedValue(form.values.to, TYPING_PAUSE_MS);
  const contacts = useQuery(
    apiQuery.contacts.list.queryOptions({
      input: { search: search.slice(0, 200), limit: SUGGESTIONS },
      placeholderData: keepPreviousData,
    }),
  );
  const options = new Map(
    (contacts.data?.data ?? []).map((contact) => [`${contact.name} · ${contact.mobile}`, contact]),
  );
  const groups = new Map(useGroups(search).map((group) => [groupOption(group), group]));
  return (
    <Autocomplete
      label={t('compose.contact')}
      description={t('compose.contactHint')}
      withAsterisk
      maxLength={256}
      autoComplete="off"
      data-autofocus={isFirst || undefined}
      openOnFocus={false}
      data={[
        { group: t('compose.contacts'), items: [...options.keys()] },
        { group: t('compose.groups'), items: [...groups.keys()].filter((name) => !options.has(name)) },
      ].filter(({ items }) => items.length > 0)}
      filter={({ options: given }) => given}
      {...form.getInputProps('to')}
      onChange={(typed) => {
        const picked = options.get(typed);
        const group = groups.get(typed);
        form.setFieldValue('to', picked?.name ?? group?.subject ?? group?.chat ?? typed);
        form.setFieldValue('pickedMobile', picked?.mobile ?? group?.chat ?? '');
      }}
    />
  );
}
