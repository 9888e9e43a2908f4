import { createFileRoute } from '@tanstack/react-router';
import { BtgptPage } from '../../features/agent/chat/btgpt-page.tsx';

export const Route = createFileRoute('/_authenticated/btgpt')({ component: BtgptPage });
