import { Autocomplete, Button, Group, Pill, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { MAX_RECIPIENTS } from '@switchyard/contracts/messages/limits';
import { IconUserPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '../../../lib/api/client.ts';
import { isolate } from '../../../lib/i18n/i18n.ts';
import '../texts.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { groupOption, useGroups } from './groups.ts';
import type { ComposeForm } from './use-compose-form.ts';

const SUGGESTIONS = 20;
const TYPING_PAUSE_MS = 200;

/**
 * Suggests the workspace's contacts and its engines' groups while typing; numbers and other names can be entered too.
 */
export function ContactInput(props: { form: ComposeForm; isFirst: boolean; allowsSeveral: boolean }) {
  const { form, isFirst, allowsSeveral } = props;
  const { t } = useTranslation('messages');
  const [search] = useDebouncedValue(form.values.to, TYPING_PAUSE_MS);
  const contacts = useQuery(
    apiQuery.contacts.list.queryOptions({
      input: { search: search.slice(0, 200), limit: SUGGESTIONS },
      placeholderData: keepPreviousData,
    }),
  );
  const example = useMe().workspace.exampleNumber;
  const options = new Map(
    (contacts.data?.data ?? []).map((contact) => [`${contact.name} · ${isolate(contact.mobile)}`, contact]),
  );
  const groups = new Map(useGroups(search).map((group) => [groupOption(group), group]));
  const field = (
    <Autocomplete
      label={t('compose.contact')}
      description={t('compose.contactHint', { example })}
      withAsterisk
      maxLength={256}
      autoComplete="off"
      data-autofocus={isFirst || undefined}
      openOnFocus={false}
      data={[
        { group: t('compose.contacts'), items: [...options.keys()] },
        { group: t('compose.groups'), items: [...groups.keys()].filter((name) => !options.has(name)) },
      ].filter(({ items }) => items.length > 0)}
      filter={({ options: unfiltered }) => unfiltered}
      {...form.getInputProps('to')}
      onChange={(typed) => {
        const picked = options.get(typed);
        const group = groups.get(typed);
        form.setFieldValue('to', picked?.name ?? group?.subject ?? group?.chat ?? typed);
        form.setFieldValue('pickedMobile', picked?.mobile ?? group?.chat ?? '');
      }}
    />
  );
  return allowsSeveral ? (
    <Stack gap={6}>
      {field}
      <MoreRecipients form={form} />
    </Stack>
  ) : (
    field
  );
}

/** Further recipients, and the button to add one. */
function MoreRecipients({ form }: { form: ComposeForm }) {
  const { t } = useTranslation('messages');
  const { others, to, pickedMobile } = form.values;
  const setOthers = (changed: typeof others) => {
    form.setFieldValue('others', changed);
    form.clearFieldError('others');
  };
  const add = () => {
    setOthers([...others, { to: to.trim(), pickedMobile }]);
    form.setFieldValue('to', '');
    form.setFieldValue('pickedMobile', '');
    form.getInputNode('to')?.focus();
  };
  return (
    <Group gap={6}>
      {others.map((recipient, index) => (
        <Pill
          // biome-ignore lint/suspicious/noArrayIndexKey: the same name may be listed twice until the server reports it
          key={index}
          size="md"
          withRemoveButton
          removeButtonProps={{
            'aria-label': t('compose.removeRecipient', { name: recipient.to }),
            'aria-hidden': false,
            tabIndex: 0,
          }}
          onRemove={() => setOthers(others.toSpliced(index, 1))}
        >
          <bdi>{recipient.to}</bdi>
        </Pill>
      ))}
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconUserPlus size={14} />}
        disabled={to.trim() === '' || others.length + 1 >= MAX_RECIPIENTS}
        onClick={add}
      >
        {t('compose.addRecipient')}
      </Button>
      {form.errors.others && (
        <Text size="xs" c="red" role="alert">
          {form.errors.others}
        </Text>
      )}
    </Group>
  );
}
