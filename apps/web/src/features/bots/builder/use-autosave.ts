import type { BotFlow, FlowFault } from '@switchyard/contracts/bots/flow';
import { type BotDetail, MAX_UNANSWERED_SAVES } from '@switchyard/contracts/bots/operations';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { v7 } from 'uuid';
import { ApiError } from '../../../lib/api/api-error.ts';
import { api, apiQuery } from '../../../lib/api/client.ts';
import type { FlowStore } from './flow-store.ts';

const SAVE_DELAY_MS = 700;
const RETRY_DELAY_MS = 5_000;

/** `conflict`: somebody else has saved in the meantime, and their changes are not overwritten. */
export type SaveState = 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict';

const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'TOO_LATE';

/** Saves a draft automatically, one save at a time, a moment after the last change. */
export function useAutosave(bot: BotDetail, store: FlowStore) {
  const queries = useQueryClient();
  const [state, setState] = useState<SaveState>('saved');
  const [faults, setFaults] = useState<FlowFault[]>(bot.faults);
  const stateRef = useRef({
    revision: bot.revision,
    saved: store.getState(),
    timer: 0,
    running: null as Promise<void> | null,
    /** A new name that is not saved yet. */
    name: null as string | null,
    /** Somebody else has saved: nothing can be saved from this revision any more. */
    isOvertaken: false,
    /** Ids of saves without a response: each may have succeeded. */
    unanswered: [] as string[],
  });

  const save = useCallback(async (): Promise<void> => {
    const memory = stateRef.current;
    window.clearTimeout(memory.timer);
    if (memory.running) await memory.running;
    const now = store.getState();
    const { name } = memory;
    const isSame = now.nodes === memory.saved.nodes && now.edges === memory.saved.edges && name === null;
    if (memory.isOvertaken || isSame) return;
    setState('saving');
    const draft: BotFlow = { format: 1, nodes: [...now.nodes], edges: [...now.edges] };
    const saveId = v7();
    const { revision, unanswered } = memory;
    memory.running = api.bots
      .save({ id: bot._id, revision, draft, saveId, unanswered, ...(name !== null && { name }) })
      .then(
        (answer) => {
          memory.revision = answer.revision;
          memory.saved = now;
          memory.unanswered = [];
          if (memory.name === name) memory.name = null;
          setFaults(answer.faults);
          const left = store.getState();
          const isUpToDate = left.nodes === now.nodes && left.edges === now.edges && memory.name === null;
          setState(isUpToDate ? 'saved' : 'unsaved');
          void queries.invalidateQueries({ queryKey: apiQuery.bots.get.key() });
        },
        (error: unknown) => {
          memory.isOvertaken = isConflict(error);
          setState(memory.isOvertaken ? 'conflict' : 'failed');
          memory.unanswered = [...unanswered, saveId].slice(-MAX_UNANSWERED_SAVES);
          if (!memory.isOvertaken) memory.timer = window.setTimeout(() => void save(), RETRY_DELAY_MS);
        },
      )
      .finally(() => {
        memory.running = null;
      });
    await memory.running;
  }, [bot._id, store, queries]);

  useEffect(() => {
    const memory = stateRef.current;
    const stop = store.subscribe((now, before) => {
      if (now.nodes === before.nodes && now.edges === before.edges) return;
      setState((was) => (was === 'conflict' ? was : 'unsaved'));
      window.clearTimeout(memory.timer);
      memory.timer = window.setTimeout(() => void save(), SAVE_DELAY_MS);
    });
    return () => {
      stop();
      void save();
    };
  }, [store, save]);

  useEffect(() => {
    if (state === 'saved') return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [state]);

  const rename = (name: string) => {
    stateRef.current.name = name;
    void save();
  };
  return { state, faults, save, rename };
}
