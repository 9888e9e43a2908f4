import { expect, test } from 'vitest';
import { z } from 'zod';
import { presenter } from './presenter.ts';

const thing = z.object({
  _id: z.string(),
  name: z.string(),
  at: z.string(),
  until: z.string().nullable(),
  size: z.int(),
});

test("presents the contract's fields with dates as strings, and nothing else of the row", () => {
  const row = {
    id: '1',
    name: 'Ann',
    at: new Date('2030-01-02T03:04:05Z'),
    until: null,
    secret: 'x',
    workspaceId: '2',
  };
  expect(presenter(thing)(row)).toEqual({ _id: '1', name: 'Ann', at: '2030-01-02T03:04:05.000Z', until: null });
});
