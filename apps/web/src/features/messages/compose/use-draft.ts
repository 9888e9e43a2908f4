import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../components/toasts.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import '../texts.ts';
import { type ComposeValues, hasInput } from './compose-values.ts';
import { draftFor, draftKey, readDrafts, writeDraft } from './drafts.ts';
import { newOption } from './poll-draft.ts';

const TYPING_PAUSE_MS = 200;

/** Offer drafts of new messages, the draft of one edited message, or none. */
export type DraftsOf = 'new' | 'none' | { messageId: string };

/**
 * Saves input as a draft, so that it survives Escape, a reload and a lost connection, and offers the previous draft.
 * @param start initial values of the dialog; unchanged ones are not saved
 * @param of which drafts to offer
 */
export function useDraft(values: ComposeValues, start: ComposeValues, of: DraftsOf) {
  const { t } = useTranslation('messages');
  const { _id, workspace } = useMe();
  const key = draftKey(_id, workspace._id);
  const messageId = typeof of === 'object' ? of.messageId : null;
  const [name, setName] = useState(() => messageId ?? `new ${Date.now()}`);
  const [offered, setOffered] = useState(() =>
    of === 'none' ? undefined : draftFor(readDrafts(localStorage, key), messageId),
  );
  const isSent = useRef(false);
  const isChanged = hasInput(values, start);
  const latest = useRef(isChanged);
  latest.current = isChanged;

  const save = useDebouncedCallback(
    () => {
      if (!isSent.current) writeDraft(localStorage, key, name, isChanged ? { values, savedAtMs: Date.now() } : null);
    },
    { delay: TYPING_PAUSE_MS, flushOnUnmount: true },
  );
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: saved only when the values change
  useEffect(() => {
    if (!isFirst.current) save();
    isFirst.current = false;
  }, [values]);
  useEffect(
    () => () => {
      if (latest.current && !isSent.current) toast(t('compose.draftKept'));
    },
    [t],
  );

  const remove = (draftName: string) => writeDraft(localStorage, key, draftName, null);
  return {
    offered: offered?.[1],
    /** @returns the values of the previous draft */
    restore: (): ComposeValues | undefined => {
      if (!offered) return undefined;
      const [savedName, draft] = offered;
      setName(savedName);
      setOffered(undefined);
      const { poll } = draft.values;
      return {
        // Defaults for fields that drafts of earlier versions lack.
        ...{ others: [], fills: true, byTheirClock: false, recurrence: null, engineId: null },
        ...draft.values,
        poll: poll && { ...poll, options: poll.options.map(({ text }) => newOption(text)) },
      };
    },
    discard: () => {
      if (offered) remove(offered[0]);
      setOffered(undefined);
    },
    /** Deletes the draft after sending. */
    end: () => {
      isSent.current = true;
      save.cancel();
      remove(name);
    },
  };
}
