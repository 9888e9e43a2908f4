import { ActionIcon, Menu, Text } from '@mantine/core';
import type { CellValue } from '@switchyard/contracts/boards/columns';
import type { Board, BoardColumn, BoardItem } from '@switchyard/contracts/boards/operations';
import { IconColumns3, IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Hint } from '../../../components/hint.tsx';
import { formatNumber } from '../../../lib/format/numbers.ts';
import classes from './boards.module.css';
import { cellText } from './cell-text.ts';
import { OptionPill } from './cell-view.tsx';
import { tintOf } from './tint.ts';
import '../texts.ts';

/** Colour of the first column with a matching rule. */
const cardTint = ({ columns }: Board, { cells }: BoardItem) =>
  columns.map((column) => tintOf(column, cells[column._id])).find((color) => color !== undefined);

/** A board's items by status; a card's menu moves it to another status. */
export function Kanban(props: {
  board: Board;
  items: readonly BoardItem[];
  people: ReadonlyMap<string, string>;
  isReadOnly: boolean;
  onSet: (item: BoardItem, column: BoardColumn, value: CellValue) => void;
  onOpen: (item: BoardItem) => void;
}) {
  const { t } = useTranslation('boards');
  const { board, items, people } = props;
  const status = board.columns.find(({ type }) => type === 'status');
  const title = board.columns.find(({ isTitle }) => isTitle);
  if (!status || !title) {
    return <EmptyState icon={IconColumns3} title={t('needsStatus.title')} text={t('needsStatus.text')} />;
  }
  const facts = board.columns.filter(({ type }) => type === 'people' || type === 'date' || type === 'priority');
  // An item's status option may have been deleted.
  const byStatus = Map.groupBy(
    items,
    ({ cells }) => status.options.find(({ id }) => id === cells[status._id])?.id ?? null,
  );
  return (
    <div className={classes.kanban}>
      {[...(byStatus.has(null) ? [null] : []), ...status.options].map((option) => {
        const cards = byStatus.get(option?.id ?? null) ?? [];
        return (
          <section key={option?.id ?? ''} className={classes.lane} aria-label={option?.name ?? t('noStatus')}>
            <div className={classes.laneHead}>
              {option ? <OptionPill option={option} /> : <span>{t('noStatus')}</span>}
              <Text span size="sm" c="dimmed">
                {formatNumber(cards.length)}
              </Text>
            </div>
            <ul className={classes.cards}>
              {cards.map((item) => {
                const name = cellText(title, item.cells[title._id], people) || t('item.unnamed');
                return (
                  <Card as="li" key={item._id} className={classes.card} data-tint={cardTint(board, item)}>
                    <div className={classes.cardHead}>
                      <button type="button" className={classes.title} dir="auto" onClick={() => props.onOpen(item)}>
                        {name}
                      </button>
                      {!props.isReadOnly && (
                        <Menu position="bottom-end">
                          <Menu.Target>
                            <ActionIcon variant="subtle" color="gray" aria-label={t('actions', { name })}>
                              <IconDots size={16} aria-hidden />
                            </ActionIcon>
                          </Menu.Target>
                          <Menu.Dropdown>
                            <Menu.Label>{t('item.moveTo')}</Menu.Label>
                            {[null, ...status.options].map((to) => (
                              <Menu.Item
                                key={to?.id ?? ''}
                                disabled={to?.id === option?.id}
                                onClick={() => props.onSet(item, status, to?.id ?? null)}
                              >
                                {to?.name ?? t('noStatus')}
                              </Menu.Item>
                            ))}
                          </Menu.Dropdown>
                        </Menu>
                      )}
                    </div>
                    <Hint size="xs">
                      {facts
                        .map((column) => cellText(column, item.cells[column._id], people))
                        .filter((text) => text !== '')
                        .join(' · ')}
                    </Hint>
                  </Card>
                );
              })}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
