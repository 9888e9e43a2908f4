import { ActionIcon, Select } from '@mantine/core';
import type { Board, BoardItem, ItemDetails } from '@switchyard/contracts/boards/operations';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../components/failure-text.ts';
import { Heading } from '../../../components/heading.tsx';
import { Notice } from '../../../components/notice.tsx';
import { formatDay } from '../../../lib/format/dates.ts';
import { itemsNamed } from '../api/boards.ts';
import { useItemChanges } from '../api/item-details.ts';
import { dateColumns } from '../dated-window.ts';
import classes from './boards.module.css';
import { cellText } from './cell-text.ts';
import { startsBeforeEnd } from './links.ts';
import '../texts.ts';

/** An item's dependencies in both directions. */
export function ItemLinks(props: {
  board: Board;
  item: BoardItem;
  links: Pick<ItemDetails, 'waitsFor' | 'blocks'>;
  isReadOnly: boolean;
}) {
  const { t } = useTranslation('boards');
  const { board, item, isReadOnly } = props;
  const { waitsFor, blocks } = props.links;
  const { addDependency, removeDependency } = useItemChanges();
  const [search, setSearch] = useState('');
  const found = useQuery({ ...itemsNamed(board._id, search), enabled: !isReadOnly });
  const title = board.columns.find(({ isTitle }) => isTitle);
  const start = dateColumns(board)?.start;
  const nameOf = (name: string) => name || t('item.unnamed');
  const known = new Set([item._id, ...waitsFor.map(({ _id }) => _id)]);
  const candidates = (found.data?.data ?? []).filter(({ _id }) => !known.has(_id));
  const error = addDependency.error ?? removeDependency.error;
  if (isReadOnly && waitsFor.length + blocks.length === 0) return null;
  return (
    <section className={classes.part} aria-label={t('links.title')}>
      <Heading size="h4">{t('links.title')}</Heading>
      <ul className={classes.history}>
        {waitsFor.map((linked) => (
          <li key={linked._id}>
            <div className={classes.cardHead}>
              <span>
                {t('links.waitsFor')}: <bdi>{nameOf(linked.title)}</bdi>
                {linked.endsOn && ` · ${formatDay(linked.endsOn)}`}
              </span>
              {!isReadOnly && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  aria-label={t('links.drop', { name: nameOf(linked.title) })}
                  onClick={() => removeDependency.mutate({ id: item._id, waitsForId: linked._id })}
                >
                  <IconX size={14} aria-hidden />
                </ActionIcon>
              )}
            </div>
            {startsBeforeEnd(start && item.cells[start._id], linked) && (
              <Notice tone="warning">{t('links.precedes', { name: nameOf(linked.title) })}</Notice>
            )}
          </li>
        ))}
        {blocks.map((linked) => (
          <li key={linked._id}>
            {t('links.blocks')}: <bdi>{nameOf(linked.title)}</bdi>
          </li>
        ))}
      </ul>
      {!isReadOnly && (
        <Select
          size="sm"
          aria-label={t('links.add')}
          placeholder={t('links.add')}
          searchable
          value={null}
          searchValue={search}
          onSearchChange={setSearch}
          filter={({ options }) => options}
          data={candidates.map((candidate) => ({
            value: candidate._id,
            label: `${nameOf(title ? cellText(title, candidate.cells[title._id], new Map()) : '')} (#${candidate.number})`,
          }))}
          onChange={(waitsForId) => {
            if (!waitsForId) return;
            addDependency.mutate({ id: item._id, waitsForId });
            setSearch('');
          }}
        />
      )}
      {error && <Notice tone="error">{failureText(error)}</Notice>}
    </section>
  );
}
