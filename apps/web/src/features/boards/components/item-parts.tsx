import { TextInput, UnstyledButton } from '@mantine/core';
import { MAX_TEXT_LENGTH } from '@switchyard/contracts/boards/limits';
import type { Board, BoardItem } from '@switchyard/contracts/boards/operations';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Heading } from '../../../components/heading.tsx';
import { oneItem, subitemsOf } from '../api/boards.ts';
import classes from './boards.module.css';
import { cellText } from './cell-text.ts';
import { OptionPill } from './cell-view.tsx';
import '../texts.ts';

/** Subitems of an item, or the parent of a subitem. */
export function ItemParts(props: {
  board: Board;
  item: BoardItem;
  isReadOnly: boolean;
  onOpen: (item: BoardItem) => void;
  onAdd: (parent: BoardItem, name: string) => void;
}) {
  const { t } = useTranslation('boards');
  const { board, item, isReadOnly } = props;
  const parts = useQuery({ ...subitemsOf(board._id, item._id), enabled: item.parentId === null });
  const parentQuery = useQuery({ ...oneItem(item.parentId ?? ''), enabled: item.parentId !== null });
  const [name, setName] = useState('');
  const title = board.columns.find(({ isTitle }) => isTitle);
  const status = board.columns.find(({ type }) => type === 'status');
  const nameOf = (item: BoardItem) => (title && cellText(title, item.cells[title._id], new Map())) || t('item.unnamed');
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    props.onAdd(item, name.trim());
    setName('');
  };
  if (item.parentId !== null) {
    const parent = parentQuery.data;
    return (
      parent && (
        <UnstyledButton className={classes.title} onClick={() => props.onOpen(parent)}>
          {t('subitem.of')}: <bdi>{nameOf(parent)}</bdi>
        </UnstyledButton>
      )
    );
  }
  const shown = parts.data?.data ?? [];
  if (isReadOnly && shown.length === 0) return null;
  return (
    <section className={classes.part} aria-label={t('subitem.title')}>
      <Heading size="h4">{t('subitem.title')}</Heading>
      <ul className={classes.history}>
        {shown.map((part) => {
          const option = status?.options.find(({ id }) => id === part.cells[status._id]);
          return (
            <li key={part._id} className={classes.cardHead}>
              <button type="button" className={classes.title} dir="auto" onClick={() => props.onOpen(part)}>
                {nameOf(part)}
              </button>
              {option && <OptionPill option={option} />}
            </li>
          );
        })}
      </ul>
      {!isReadOnly && (
        <form onSubmit={add}>
          <TextInput
            size="sm"
            aria-label={t('subitem.add')}
            placeholder={t('subitem.add')}
            value={name}
            maxLength={MAX_TEXT_LENGTH}
            dir="auto"
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        </form>
      )}
    </section>
  );
}
