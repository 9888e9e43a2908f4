import { type ComponentType, createContext } from 'react';

export interface RuleEditorProps {
  /** RFC 5545; null: it does not recur. */
  rule: string | null;
  /** Wall-clock time from which the rule counts. */
  start: string;
  zone: string;
  error?: string | undefined;
  onChange: (rule: string | null) => void;
}

/**
 * The editor of recurrence rules, which belongs to the messages feature; routes provide it to screens of other
 * features.
 */
export const RuleEditorContext = createContext<ComponentType<RuleEditorProps> | null>(null);
