import {
  ActionIcon,
  Button,
  Group,
  MultiSelect,
  NativeSelect,
  Select,
  Stack,
  TagsInput,
  Textarea,
} from '@mantine/core';
import type { Conversation, TimelineEntry } from '@switchyard/contracts/inbox/operations';
import { PRIORITIES } from '@switchyard/contracts/inbox/views';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../components/failure-text.ts';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { useScreenKeys } from '../../../components/keys/screen-key.ts';
import { Notice } from '../../../components/notice.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { ChatTasks } from '../../../components/tasks/chat-tasks.tsx';
import { choicesOf } from '../../../lib/api/choices.ts';
import { translateText } from '../../../lib/api/translate-text.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { inboxSettings, members, relatedTo, teams, timelineOf, useInboxChanges, whyUnassigned } from '../api/inbox.ts';
import classes from './inbox.module.css';
import { SnoozeDialog } from './snooze-dialog.tsx';

interface WithBot extends Conversation {
  bot: { sessionId: string; name: string; isPaused: boolean } | null;
}

/** The team's notes and actions on a conversation, beside it or, on a narrow screen, in its place. */
export function ContextPane(props: {
  conversation: WithBot;
  onAssignMe: () => void;
  onShow: () => void;
  /** Id of the chat shown beside it. */
  shownId: string;
  onOpen: (id: string) => void;
  onBack: () => void;
}) {
  const { conversation } = props;
  const { t } = useTranslation('inbox');
  const { supportMode, _id: me } = useMe();
  const people = useQuery(members()).data?.data ?? [];
  const teamList = useQuery(teams()).data?.data ?? [];
  const { assign, assignTeam, prioritize, wake, resolve, reopen, label, giveBack } = useInboxChanges();
  const [isSnoozing, setSnoozing] = useState(false);
  const { _id: id, version, status, assignee, bot } = conversation;
  const failure = [assign, assignTeam, prioritize, wake, resolve, reopen, label, giveBack].find(
    ({ error }) => error,
  )?.error;
  const noteField = useRef<HTMLTextAreaElement>(null);
  const assigneeField = useRef<HTMLInputElement>(null);
  const goTo = (to: RefObject<HTMLElement | null>) => {
    if (supportMode) return false;
    // On a narrow screen this pane is hidden behind the thread.
    flushSync(props.onShow);
    return to.current?.focus();
  };
  useScreenKeys([
    { keys: ['N'], press: () => goTo(noteField) },
    { keys: ['H'], press: () => goTo(assigneeField) },
  ]);
  const choices = people.map(({ _id: value, fullName: label }) => ({ value, label }));
  return (
    <aside className={classes.context} aria-label={t('details')}>
      <Group gap="xs" hiddenFrom="lg">
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('back')} onClick={props.onBack}>
          <IconArrowLeft size={18} className="flip-rtl" />
        </ActionIcon>
      </Group>
      {failure && <Notice tone="error">{failureText(failure)}</Notice>}
      <Group gap="xs">
        {status === 'resolved' ? (
          <Button size="xs" disabled={supportMode} onClick={() => reopen.mutate({ id, version })}>
            {t('reopen')}
          </Button>
        ) : (
          <Button size="xs" disabled={supportMode} onClick={() => resolve.mutate({ id, version })}>
            {t('resolve')}
          </Button>
        )}
        {status === 'snoozed' && (
          <Button size="xs" variant="default" disabled={supportMode} onClick={() => wake.mutate({ id, version })}>
            {t('wake')}
          </Button>
        )}
        {status !== 'resolved' && (
          <Button size="xs" variant="default" disabled={supportMode} onClick={() => setSnoozing(true)}>
            {t('snooze')}
          </Button>
        )}
      </Group>
      {conversation.snoozedUntil && (
        <Hint>
          {t('snoozedUntil')} <RelativeTime at={conversation.snoozedUntil} exact />
        </Hint>
      )}
      {conversation.rating !== null && <Hint>{t('event.rated', { name: formatNumber(conversation.rating) })}</Hint>}
      <Select
        ref={assigneeField}
        label={t('assignee')}
        placeholder={t('nobody')}
        data={
          assignee && !choices.some(({ value }) => value === assignee.userId)
            ? [...choices, { value: assignee.userId, label: assignee.name }]
            : choices
        }
        value={assignee?.userId ?? null}
        clearable
        searchable
        disabled={supportMode}
        onChange={(userId) => {
          assign.mutate({ id, version, userId });
          assigneeField.current?.blur();
        }}
      />
      {assignee?.userId !== me && !supportMode && (
        <Button size="xs" variant="light" aria-keyshortcuts="A" onClick={props.onAssignMe}>
          {t('assignMe')}
        </Button>
      )}
      {!assignee && <WhyUnassigned id={id} />}
      {conversation.dueAt && (
        <Hint>
          {t('due')} <RelativeTime at={conversation.dueAt} exact />
        </Hint>
      )}
      {teamList.length > 0 && (
        <Select
          label={t('team')}
          placeholder={t('noTeam')}
          data={choicesOf(teamList)}
          value={conversation.team?.teamId ?? null}
          clearable
          disabled={supportMode}
          onChange={(teamId) => assignTeam.mutate({ id, version, teamId })}
        />
      )}
      <NativeSelect
        label={t('priority')}
        data={PRIORITIES.map((value) => ({ value, label: t(`priorities.${value}`) }))}
        value={conversation.priority}
        disabled={supportMode}
        onChange={({ currentTarget: { value } }) => {
          const priority = PRIORITIES.find((priority) => priority === value);
          if (priority) prioritize.mutate({ id, version, priority });
        }}
      />
      <TagsInput
        label={t('labels')}
        placeholder={conversation.labels.length === 0 ? t('addLabel') : ''}
        value={conversation.labels}
        maxTags={20}
        disabled={supportMode}
        onChange={(labels) => label.mutate({ id, version, labels })}
      />
      {bot && (
        <Stack gap={4}>
          <Hint>{t(bot.isPaused ? 'botPaused' : 'bot', { name: bot.name })}</Hint>
          {bot.isPaused && (
            <Button
              size="xs"
              variant="default"
              disabled={supportMode}
              onClick={() => giveBack.mutate({ id: bot.sessionId })}
            >
              {t('giveBack')}
            </Button>
          )}
        </Stack>
      )}
      {!supportMode && <NewNote id={id} fieldRef={noteField} people={choices.filter(({ value }) => value !== me)} />}
      <RelatedChats conversation={conversation} shownId={props.shownId} onOpen={props.onOpen} />
      <ChatTasks engineId={conversation.engineId} chat={conversation.chat} />
      <Timeline id={id} />
      {isSnoozing && <SnoozeDialog conversation={conversation} onClose={() => setSnoozing(false)} />}
    </aside>
  );
}

