import { createFileRoute } from '@tanstack/react-router';
import { FormPage } from '../../features/boards/shares/form-page.tsx';

export const Route = createFileRoute('/_public/form-preview/$shareId')({
  component: function Form() {
    return <FormPage token={Route.useParams().shareId} />;
  },
});
