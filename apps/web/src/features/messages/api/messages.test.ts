import type { Message } from '@switchyard/contracts/messages/message';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { messageDetail, messageMutation, patchMessages } from './messages.ts';

it('patches a change into the open detail, so that the next action sends the current version', () => {
  const queries = new QueryClient();
  const { queryKey } = messageDetail('m1');
  queries.setQueryData(queryKey, { _id: 'm1', version: 3, message: 'old', abilities: { cancel: true } } as never);
  const patch = (change: Partial<Message>) => patchMessages(queries, new Map([['m1', { _id: 'm1', ...change }]]));
  patch({ version: 4, message: 'new' });
  expect(queries.getQueryData(queryKey)).toEqual({
    _id: 'm1',
    version: 4,
    message: 'new',
    abilities: { cancel: true },
  });
  patch({ version: 2, message: 'older' });
  expect(queries.getQueryData(queryKey)).toMatchObject({ version: 4, message: 'new' });
});

it('shows the result of a change at once', () => {
  const queries = new QueryClient();
  const detail = messageDetail('m1').queryKey;
  queries.setQueryData(detail, { _id: 'm1', version: 1, message: 'old' } as never);
  messageMutation(queries).onSuccess({ _id: 'm1', version: 2, message: 'new' } as Message);
  expect(queries.getQueryData<{ message: string }>(detail)?.message).toBe('new');
});