/** The same person's chats with the workspace's other numbers. */
function RelatedChats(props: { conversation: Conversation; shownId: string; onOpen: (id: string) => void }) {
  const { conversation, shownId, onOpen } = props;
  const { t } = useTranslation('inbox');
  const { supportMode } = useMe();
  const { merge, separate } = useInboxChanges();
  const { _id: id, version } = conversation;
  const others = useQuery(relatedTo(id)).data?.data.filter(({ _id }) => _id !== id) ?? [];
  if (others.length === 0) return null;
  const failure = merge.error ?? separate.error;
  return (
    <section aria-label={t('related.title')}>
      <Heading order={3} size="h5">
        {t('related.title')}
      </Heading>
      {failure && <Notice tone="error">{failureText(failure)}</Notice>}
      {others.map((chat) => (
        <Group key={chat._id} gap={4} justify="space-between" wrap="nowrap">
          <Hint size="sm" truncate>
            <bdi>{chat.engineName}</bdi> · <RelativeTime at={chat.at} />
          </Hint>
          <Group gap={4} wrap="nowrap">
            {chat._id !== shownId && (
              <Button size="compact-xs" variant="subtle" onClick={() => onOpen(chat._id)}>
                {t('related.open')}
              </Button>
            )}
            <Button
              size="compact-xs"
              variant="default"
              disabled={supportMode}
              loading={merge.isPending || separate.isPending}
              onClick={() =>
                chat.isMerged
                  ? separate.mutate({ id: chat._id, version: chat.version })
                  : merge.mutate({ id, version, otherId: chat._id })
              }
            >
              {t(chat.isMerged ? 'related.separate' : 'related.merge')}
            </Button>
          </Group>
        </Group>
      ))}
    </section>
  );
}

