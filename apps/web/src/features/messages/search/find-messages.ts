import { IconListSearch, IconMessage, IconPencilPlus, IconRepeat } from '@tabler/icons-react';
import i18next from 'i18next';
import type { SearchFn, SearchHit } from '../../../components/feature-search.ts';
import { api } from '../../../lib/api/client.ts';
import { openCompose } from '../../../lib/dialogs/dialog-requests.ts';
import { formatTotal } from '../../../lib/format/numbers.ts';
import './texts.ts';

const MAX_SHOWN = 5;

/** Finds contacts to write to and messages to open. */
export const findMessages: SearchFn = async (text, signal) => {
  const input = { search: text, limit: MAX_SHOWN };
  const [contacts, messages] = await Promise.all([
    api.contacts.list(input, { signal }),
    api.messages.list(input, { signal }),
  ]);
  const t = i18next.getFixedT(null, 'messageSearch');
  const shown = messages.data.map(
    ({ _id, contactName, message, seriesId }): SearchHit => ({
      id: `message ${_id}`,
      label: t('to', { name: contactName, text: message }),
      icon: seriesId ? IconRepeat : IconMessage,
      run: (navigate) => void navigate({ to: '/import-messages', search: { search: text, open: _id } }),
    }),
  );
  const all: SearchHit = {
    id: 'all messages',
    label: t('all', { total: formatTotal(messages), text }),
    icon: IconListSearch,
    run: (navigate) => void navigate({ to: '/import-messages', search: { search: text } }),
  };
  return [
    {
      name: t('contacts'),
      found: contacts.data.map(({ _id, name, mobile }) => ({
        id: `contact ${_id}`,
        label: t('writeTo', { name }),
        description: mobile,
        icon: IconPencilPlus,
        run: () => openCompose({ to: { name, mobile } }),
      })),
    },
    { name: t('messages'), found: messages.total > shown.length ? [...shown, all] : shown },
  ];
};
