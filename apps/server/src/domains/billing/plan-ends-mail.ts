import type { Mail } from '../../platform/mail/mailer.ts';

const WHY: Record<string, string> = {
  trial: 'The trial ends.',
  unpaid: 'An invoice is not paid.',
  asked: 'A smaller plan was chosen.',
};

/** Tells an owner when their plan ends and what stops then. */
export function planEndsMail(
  publicUrl: string,
  owner: { name: string; email: string; workspace: string },
  { nextAt, nextPlan, nextReason }: { nextAt: Date; nextPlan: string; nextReason: string | null },
): Mail {
  const name = nextPlan[0]?.toUpperCase() + nextPlan.slice(1);
  const day = nextAt.toISOString().slice(0, 10);
  return {
    to: owner.email,
    subject: `${owner.workspace}: the plan becomes ${name} on ${day}`,
    text: [
      `Hello ${owner.name},`,
      '',
      `on ${day} the plan of ${owner.workspace} becomes ${name}. ${WHY[nextReason ?? ''] ?? ''}`,
      'From then on gateway engines beyond that plan hold their messages. Nothing is deleted, and what is held goes out after an upgrade.',
      '',
      new URL('/account-subscription', publicUrl).href,
      '',
    ].join('\n'),
  };
}
