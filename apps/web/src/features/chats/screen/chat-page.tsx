import { Select, Skeleton } from '@mantine/core';
import { driverFacts } from '@switchyard/contracts/engine/driver-capabilities';
import { IconMessage2, IconPlugConnected } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { enginesQuery } from '../../../lib/api/choices.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { oneChat, useLiveChats } from '../api/chats.ts';
import '../texts.ts';
import classes from './chat-page.module.css';
import type { ChatScreenSearch } from './chat-search.ts';
import { ChatsPane } from './chats-pane.tsx';
import { ConversationPane } from './conversation-pane.tsx';
import { DetailsPane } from './details-pane.tsx';

interface ChatPageProps {
  search: ChatScreenSearch;
  onSearch: (search: ChatScreenSearch) => void;
}

/** An engine's chats as on its phone: the list, the open chat, and contact details; one at a time on a phone. */
export function ChatPage({ search, onSearch }: ChatPageProps) {
  const { t } = useTranslation('chats');
  const engines = useQuery(enginesQuery);
  const all = engines.data?.data ?? [];
  const engine = all.find(({ _id }) => _id === search.engine) ?? all[0];
  return (
    <PageFrame isFilling>
      <div className={classes.title} data-behind={search.chat !== undefined || undefined}>
        <PageHeader
          title={t('title')}
          actions={
            all.length > 1 && (
              <Select
                aria-label={t('screen.engine')}
                data={all.map(({ _id, name, phoneNumber }) => ({
                  value: _id,
                  label: [name, phoneNumber].filter(Boolean).join(' · '),
                }))}
                value={engine?._id ?? null}
                allowDeselect={false}
                onChange={(id) => id && onSearch({ engine: id })}
              />
            )
          }
        />
      </div>
      {engines.isPending && <Skeleton className={classes.waiting ?? ''} />}
      {engines.isError && (
        <ErrorState title={t('failed')} error={engines.error} onRetry={() => void engines.refetch()} />
      )}
      {engines.isSuccess &&
        (engine ? (
          <Panes key={engine._id} engineId={engine._id} driver={engine.driver} search={search} onSearch={onSearch} />
        ) : (
          <EmptyState
            icon={IconPlugConnected}
            title={t('screen.noEngine')}
            text={t('screen.noEngineText')}
            action={<ButtonLink to="/engines">{t('screen.toEngines')}</ButtonLink>}
          />
        ))}
    </PageFrame>
  );
}

function Panes({ engineId, driver, search, onSearch }: ChatPageProps & { engineId: string; driver: string }) {
  const { t } = useTranslation('chats');
  const { supportMode } = useMe();
  const [hasDetails, setHasDetails] = useState(false);
  useLiveChats(engineId);
  const { chat } = search;
  const known = useQuery({ ...oneChat(engineId, chat ?? ''), enabled: chat !== undefined });
  const shown = chat === undefined ? null : (known.data ?? { chat, name: null, pictureFileId: null });
  const close = () => {
    setHasDetails(false);
    onSearch({ ...search, chat: undefined, message: undefined });
  };
  return (
    <Card
      as="div"
      className={classes.panes}
      data-open={shown !== null || undefined}
      data-details={hasDetails || undefined}
    >
      <ChatsPane
        engineId={engineId}
        actions={supportMode ? [] : driverFacts(driver).acts}
        search={search}
        onSearch={(next) => onSearch({ ...next, message: undefined })}
      />
      {shown === null ? (
        <div className={classes.none}>
          <EmptyState icon={IconMessage2} title={t('screen.choose')} text={t('screen.chooseText')} />
        </div>
      ) : (
        <ConversationPane
          key={`${shown.chat} ${search.message ?? ''}`}
          engineId={engineId}
          chat={shown}
          message={search.message}
          onBack={close}
          onDetails={() => setHasDetails(!hasDetails)}
        />
      )}
      {shown !== null && hasDetails && (
        <DetailsPane engineId={engineId} chat={shown} onClose={() => setHasDetails(false)} />
      )}
    </Card>
  );
}
