import { Trans, useTranslation } from 'react-i18next';
import type { PublicSettings } from '../api/read-settings.ts';
import classes from './login-page.module.css';

/** The demo's published accounts; choosing one fills in the form before it. */
export function DemoAccounts({
  accounts,
  onFilled,
}: {
  accounts: PublicSettings['demoAccounts'];
  onFilled: () => void;
}) {
  const { t } = useTranslation('accounts');
  const fill = (account: { email: string; password: string }) => {
    for (const name of ['email', 'password'] as const) {
      const input = document.querySelector<HTMLInputElement>(`input[name="${name}"]`);
      if (input) input.value = account[name];
    }
    onFilled();
  };
  return (
    <section className={classes.demo} aria-labelledby="demo-title">
      <div className={classes.demoTitle} id="demo-title">
        {t('demo.title')}
      </div>
      <div className={classes.demoHint}>
        <Trans
          i18nKey="demo.hint"
          ns="accounts"
          values={{ password: accounts[0]?.password ?? '' }}
          components={{ password: <code /> }}
        />
      </div>
      <ul className={classes.accounts}>
        {accounts.map((account) => (
          <li key={account.email}>
            <button type="button" className={classes.account} onClick={() => fill(account)}>
              <span>{account.email}</span>
              <span className={classes.accountLabel}>{account.label}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
