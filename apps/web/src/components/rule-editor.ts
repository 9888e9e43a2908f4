import { type ComponentType, createContext } from 'react';

export interface RuleEditorProps {
  /** Of RFC 5545; null: it does not recur. */
  rule: string | null;
  /** The wall-clock time from which on it counts. */
  start: string;
  zone: string;
  error?: string | undefined;
  onChange: (rule: string | null) => void;
}

/** The editor of recurrence rules, which is the messages’: routes give it to screens of other features. */
export const RuleEditorContext = createContext<ComponentType<RuleEditorProps> | null>(null);
