import { createFileRoute } from '@tanstack/react-router';
import { UninstallPage } from '../../features/public/uninstall-page.tsx';

export const Route = createFileRoute('/_public/uninstall')({ component: UninstallPage });
