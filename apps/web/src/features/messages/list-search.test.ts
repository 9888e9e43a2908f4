import { describe, expect, it } from 'vitest';
import { filtersOf, listInput, readMessagesSearch } from './list-search.ts';

describe('the address of the messages table', () => {
  it('defaults to the first 50, newest due first', () => {
    expect(listInput(readMessagesSearch({}))).toEqual({ limit: 50, skip: 0, sort: '-dueDate' });
  });

  it('passes page, size, sort and column filters to the server', () => {
    const search = readMessagesSearch({
      page: 2,
      size: 100,
      sort: 'contactName',
      status: 'failed',
      message: 'invoice',
    });
    expect(listInput({ ...search, open: 'x' })).toEqual({
      limit: 100,
      skip: 200,
      sort: 'contactName',
      status: 'failed',
      message: 'invoice',
    });
    expect(filtersOf(search)).toEqual({ status: 'failed', message: 'invoice' });
  });

  it('counts negative pages from the end', () => {
    expect(listInput(readMessagesSearch({ page: -1, size: 25 }))).toMatchObject({
      limit: 25,
      skip: 0,
      fromEnd: 'true',
    });
    expect(listInput(readMessagesSearch({ page: -3 }))).toMatchObject({ skip: 100, fromEnd: 'true' });
  });

  it('passes filters set by a link', () => {
    const search = {
      status: 'pending,sending',
      dueFrom: '2026-11-26T00:00:00.000Z',
      dueTo: '2026-11-27T00:00:00.000Z',
      recipients: '+447700900101,120363@g.us',
      exceptRecipients: '+447700900102',
      exceptMessage: 'sale',
      receipt: 'read' as const,
    };
    expect(filtersOf(readMessagesSearch({ ...search, recipients: search.recipients }))).toEqual(search);
    const long = Array.from({ length: 200 }, (_, index) => `+4477009${1_000 + index}`).join(',');
    expect(readMessagesSearch({ recipients: long })).toEqual({ recipients: long });
    expect(
      readMessagesSearch({ status: 'pending,lost', dueFrom: 'soon', receipt: 'seen', exceptMessage: ' ' }),
    ).toEqual({});
  });

  it('drops invalid values and keeps digits as text', () => {
    expect(readMessagesSearch({ page: 0.5, size: 7, status: 'lost', contactMobile: 4477, search: '  ' })).toEqual({
      contactMobile: '4477',
    });
  });
});
