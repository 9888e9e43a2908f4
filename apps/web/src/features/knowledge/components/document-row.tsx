import { Anchor, Button, Group, Progress, Text } from '@mantine/core';
import {
  MAX_DOCUMENT_PAGES,
  MAX_DOCUMENT_ROWS,
  MAX_PAGE_MEGABYTES,
  MAX_UNPACKED_MEGABYTES,
} from '@switchyard/contracts/knowledge/limits';
import type { KnowledgeDocument } from '@switchyard/contracts/knowledge/operations';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { StatusBadge } from '../../../components/status/status-badge.tsx';
import { formatBytes } from '../../../lib/format/bytes.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { useDocumentChanges } from '../api/knowledge.ts';
import '../texts.ts';
import classes from './knowledge.module.css';

const LIMITS = {
  pages: formatNumber(MAX_DOCUMENT_PAGES),
  rows: formatNumber(MAX_DOCUMENT_ROWS),
  megabytes: MAX_UNPACKED_MEGABYTES,
  pageMegabytes: MAX_PAGE_MEGABYTES,
};

/** One document: its reading progress, or why reading failed, and the actions available. */
export function DocumentRow(props: {
  document: KnowledgeDocument;
  mayChange: boolean;
  onOpen: (document: KnowledgeDocument) => void;
  onRemove: (document: KnowledgeDocument) => void;
}) {
  const { t } = useTranslation('knowledge');
  const { readAgain } = useDocumentChanges();
  const { title, url, bytes, state, fault, percent, passages, readAt } = props.document;
  const isUnderWay = state === 'waiting' || state === 'reading';
  return (
    <div className={classes.row}>
      <div>
        <Text fw={550} size="sm" dir="auto" className={classes.words ?? ''}>
          {url === null ? (
            title
          ) : (
            <Anchor href={url} target="_blank" rel="noreferrer" dir="ltr">
              {title}
            </Anchor>
          )}
        </Text>
        <Text size="xs" c="dimmed" component="div">
          {bytes !== null && <>{formatBytes(bytes)} · </>}
          {t('documents.passages', { count: passages })}
          {readAt !== null && (
            <>
              {' · '}
              {t('documents.readAt')} <RelativeTime at={readAt} />
            </>
          )}
        </Text>
        {state === 'reading' && (
          <Progress value={percent} size="sm" mt={6} aria-label={t('documents.progress', { title, percent })} />
        )}
        {fault && (
          <Text size="sm" mt={4}>
            {t(`fault.${fault}`, LIMITS)}
          </Text>
        )}
        {state !== 'ready' && passages > 0 && <Hint>{t('documents.earlier')}</Hint>}
        {readAgain.error && (
          <Text size="sm" role="alert">
            {readAgain.error.message}
          </Text>
        )}
      </div>
      <Group gap={6}>
        <StatusBadge context="document" state={state} />
        {passages > 0 && (
          <Button size="compact-sm" variant="subtle" onClick={() => props.onOpen(props.document)}>
            {t('documents.see')}
          </Button>
        )}
        {props.mayChange && !isUnderWay && (state === 'failed' || url !== null) && (
          <Button
            size="compact-sm"
            variant={state === 'failed' ? 'light' : 'subtle'}
            loading={readAgain.isPending}
            onClick={() => readAgain.mutate({ id: props.document._id })}
          >
            {t(state === 'failed' ? 'documents.retry' : 'documents.again')}
          </Button>
        )}
        {props.mayChange && (
          <Button size="compact-sm" variant="subtle" color="red" onClick={() => props.onRemove(props.document)}>
            {t('documents.remove')}
          </Button>
        )}
      </Group>
    </div>
  );
}
