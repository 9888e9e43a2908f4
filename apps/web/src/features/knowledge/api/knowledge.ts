import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';

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
export const knowledgeBase = (id: string) => knowledge.read.queryOptions({ input: { id } });
export const meaningOfBase = (id: string) => knowledge.meaning.queryOptions({ input: { id } });
export const documentsPage = (input: PageOf) =>
  knowledge.documents.queryOptions({ input, placeholderData: keepPreviousData });
export const entriesPage = (input: PageOf) =>
  knowledge.entries.queryOptions({ input, placeholderData: keepPreviousData });
export const questionsPage = (input: PageOf) =>
  knowledge.questions.queryOptions({ input, placeholderData: keepPreviousData });

/** Mutations of knowledge; callers handle their results. */
export function useKnowledgeChanges() {
  return {
    create: useMutation(knowledge.create.mutationOptions()),
    rename: useMutation(knowledge.rename.mutationOptions()),
    remove: useMutation(knowledge.remove.mutationOptions()),
  };
}

export function useDocumentChanges() {
  return {
    add: useMutation(knowledge.addDocument.mutationOptions()),
    readAgain: useMutation(knowledge.readAgain.mutationOptions()),
    remove: useMutation(knowledge.removeDocument.mutationOptions()),
  };
}

export function useEntryChanges() {
  return {
    add: useMutation(knowledge.addEntry.mutationOptions()),
    change: useMutation(knowledge.changeEntry.mutationOptions()),
    remove: useMutation(knowledge.removeEntry.mutationOptions()),
    dismiss: useMutation(knowledge.dismissQuestion.mutationOptions()),
  };
}
