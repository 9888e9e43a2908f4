import { afterAll, beforeAll, expect, test } from 'vitest';
import { act } from '../../../test/act.ts';
import { createLaneFixture, type LaneFixture } from '../../../test/lane-fixture.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { newId } from '../../platform/database/columns.ts';
import type { Database } from '../../platform/database/database.ts';
import { saveAudience, saveTemplate } from './keep-drafts.ts';

let database: Database;
let drop: () => Promise<void>;
let [ours, theirs] = [] as unknown as [LaneFixture, LaneFixture];
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
  [ours, theirs] = [await createLaneFixture(database), await createLaneFixture(database)];
});
afterAll(() => drop());

type Edit = { id?: string | undefined; asOf?: string | undefined; name: string };
const definition = {
  ...{ from: { kind: 'all' as const }, withoutLabelIds: [], withoutAudienceIds: [] },
  ...{ consentOnly: false, atMost: null },
};
const kinds = {
  audience: (edit: Edit, who = ours) => act(database.db, who, saveAudience, { ...edit, definition }),
  template: (edit: Edit, who = ours) => act(database.db, who, saveTemplate, { ...edit, text: 'Hello {name}' }),
};

test.each(Object.entries(kinds))(
  'of an edited %s what somebody else has changed since is not written over',
  async (_kind, save) => {
    const made = await save({ name: 'First' });
    const asOf = made.updatedAt.toISOString();
    const changed = await save({ id: made.id, asOf, name: 'Second' });
    expect(changed).toMatchObject({ id: made.id, name: 'Second' });
    await expect(save({ id: made.id, asOf, name: 'Late' })).rejects.toMatchObject({ code: 'TOO_LATE' });
    const now = changed.updatedAt.toISOString();
    await expect(save({ id: made.id, asOf: now, name: 'Theirs' }, theirs)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(save({ id: newId(), asOf: now, name: 'None' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await save({ id: made.id, asOf: now, name: 'Third' })).toMatchObject({ id: made.id, name: 'Third' });
  },
);
