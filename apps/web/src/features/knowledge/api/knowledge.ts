import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';
import { useLiveEvents } from '../../../lib/live/live-provider.tsx';

const { knowledge } = apiQuery;

export interface PageOf {
  id: string;
  limit: number;
  skip: number;
}

export const basesPage = (search: string | undefined, page: number, size: number) =>
  knowledge.list.queryOptions({
    input: { limit: size, skip: page * size, ...(search ? { search } : {}) },
    placeholderData: keepPreviousData,
  });
export const oneBase = (id: string) => knowledge.read.queryOptions({ input: { id } });
export const meaningOfBase = (id: string) => knowledge.meaning.queryOptions({ input: { id } });
export const documentsPage = (input: PageOf) =>
  knowledge.documents.queryOptions({ input, placeholderData: keepPreviousData });
export const entriesPage = (input: PageOf) =>
  knowledge.entries.queryOptions({ input, placeholderData: keepPreviousData });
export const questionsPage = (input: PageOf) =>
  knowledge.questions.queryOptions({ input, placeholderData: keepPreviousData });

/** Reads the lists and the base again after a change; what was asked of it stays. */
function useReadAgain(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      [
        knowledge.list,
        knowledge.read,
        knowledge.meaning,
        knowledge.documents,
        knowledge.entries,
        knowledge.questions,
      ].map((part) => queries.invalidateQueries({ queryKey: part.key() })),
    );
}

/** Follows what others, readings and bots change. */
export function useLiveKnowledge(): void {
  const readAgain = useReadAgain();
  useLiveEvents((event) => {
    if (event.type === 'knowledge.changed') void readAgain();
  });
}

/** Every change of knowledge; a caller says with each what follows. */
export function useKnowledgeChanges() {
  const onSuccess = useReadAgain();
  return {
    create: useMutation(knowledge.create.mutationOptions({ onSuccess })),
    rename: useMutation(knowledge.rename.mutationOptions({ onSuccess })),
    remove: useMutation(knowledge.remove.mutationOptions({ onSuccess })),
  };
}

export function useDocumentChanges() {
  const onSuccess = useReadAgain();
  return {
    add: useMutation(knowledge.addDocument.mutationOptions({ onSuccess })),
    readAgain: useMutation(knowledge.readAgain.mutationOptions({ onSuccess })),
    remove: useMutation(knowledge.removeDocument.mutationOptions({ onSuccess })),
  };
}

export function useEntryChanges() {
  const onSuccess = useReadAgain();
  return {
    add: useMutation(knowledge.addEntry.mutationOptions({ onSuccess })),
    change: useMutation(knowledge.changeEntry.mutationOptions({ onSuccess })),
    remove: useMutation(knowledge.removeEntry.mutationOptions({ onSuccess })),
    dismiss: useMutation(knowledge.dismissQuestion.mutationOptions({ onSuccess })),
  };
}
