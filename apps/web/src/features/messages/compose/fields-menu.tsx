import { Button, Menu } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '../../../lib/api/client.ts';
import '../texts.ts';

/** Fields of every contact; custom fields follow them. */
const BUILT_IN_FIELDS = ['name', 'first name', 'last name'] as const;

/** Inserts `{name|there}` or a contact field into the text. */
export function FieldsMenu({ onInsert }: { onInsert: (text: string) => void }) {
  const { t } = useTranslation('messages');
  const [isOpen, setIsOpen] = useState(false);
  const fields = useQuery(apiQuery.contacts.fields.queryOptions({ enabled: isOpen }));
  const own = (fields.data ?? []).map(({ key }) => key);
  return (
    <Menu opened={isOpen} onChange={setIsOpen} position="bottom-start" returnFocus={false}>
      <Menu.Target>
        <Button size="compact-sm" variant="subtle" leftSection={<IconBraces size={14} />}>
          {t('compose.insertField')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={280} style={{ overflow: 'auto' }}>
        {BUILT_IN_FIELDS.map((name) => (
          <Menu.Item key={name} onClick={() => onInsert(`{${name}|${t('compose.fallback')}}`)}>
            {t(`compose.field.${name}`)}
          </Menu.Item>
        ))}
        {own.map((key) => (
          <Menu.Item key={key} onClick={() => onInsert(`{${key}|}`)}>
            <bdi>{key}</bdi>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
