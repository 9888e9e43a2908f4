import { expect, test } from 'vitest';
import { memberOf } from '../../../../test/act.ts';
import { inDays, useSeries } from '../../../../test/series-rig.ts';
import { callTool } from '../../../platform/call-tool.ts';

const { rig, waiting } = useSeries();

test('tools schedule, change and stop recurring messages', async () => {
  const tool = (name: string, args: object) => callTool(rig.server.platform, memberOf(rig.lane), name, args);
  const made = await tool('schedule_message', {
    message: 'Stand-up',
    contactList: [{ mobile: '+447700900009' }],
    dueDate: inDays(3),
    recurrence: { rule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;COUNT=4' },
  });
  expect(made).toMatchObject({ ok: true, result: { isRecurring: true } });
  const [first] = await waiting();
  const target = { id: first?._id, version: first?.version };
  expect(await tool('edit_recurring_message', { ...target, scope: 'all', message: 'Sit-down' })).toMatchObject({
    ok: true,
    result: { changed: 4 },
  });
  expect(await tool('list_recurring_messages', {})).toMatchObject({
    ok: true,
    result: { total: 1, data: [{ message: 'Sit-down' }] },
  });
  const series = { id: first?.seriesId };
  expect(await tool('pause_recurring_message', series)).toMatchObject({ ok: true, result: { changed: 4 } });
  expect(await tool('resume_recurring_message', series)).toMatchObject({ ok: true, result: { changed: 4 } });
  const [again] = await waiting();
  const from = { id: again?._id, version: again?.version, scope: 'following' };
  expect(await tool('cancel_recurring_message', from)).toMatchObject({ ok: true, result: { changed: 4 } });
});
