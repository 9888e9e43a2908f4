import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publicApiContract } from '@switchyard/contracts/public-api/operations';
import { z } from 'zod';

// Generates the operations of `packages/client` from the contract of `/v1`: node scripts/generate-client.ts

/** The subset of JSON Schema that zod emits. */
interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
}

const NAME = /^[A-Za-z_]\w*$/;
const nameOf = (name: string): string => (NAME.test(name) ? name : JSON.stringify(name));
const PLAIN: Record<string, string> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return [...new Set(variants.map(typeOf))].join(' | ');
  if (schema.allOf) return schema.allOf.map(typeOf).join(' & ');
  if (schema.type === 'array') return `Array<${typeOf(schema.items ?? {})}>`;
  if (schema.type === 'object') return objectOf(schema);
  return PLAIN[schema.type ?? ''] ?? 'unknown';
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, field]) => `${nameOf(name)}${required.includes(name) ? '' : '?'}: ${typeOf(field)}`,
  );
  if (fields.length > 0) return `{ ${fields.join('; ')} }`;
  return typeof additionalProperties === 'object'
    ? `Record<string, ${typeOf(additionalProperties)}>`
    : 'Record<never, never>';
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema;

interface Procedure {
  '~orpc': {
    route: { method: string; path: string; summary?: string; outputStructure?: string };
    inputSchema?: z.ZodType;
    outputSchema?: z.ZodType;
  };
}

/** Returns the input type of an operation, with its required and optional parts. */
function inputOf(schema: z.ZodType | undefined): string {
  const { properties = {} } = schema ? schemaOf(schema, 'input') : {};
  const parts = ['params', 'query', 'body'].flatMap((part) => {
    const schemaOfPart = properties[part];
    if (!schemaOfPart?.properties || Object.keys(schemaOfPart.properties).length === 0) return [];
    return [`${part}${schemaOfPart.required?.length ? '' : '?'}: ${typeOf(schemaOfPart)}`];
  });
  return `{ ${[...parts, ...(properties.headers ? ['idempotencyKey?: string'] : [])].join('; ')} }`;
}

function answerOf({ route, outputSchema }: Procedure['~orpc']): string {
  if (!outputSchema) return 'unknown';
  const schema = schemaOf(outputSchema, 'output');
  if (route.outputStructure !== 'detailed') return typeOf(schema);
  return [...new Set((schema.anyOf ?? [schema]).map(({ properties }) => typeOf(properties?.body ?? {})))].join(' | ');
}

/** Returns the content of the generated file. */
export function clientOperations(): string {
  const groups = Object.entries(publicApiContract).filter(([group]) => group !== 'unsupported');
  const of = (write: (name: string, operation: Procedure['~orpc']) => string) =>
    groups
      .map(([group, members]) => {
        const all = Object.entries(members as unknown as Record<string, Procedure>);
        return `  ${group}: {\n${all.map(([name, procedure]) => write(name, procedure['~orpc'])).join('\n')}\n  };`;
      })
      .join('\n');
  const routes = of((name, { route }) => `    ${name}: ['${route.method}', '${route.path}'],`).replaceAll('};', '},');
  const types = of(
    (name, operation) =>
      `    /** ${operation.route.summary ?? ''} */\n    ${name}: { input: ${inputOf(operation.inputSchema)}; answer: ${answerOf(operation)} };`,
  );
  return `// Written by scripts/generate-client.ts from the contract.\n\nexport const OPERATIONS = {\n${routes}\n} as const;\n\nexport interface Operations {\n${types}\n}\n`;
}

export const CLIENT_FILE = join(import.meta.dirname, '../packages/client/src/operations.gen.ts');

if (process.argv[1] === import.meta.filename) writeFileSync(CLIENT_FILE, clientOperations());
