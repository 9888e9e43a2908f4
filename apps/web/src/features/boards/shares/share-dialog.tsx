import {
  Button,
  Checkbox,
  CopyButton,
  Group,
  Modal,
  NativeSelect,
  NumberInput,
  SegmentedControl,
  Stack,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { hasValues, isReadOnlyType } from '@switchyard/contracts/boards/columns';
import { MAX_NAME_LENGTH } from '@switchyard/contracts/boards/limits';
import type { Board, BoardColumn, BoardFilter, BoardSort } from '@switchyard/contracts/boards/operations';
import { type NewShare, SHARE_KINDS, type Share, type ShareKind } from '@switchyard/contracts/shares/operations';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { failureText } from '../../../components/failure-text.ts';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { toast } from '../../../components/toasts.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useLiveEvents } from '../../../lib/live/live-provider.tsx';
import { qrPath } from '../../../lib/qr/qr-path.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { sharesOf, useShares } from './api.ts';
import { shareUrl } from './links.ts';
import { PersonalLinksDialog } from './personal-links-dialog.tsx';
import classes from './shares.module.css';
import './texts.ts';

interface ShownTable {
  board: Board;
  /** Visible columns; others are not preselected. */
  shown: readonly BoardColumn[];
  /** Filters of the current view. */
  filters: BoardFilter[];
  sort: BoardSort | null;
}

/** Creates and revokes links to a board. */
export function ShareDialog({ onClose, ...shown }: ShownTable & { onClose: () => void }) {
  const { t } = useTranslation('shares');
  const { board } = shown;
  const me = useMe();
  const [kind, setKind] = useState<ShareKind>('table');
  const [created, setCreated] = useState<NewShare | null>(null);
  const kinds = SHARE_KINDS.filter((kind) => kind !== 'invitation' || me.workspace.role !== 'member');
  return (
    <Modal opened onClose={onClose} title={t('title', { name: board.name })} size="lg">
      <Stack gap="lg">
        {created ? (
          <CreatedLink
            link={shareUrl(created, board)}
            isForm={created.kind === 'form'}
            onAnother={() => setCreated(null)}
          />
        ) : (
          <Stack gap="md">
            <SegmentedControl
              aria-label={t('kindLabel')}
              data={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
              value={kind}
              onChange={(value) => setKind(value as ShareKind)}
            />
            <Hint>{t(`${kind}Hint`)}</Hint>
            <NewLink key={kind} kind={kind} {...shown} onCreated={setCreated} />
          </Stack>
        )}
        <Links board={board} />
      </Stack>
    </Modal>
  );
}

function CreatedLink({ link, isForm, onAnother }: { link: string; isForm: boolean; onAnother: () => void }) {
  const { t } = useTranslation('shares');
  const { size, path } = qrPath(link);
  return (
    <Stack gap="sm">
      <TextInput label={t('link')} value={link} readOnly dir="ltr" onFocus={(event) => event.target.select()} />
      <Hint>{t('once')}</Hint>
      {isForm && (
        <svg viewBox={`0 0 ${size} ${size}`} width={180} role="img" aria-label={t('qr')} shapeRendering="crispEdges">
          <rect width={size} height={size} fill="#ffffff" />
          <path d={path} fill="#0b1512" />
        </svg>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onAnother}>
          {t('another')}
        </Button>
        <Button variant="default" component="a" href={link} target="_blank" rel="noopener noreferrer">
          {t('open')}
        </Button>
        <CopyButton value={link}>
          {({ copied, copy }) => <Button onClick={copy}>{copied ? t('copied') : t('copy')}</Button>}
        </CopyButton>
      </Group>
    </Stack>
  );
}

const DAYS = [1, 7, 30, 90, 365];
const PRIVATE_TYPES: readonly BoardColumn['type'][] = ['people', 'createdBy', 'changedBy', 'phone', 'email', 'file'];
const isPreselected = ({ type }: BoardColumn) => type !== 'people' && type !== 'file' && !isReadOnlyType(type);

function NewLink({
  kind,
  board,
  shown,
  filters,
  sort,
  onCreated,
}: ShownTable & { kind: ShareKind; onCreated: (share: NewShare) => void }) {
  const { t } = useTranslation('shares');
  const { shareTable, shareForm, invite } = useShares();
  const available = board.columns.filter(kind === 'form' ? isPreselected : ({ type }) => hasValues(type));
  const [selectedIds, setSelectedIds] = useState(() =>
    // Columns that the team decides, such as the status, are rarely asked of outsiders, and people are rarely shown to
    // them.
    available
      .filter(({ _id, type }) =>
        kind === 'form'
          ? type !== 'status'
          : !PRIVATE_TYPES.includes(type) && shown.some((column) => column._id === _id),
      )
      .map(({ _id }) => _id),
  );
  const [required, setRequired] = useState(() => available.filter(({ isTitle }) => isTitle).map(({ _id }) => _id));
  const [name, setName] = useState(board.name);
  const [intro, setIntro] = useState('');
  const [thanks, setThanks] = useState('');
  const [groupId, setGroupId] = useState(board.groups[0]?._id ?? '');
  const [help, setHelp] = useState<Readonly<Record<string, string>>>({});
  const [redirectUrl, setRedirectUrl] = useState('');
  const [embeddedOn, setEmbeddedOn] = useState<string[]>([]);
  const [isOnePerPerson, setOnePerPerson] = useState(false);
  const [days, setDays] = useState(kind === 'invitation' ? 7 : 0);
  const [usageLimit, setUsageLimit] = useState<number | string>(kind === 'invitation' ? 10 : '');
  const { error } = [shareTable, shareForm, invite].find((mutation) => mutation.error) ?? { error: null };
  const faultOf = (field: string) => (error instanceof ApiError ? error.faultOf(field) : undefined);
  const isCreating = shareTable.isPending || shareForm.isPending || invite.isPending;
  const toggle = (list: string[], id: string, isOn: boolean) =>
    isOn ? [...list, id] : list.filter((columnId) => columnId !== id);
  const columnIds = available.map(({ _id }) => _id).filter((id) => selectedIds.includes(id));
  const expiresInDays = days || null;
  const maxUses = Number(usageLimit) || null;
  const make = () => {
    const { _id: id } = board;
    if (kind === 'invitation') return invite.mutateAsync({ id, expiresInDays: days, maxUses: maxUses ?? 1 });
    if (kind === 'form') {
      const fields = columnIds.map((columnId) => ({
        columnId,
        isRequired: required.includes(columnId),
        help: help[columnId] ?? '',
      }));
      const after = { redirectUrl: redirectUrl.trim() || null, embeddedOn, isOnePerPerson };
      return shareForm.mutateAsync({ id, name, intro, thanks, groupId, fields, expiresInDays, maxUses, ...after });
    }
    const isSortShown = sort !== null && columnIds.includes(sort.columnId);
    return shareTable.mutateAsync({ id, name, columnIds, filters, sort: isSortShown ? sort : null, expiresInDays });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const share = await make().catch(() => null);
    if (share) onCreated(share);
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        {kind !== 'invitation' && (
          <>
            <TextInput
              label={t('name')}
              value={name}
              maxLength={MAX_NAME_LENGTH}
              required
              dir="auto"
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <fieldset className={classes.fields}>
              <legend>{t('columns')}</legend>
              {kind === 'table' && <Hint size="xs">{t('columnsHint')}</Hint>}
              {available.map((column) => (
                <div key={column._id}>
                  <Checkbox
                    label={<bdi>{column.name}</bdi>}
                    checked={selectedIds.includes(column._id)}
                    onChange={(event) => setSelectedIds(toggle(selectedIds, column._id, event.currentTarget.checked))}
                  />
                  {kind === 'form' && selectedIds.includes(column._id) && (
                    <Checkbox
                      label={t('required')}
                      aria-label={`${t('required')}: ${column.name}`}
                      checked={required.includes(column._id)}
                      onChange={(event) => setRequired(toggle(required, column._id, event.currentTarget.checked))}
                    />
                  )}
                  {kind === 'form' && selectedIds.includes(column._id) && (
                    <TextInput
                      size="sm"
                      aria-label={`${t(column.type === 'checkbox' ? 'consent' : 'help')}: ${column.name}`}
                      placeholder={t(column.type === 'checkbox' ? 'consent' : 'help')}
                      value={help[column._id] ?? ''}
                      maxLength={300}
                      dir="auto"
                      onChange={(event) => setHelp({ ...help, [column._id]: event.currentTarget.value })}
                    />
                  )}
                </div>
              ))}
            </fieldset>
          </>
        )}
        {kind === 'table' && (filters.length > 0 || sort) && <Hint size="xs">{t('viewUsed')}</Hint>}
        {kind === 'form' && (
          <>
            <Textarea
              label={t('intro')}
              value={intro}
              maxLength={2_000}
              dir="auto"
              autosize
              minRows={2}
              maxRows={6}
              onChange={(event) => setIntro(event.currentTarget.value)}
            />
            <Textarea
              label={t('thanks')}
              value={thanks}
              maxLength={2_000}
              dir="auto"
              autosize
              minRows={2}
              maxRows={6}
              onChange={(event) => setThanks(event.currentTarget.value)}
            />
            <NativeSelect
              label={t('group')}
              data={board.groups.map(({ _id, name: label }) => ({ value: _id, label }))}
              value={groupId}
              onChange={(event) => setGroupId(event.currentTarget.value)}
            />
            <TextInput
              label={t('redirect')}
              description={t('redirectHint')}
              placeholder="https://"
              value={redirectUrl}
              maxLength={2_000}
              dir="ltr"
              error={faultOf('redirectUrl')}
              onChange={(event) => setRedirectUrl(event.currentTarget.value)}
            />
            <TagsInput
              label={t('embed')}
              description={t('embedHint')}
              placeholder="https://example.com"
              value={embeddedOn}
              maxTags={10}
              acceptValueOnBlur
              error={embeddedOn.flatMap((_, index) => faultOf(`embeddedOn.${index}`) ?? [])[0]}
              onChange={setEmbeddedOn}
            />
            <Checkbox
              label={t('onePerPerson')}
              description={t('onePerPersonHint')}
              checked={isOnePerPerson}
              error={faultOf('isOnePerPerson')}
              onChange={(event) => setOnePerPerson(event.currentTarget.checked)}
            />
          </>
        )}
        <Group grow align="start">
          <NativeSelect
            label={t('expires')}
            data={[
              ...(kind === 'invitation' ? [] : [{ value: '0', label: t('never') }]),
              ...DAYS.filter((count) => kind !== 'invitation' || count <= 90).map((count) => ({
                value: `${count}`,
                label: t('days', { count }),
              })),
            ]}
            value={`${days}`}
            onChange={(event) => setDays(Number(event.currentTarget.value))}
          />
          {kind !== 'table' && (
            <NumberInput
              label={t(kind === 'form' ? 'maxAnswers' : 'maxPeople')}
              placeholder={kind === 'form' ? t('noMaximum') : ''}
              value={usageLimit}
              min={1}
              max={kind === 'form' ? 100_000 : 500}
              allowDecimal={false}
              required={kind === 'invitation'}
              onChange={setUsageLimit}
            />
          )}
        </Group>
        {error && <Notice tone="error">{failureText(error)}</Notice>}
        <Group justify="flex-end">
          <Button
            type="submit"
            loading={isCreating}
            disabled={kind === 'invitation' ? maxUses === null : columnIds.length === 0 || name.trim() === ''}
          >
            {t('create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Links({ board }: { board: Board }) {
  const { t } = useTranslation('shares');
  const found = useQuery(sharesOf(board._id));
  const { revoke } = useShares();
  const [asking, setAsking] = useState<Share | null>(null);
  const [personal, setPersonal] = useState<Share | null>(null);
  useLiveEvents((event) => {
    if (event.type === 'boards.changed' && event.boardId === board._id) void found.refetch();
  });
  return (
    <Stack gap={4}>
      <Heading size="h5">{t('links')}</Heading>
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.data?.total === 0 && <Hint>{t('noLinks')}</Hint>}
      <ul className={classes.links}>
        {found.data?.data.map((share) => (
          <li key={share._id}>
            <div style={{ minInlineSize: 0 }}>
              <Text size="sm" fw={550}>
                {t(`kind.${share.kind}`)}: <bdi>{share.name}</bdi>
              </Text>
              <Hint size="xs">
                <Facts share={share} />
              </Hint>
            </div>
            {share.kind === 'form' && share.isOpen && (
              <Button
                variant="default"
                size="sm"
                flex="none"
                aria-label={`${t('personal.open')}: ${share.name}`}
                onClick={() => setPersonal(share)}
              >
                {t('personal.open')}
              </Button>
            )}
            <Button
              variant="light"
              color="red"
              size="sm"
              flex="none"
              aria-label={`${t('revoke')}: ${share.name}`}
              onClick={() => setAsking(share)}
            >
              {t('revoke')}
            </Button>
          </li>
        ))}
      </ul>
      {personal && <PersonalLinksDialog share={personal} onClose={() => setPersonal(null)} />}
      <ConfirmDialog
        isOpen={asking !== null}
        title={t('revokeTitle', { name: asking?.name ?? '' })}
        confirm={t('revoke')}
        isRunning={revoke.isPending}
        error={revoke.error ? failureText(revoke.error) : undefined}
        onConfirm={() =>
          asking &&
          revoke.mutate(
            { id: asking._id },
            {
              onSuccess: () => {
                setAsking(null);
                toast(t('revoked'));
              },
            },
          )
        }
        onClose={() => {
          setAsking(null);
          revoke.reset();
        }}
      >
        {t('revokeText')}
      </ConfirmDialog>
    </Stack>
  );
}

function Facts({ share }: { share: Share }) {
  const { t } = useTranslation('shares');
  const { kind, uses, expiresAt } = share;
  const columns = share.columns.join(', ');
  const what =
    kind === 'table'
      ? t('showsColumns', { columns })
      : kind === 'form'
        ? `${t('asksColumns', { columns })} · ${t('answers', { count: uses })}`
        : t('joined', { count: uses });
  return (
    <>
      {what}
      {share.createdBy && ` · ${t('by', { name: share.createdBy })}`}
      {!share.isOpen && ` · ${t('over')}`}
      {share.isOpen && expiresAt && (
        <>
          {` · ${t('expires')} `}
          <RelativeTime at={expiresAt} />
        </>
      )}
    </>
  );
}
