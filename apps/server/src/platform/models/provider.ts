import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { publicFetch } from '../http/guarded-fetch.ts';
import type { Endpoint } from './endpoint.ts';

/** The library's provider for all models of an endpoint. */
export const providerOf = ({ baseUrl, apiKey, isGuarded }: Endpoint, includeUsage = true) =>
  createOpenAICompatible({
    name: 'model',
    baseURL: baseUrl,
    ...(apiKey === null ? {} : { apiKey }),
    includeUsage,
    ...(isGuarded ? { fetch: publicFetch } : {}),
  });