/** Why a conversation has not been assigned yet, where assignment is automatic. */
function WhyUnassigned({ id }: { id: string }) {
  const { t } = useTranslation('inbox');
  const isOn = useQuery(inboxSettings()).data?.assignsItself === true;
  const reason = useQuery({ ...whyUnassigned(id), enabled: isOn }).data?.because;
  if (!isOn || !reason || reason === 'off') return null;
  return <Hint size="xs">{t(`because.${reason}`)}</Hint>;
}

function NewNote(props: {
  id: string;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  people: { value: string; label: string }[];
}) {
  const { id, fieldRef, people } = props;
  const { t } = useTranslation('inbox');
  const { addNote } = useInboxChanges();
  const [text, setText] = useState('');
  const [mentions, setMentions] = useState<string[]>([]);
  const submit = (event: Pick<FormEvent, 'preventDefault'>) => {
    event.preventDefault();
    if (text.trim() === '' || addNote.isPending) return;
    const onSuccess = () => {
      setText('');
      setMentions([]);
    };
    addNote.mutate({ id, text: text.trim(), mentions }, { onSuccess });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Textarea
          label={t('note')}
          placeholder={t('notePlaceholder')}
          value={text}
          autosize
          minRows={2}
          maxRows={8}
          dir="auto"
          ref={fieldRef}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
            if (event.key === 'Escape') event.currentTarget.blur();
          }}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        {people.length > 0 && text !== '' && (
          <MultiSelect label={t('mention')} data={people} value={mentions} onChange={setMentions} searchable />
        )}
        {addNote.error && <Notice tone="error">{failureText(addNote.error)}</Notice>}
        <Button type="submit" size="xs" variant="default" loading={addNote.isPending} disabled={text.trim() === ''}>
          {t('addNote')}
        </Button>
      </Stack>
    </form>
  );
}

function Timeline({ id }: { id: string }) {
  const { t } = useTranslation('inbox');
  const entries = useQuery(timelineOf(id)).data?.data ?? [];
  return (
    <section aria-label={t('timeline')}>
      <Heading order={3} size="h5">
        {t('timeline')}
      </Heading>
      <ul className={classes.entries}>
        {entries.map((entry) => (
          <Entry key={entry._id} entry={entry} />
        ))}
      </ul>
    </section>
  );
}

function EventText({ entry: { kind, name } }: { entry: TimelineEntry }) {
  const { t } = useTranslation('inbox');
  const priority = PRIORITIES.find((priority) => priority === name);
  if (kind === 'prioritized' && priority) return t('event.prioritized', { name: t(`priorities.${priority}`) });
  return t(`event.${kind}`, { name: name ?? '' });
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const { t } = useTranslation('inbox');
  return (
    <li className={classes.entry} data-note={entry.kind === 'note' || undefined}>
      <div>{entry.kind === 'note' ? <bdi>{translateText(entry.text)}</bdi> : <EventText entry={entry} />}</div>
      {entry.kind === 'handed-over' && entry.text !== '' && <bdi>{translateText(entry.text)}</bdi>}
      {entry.answers.length > 0 && (
        <dl className={classes.answers}>
          {entry.answers.map(({ name, value }) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>
                <bdi>{name}</bdi>
              </dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Hint size="xs">
        <bdi>{entry.by ?? t('byProduct')}</bdi> · <RelativeTime at={entry.at} />
      </Hint>
    </li>
  );
}
