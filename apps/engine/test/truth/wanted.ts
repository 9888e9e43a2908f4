/** A message as its user knows it: what was asked for and answered with yes. */
export interface Wanted {
  id: string;
  /** The first word of its text, whatever the text becomes. */
  tag: string;
  to: string;
  text: string;
  /** `file HASH`, `poll OPTION|OPTION` or nothing. */
  carries: string;
  cancelled: boolean;
  settledByPerson: boolean;
  /**
   * A failover lost the word that it had left: nobody can know it, so nobody is blamed for what a person then does to
   * it.
   */
  forgotten: boolean;
}
