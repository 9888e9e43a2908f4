import { Button, Group, Select, Stack } from '@mantine/core';
import { type Automation, ITEM_TRIGGERS } from '@switchyard/contracts/automations/operations';
import type { Board } from '@switchyard/contracts/boards/operations';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../components/failure-text.ts';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { itemsOf } from '../api/boards.ts';
import { useAutomationChanges } from './api.ts';
import { StepResults } from './step-results.tsx';
import './texts.ts';

/** Shows what a saved automation would do to one item. */
export function TestAutomation(props: { board: Board; automation: Automation; isChanged: boolean }) {
  const { t } = useTranslation(['automations', 'boards']);
  const { board, automation } = props;
  const { test } = useAutomationChanges();
  const needsItem = ITEM_TRIGGERS.includes(automation.trigger.kind);
  const [search, setSearch] = useState('');
  const query = { filters: [], sort: null, withSubitems: true, ...(search && { search }) };
  const found = useInfiniteQuery({ ...itemsOf(board._id, query), enabled: needsItem });
  const [itemId, setItemId] = useState<string | null>(null);
  const title = board.columns.find(({ isTitle }) => isTitle)?._id ?? '';
  const items = (found.data?.pages[0]?.data ?? []).slice(0, 50);
  const { data } = test;
  return (
    <Stack gap="xs" component="section" aria-label={t('test')}>
      <Heading size="h5">{t('test')}</Heading>
      <Hint size="xs">{t(props.isChanged ? 'saveFirst' : 'testHint')}</Hint>
      <Group align="flex-end">
        {needsItem && (
          <Select
            size="sm"
            flex={1}
            label={t('testItem')}
            data={items.map((item) => ({
              value: item._id,
              label: String(item.cells[title] ?? '') || `#${item.number}`,
            }))}
            value={itemId}
            searchable
            onSearchChange={setSearch}
            filter={({ options }) => options}
            onChange={setItemId}
          />
        )}
        <Button
          variant="default"
          size="sm"
          loading={test.isPending}
          disabled={props.isChanged || (needsItem && itemId === null)}
          onClick={() => test.mutate({ id: automation._id, itemId: needsItem ? itemId : null })}
        >
          {t('runTest')}
        </Button>
      </Group>
      {test.error && <Notice tone="error">{failureText(test.error)}</Notice>}
      {data && (
        <div role="status">
          <Hint>{t(data.matches ? 'wouldDo' : 'noMatch')}</Hint>
          <StepResults steps={data.steps} />
        </div>
      )}
    </Stack>
  );
}
