import { createFileRoute } from '@tanstack/react-router';
import { NumbersPage } from '../../features/engines/numbers/numbers-page.tsx';

export const Route = createFileRoute('/_authenticated/whatsapp-numbers')({ component: NumbersPage });
