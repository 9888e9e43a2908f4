import { Button, Group } from '@mantine/core';
import { isGroupId } from '@switchyard/contracts/chats/group-id';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '../../lib/api/client.ts';
import './texts.ts';

const MAX_SHOWN = 8;
const FRESH_MS = 30_000;
/** What follows an `@` at the end of the text. */
const MENTION_START = /(?:^|\s)@([\p{L}\p{M}\d]*)$/u;

/**
 * Suggests group members whose name or number starts with the text after `@`. The chosen member is inserted by number,
 * as WhatsApp does, and their phone notifies them.
 */
export function Mentions(props: { engineId: string; chat: string; text: string; onText: (text: string) => void }) {
  const { engineId: id, chat, text } = props;
  const { t } = useTranslation('conversation');
  const prefix = isGroupId(chat) ? (MENTION_START.exec(text)?.[1] ?? null) : null;
  const info = useQuery({
    ...apiQuery.chats.groupInfo.queryOptions({ input: { id, chat } }),
    staleTime: FRESH_MS,
    meta: { isApart: true },
    retry: false,
    enabled: prefix !== null,
  });
  if (prefix === null || !info.data) return null;
  const query = prefix.toLowerCase();
  const shown = info.data.members.filter(
    ({ number, name }) =>
      number.startsWith('+') &&
      (number.slice(1).startsWith(query) ||
        name
          ?.toLowerCase()
          .split(' ')
          .some((word) => word.startsWith(query))),
  );
  const mention = (number: string) => props.onText(`${text.slice(0, text.length - prefix.length)}${number.slice(1)} `);
  return (
    <Group gap={4} px="sm" pt={6}>
      {shown.slice(0, MAX_SHOWN).map(({ number, name }) => (
        <Button
          key={number}
          size="compact-xs"
          variant="light"
          aria-label={t('composer.mention', { name: name ?? number })}
          onClick={() => mention(number)}
        >
          <bdi>{name ?? number}</bdi>
        </Button>
      ))}
    </Group>
  );
}
