import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Paths for programs: an unknown one is an error to them, not a screen. */
const FOR_PROGRAMS = /^\/(\.well-known|api|engine|simulator|v1|mcp|mqtt|actions|assets|health|metrics)(\/|$)/;

/** The built web app in a folder. */
export interface WebApp {
  /** CSP sources of the page's inline scripts. */
  inlineScripts: string[];
  /** Serves its files. Those with a hash in their name are cached for ever, the others are revalidated every time. */
  serve(server: FastifyInstance): Promise<void>;
  /** Responds to an unknown GET with the page, which has its own router. @returns whether it did */
  answer(request: FastifyRequest, reply: FastifyReply): boolean;
}

/**
 * Facts that the page needs for its first paint, before it can make a request: a banner that appeared later would shift
 * the whole layout.
 */
export interface PageFacts {
  demo: boolean;
  signUp: 'open' | 'invite' | 'closed';
  billing: 'on' | 'off';
  passwords: 'on' | 'off';
  /** The name contains only characters that are safe in an attribute (`OIDC_NAME`). */
  signInProvider: { name: string } | null;
}

/** Opens a build. Without a build nothing is served, and the server is only an API. */
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
        // Each file gets a route, and a route costs five kilobytes. Compressed files are found beside the originals.
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

/** Facts become attributes of `<html>`, because a script would have to be listed in the content security policy. */
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
