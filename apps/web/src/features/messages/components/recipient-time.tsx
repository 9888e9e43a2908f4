import type { MessageDetail } from '@switchyard/contracts/messages/message';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { formatExact, formatTimeOfDay } from '../../../lib/format/dates.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import '../texts.ts';
import { wallClockAt } from '../zones/wall-clock.ts';

/**
 * A message's due time on the recipient's clock, if it differs. A zone inferred from the number alone is marked as
 * such.
 */
export function RecipientTime({ message }: { message: MessageDetail }) {
  const { t } = useTranslation('messages');
  const workspaceZone = useMe().workspace.zone;
  const { recipientZone, contactName, contactList } = message;
  if (!recipientZone || recipientZone.source === 'workspace') return null;
  const dueMs = Date.parse(message.dueDate);
  const [recipientTime, ownTime] = [wallClockAt(dueMs, recipientZone.zone), wallClockAt(dueMs, workspaceZone)];
  if (recipientTime === ownTime) return null;
  const due = new Date(dueMs);
  const isSameDay = recipientTime.slice(0, 10) === ownTime.slice(0, 10);
  const time = isSameDay ? formatTimeOfDay(due, recipientZone.zone) : formatExact(due, recipientZone.zone, false);
  const name = contactName || (contactList[0]?.mobile ?? '');
  return (
    <Hint dir="auto">
      {t(recipientZone.source === 'number' ? 'detail.theirTimeByNumber' : 'detail.theirTime', {
        time,
        name,
        zone: recipientZone.zone,
      })}
    </Hint>
  );
}
