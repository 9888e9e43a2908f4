import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** What programs ask for: an unknown path here is an error to them, not a screen. */
const FOR_PROGRAMS = /^\/(\.well-known|api|engine|simulator|v1|mcp|mqtt|actions|assets|health|metrics)(\/|$)/;

/** The built web app in a folder. */
export interface WebApp {
  /** CSP sources of the scripts written into its page. */
  inlineScripts: string[];
  /** Serves its files: those with a hash in their name for good, the others asked for anew each time. */
  serve(server: FastifyInstance): Promise<void>;
  /** Answers an unknown GET with the page, which knows its own routes. @returns whether it did. */
  answer(request: FastifyRequest, reply: FastifyReply): boolean;
}

/**
 * What the page must know for its first paint, before it can have asked: a banner that came later would push everything
 * down.
 */
export interface PageFacts {
  demo: boolean;
  signUp: 'open' | 'invite' | 'closed';
  billing: 'on' | 'off';
  passwords: 'on' | 'off';
  /** Its name has nothing that an attribute could not hold (`OIDC_NAME`). */
  signInProvider: { name: string } | null;
}

/** Opens a build. Without one nothing is served, and the server works as an API alone. */
export function openWebApp(directory: string, facts: PageFacts): WebApp {
  const file = join(directory, 'index.html');
  const isBuilt = existsSync(file);
  const page = isBuilt ? withFacts(readFileSync(file, 'utf8'), facts) : '';
  return {
    inlineScripts: hashInlineScripts(page),
    async serve(server) {
      if (!isBuilt) return;
      await server.register(fastifyStatic, {
        root: directory,
        wildcard: false,
        index: false,
        // Each file has a route, and a route five kilobytes: those that are compressed are found beside their own.
        globIgnore: ['index.html*', '**/*.{br,gz}'],
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
      reply.status(200).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
      return true;
    },
  };
}

/** Written as attributes of `<html>`: a script would have to be named in the content security policy. */
function withFacts(html: string, { demo, signUp, billing, passwords, signInProvider }: PageFacts): string {
  const facts = [
    demo ? 'data-demo' : '',
    `data-sign-up="${signUp}"`,
    `data-billing="${billing}"`,
    passwords === 'off' ? 'data-passwords="off"' : '',
    signInProvider ? `data-sign-in-provider="${signInProvider.name}"` : '',
  ];
  return html.replace(/<html\b/, () => ['<html', ...facts.filter(Boolean)].join(' '));
}

function hashInlineScripts(html: string): string[] {
  const scripts = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g);
  return [...scripts].map(([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);
}
