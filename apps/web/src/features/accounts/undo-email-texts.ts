import { addTexts } from '../../lib/i18n/i18n.ts';

/** Separate from the texts of the sign-in, whose page must stay small. */
export const undoEmailTexts = addTexts('accounts', {
  undoEmail: {
    title: 'Undo the change of email address',
    lead: 'Your earlier address signs you in again. Everyone is signed out, and the password no longer works.',
    submit: 'Undo',
    done: 'Your address is {{address}} again. We’ve sent you a link to set a new password.',
    over: 'This link has expired or was used already.',
  },
});
