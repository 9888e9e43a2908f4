import type { Message } from '@switchyard/contracts/messages/message';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { changesMessage, messageDetail, messagesPage, patchMessages } from './messages.ts';

it('puts a change into the detail that is open, so that what is done next names the version that is there now', () => {
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

describe('after a change', () => {
  function shown() {
    const queries = new QueryClient();
    const list = messagesPage({ limit: 10 }).queryKey;
    const detail = messageDetail('m1').queryKey;
    const row = { _id: 'm1', version: 1, message: 'old' };
    queries.setQueryData(list, { data: [row], total: 1 } as never);
    queries.setQueryData(detail, row as never);
    return {
      queries,
      isReadAgain: () => [list, detail].map((queryKey) => queries.getQueryState(queryKey)?.isInvalidated),
      message: () => queries.getQueryData<{ message: string }>(detail)?.message,
    };
  }

  it('that was refused, what is shown is read again, since somebody else has changed it', () => {
    const { queries, isReadAgain, message } = shown();
    changesMessage(queries).onError();
    expect(isReadAgain()).toEqual([true, true]);
    expect(message()).toBe('old');
  });

  it('that was refused in a call of its own, too, and the refusal goes on', () => {
    const { queries, isReadAgain } = shown();
    const refusal = new Error('It has already changed.');
    expect(() => changesMessage(queries).refused(refusal)).toThrow(refusal);
    expect(isReadAgain()).toEqual([true, true]);
  });

  it('that was made, the answer is shown at once', () => {
    const { queries, isReadAgain, message } = shown();
    changesMessage(queries).onSuccess({ _id: 'm1', version: 2, message: 'new' } as Message);
    expect(message()).toBe('new');
    expect(isReadAgain()).toEqual([true, true]);
  });
});
