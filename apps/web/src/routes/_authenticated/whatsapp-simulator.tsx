import { createFileRoute } from '@tanstack/react-router';
import { SimulatorPage } from '../../features/simulator/simulator-page.tsx';

export const Route = createFileRoute('/_authenticated/whatsapp-simulator')({ component: SimulatorPage });
