import { createFileRoute } from '@tanstack/react-router';
import { KeysPage } from '../../features/developer/keys-page.tsx';

export const Route = createFileRoute('/_authenticated/admin-api')({ component: KeysPage });
