/** A message as its user knows it: everything that was requested and confirmed. */
export interface Wanted {
  id: string;
  /** The first word of its text, whatever the text becomes. */
  tag: string;
  to: string;
  text: string;
  /** `file HASH`, `poll OPTION|OPTION` or empty. */
  carries: string;
  cancelled: boolean;
  settledByPerson: boolean;
  /**
   * A failover lost the record that it had left. Nobody can know that, so nobody is blamed for what a person then does
   * with it.
   */
  forgotten: boolean;
}
