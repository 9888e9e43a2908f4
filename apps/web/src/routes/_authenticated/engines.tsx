import { createFileRoute } from '@tanstack/react-router';
import { EnginesPage } from '../../features/engines/components/engines-page.tsx';

export const Route = createFileRoute('/_authenticated/engines')({ component: EnginesPage });
