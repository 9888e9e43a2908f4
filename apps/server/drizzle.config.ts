import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: ['./src/platform/database/*.schema.ts', './src/domains/*/*.schema.ts'],
  out: './migrations',
});
