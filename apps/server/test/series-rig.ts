import type { BulkResult } from '@switchyard/contracts/messages/bulk';
import type { Message } from '@switchyard/contracts/messages/message';
import { useMessages } from './messages-api.ts';

const DAY_MS = 86_400_000;

/** 9:00 this many days from now, as wall-clock time. */
export const inDays = (days: number, time = '09:00') =>
  `${new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)}T${time}`;

export const faults = ({ body }: { body: unknown }) => (body as { data: { faults: { field: string }[] } }).data.faults;

/** Series operations of a person, over {@link useMessages}. */
export function useSeries() {
  const { rig, call, create } = useMessages();
  const list = async (query = '') =>
    (await call<{ data: Message[] }>('GET', `/messages?sort=dueDate&limit=500${query}`)).body.data;
  const waiting = () => list('&status=pending');
  return {
    rig,
    call,
    create,
    list,
    waiting,
    wallTimes: async () => (await waiting()).map(({ dueLocal }) => dueLocal),
    /** Starts three days from now. */
    daily: (rule = 'FREQ=DAILY;COUNT=5', more: object = {}) =>
      create({ dueDate: inDays(3), recurrence: { rule }, ...more }),
    edit: (message: Message | undefined, change: object) =>
      call<BulkResult & { message: Message }>('PATCH', `/messages/${message?._id}/series`, {
        version: message?.version,
        ...change,
      }),
    cancel: (message: Message | undefined, scope: string) =>
      call<BulkResult>('POST', `/messages/${message?._id}/series/cancel`, { version: message?.version, scope }),
  };
}
