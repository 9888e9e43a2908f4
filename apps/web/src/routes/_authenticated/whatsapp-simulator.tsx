import { createFileRoute } from '@tanstack/react-router';
import { InEnglish } from '../../components/in-english.tsx';
import { SimulatorPage } from '../../features/simulator/simulator-page.tsx';

export const Route = createFileRoute('/_authenticated/whatsapp-simulator')({
  component: () => (
    <InEnglish>
      <SimulatorPage />
    </InEnglish>
  ),
});
