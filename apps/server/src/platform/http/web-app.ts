import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** What programs ask for: an unknown path here is an error to them, not a screen. */
const FOR_PROGRAMS = /^\/(api|engine|simulator|v1|mcp|mqtt|actions|assets|health|metrics)(\/|$)/;

/** The built web app in a folder. */
export interface WebApp {
  /** CSP sources of the scripts written into its page. */
  inlineScripts: string[];
  /** Serves its files: those with a hash in their name for good, the others asked for anew each time. */
  serve(server: FastifyInstance): Promise<void>;
  /** Answers an unknown GET with the page, which knows its own routes. @returns whether it did. */
  answer(request: FastifyRequest, reply: FastifyReply): boolean;
}

/** Opens a build. Without one nothing is served, and the server works as an API alone. */
export function openWebApp(directory: string): WebApp {
  const page = join(directory, 'index.html');
  const isBuilt = existsSync(page);
  return {
    inlineScripts: isBuilt ? hashInlineScripts(readFileSync(page, 'utf8')) : [],
    async serve(server) {
      if (!isBuilt) return;
      await server.register(fastifyStatic, {
        root: directory,
        wildcard: false,
        preCompressed: true,
        cacheControl: false,
        setHeaders(reply, path) {
          const hashed = path.startsWith(join(directory, 'assets'));
          reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
        },
      });
    },
    answer(request, reply) {
      if (!isBuilt || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
      if (FOR_PROGRAMS.test(request.url.split('?')[0] ?? '')) return false;
      reply.status(200).sendFile('index.html');
      return true;
    },
  };
}

function hashInlineScripts(html: string): string[] {
  const scripts = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g);
  return [...scripts].map(([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);
}
