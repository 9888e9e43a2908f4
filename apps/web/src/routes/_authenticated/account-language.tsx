import { createFileRoute } from '@tanstack/react-router';
import { LanguagePage } from '../../features/accounts/language-page.tsx';

export const Route = createFileRoute('/_authenticated/account-language')({ component: LanguagePage });
