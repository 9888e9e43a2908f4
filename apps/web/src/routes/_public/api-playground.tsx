import { createFileRoute } from '@tanstack/react-router';
import { PlaygroundPage } from '../../features/playground/playground-page.tsx';

export const Route = createFileRoute('/_public/api-playground')({ component: PlaygroundPage });
