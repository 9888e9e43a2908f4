/** A JSON schema, as far as examples need it. */
export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  example?: unknown;
  examples?: unknown[];
  format?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  minimum?: number;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
}

interface OperationObject {
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: { content?: Record<string, { schema?: Schema; example?: unknown }> };
}

/** An OpenAPI document, as far as it is used. */
export interface Document {
  info: { title: string };
  servers?: { url: string }[];
  paths?: Record<string, Record<string, OperationObject>>;
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  description: string;
  parameters: Parameter[];
  /** Null if it takes no body. */
  bodyExample: string | null;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const MAX_DEPTH = 8;

/** The operations of a document, by tag. */
export function operationsOf({ paths = {} }: Document): Operation[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method): Operation[] => {
      const described = methods[method];
      if (!described) return [];
      const { summary = '', description = '', tags = [], parameters = [], requestBody } = described;
      const json = requestBody?.content?.['application/json'];
      return [
        {
          id: `${method.toUpperCase()} ${path}`,
          method: method.toUpperCase(),
          path,
          tag: tags[0] ?? '',
          summary,
          description,
          parameters,
          bodyExample: json ? JSON.stringify(json.example ?? sampleOf(json.schema ?? {}), null, 2) : null,
        },
      ];
    }),
  );
  return all.sort((a, b) => a.tag.localeCompare(b.tag));
}

/**
 * A sample value for a schema: its own example if it has one; only the required fields, or all if none are required.
 */
export function sampleOf(schema: Schema, depth = 0): unknown {
  if (schema.example !== undefined) return schema.example;
  if (schema.examples?.[0] !== undefined) return schema.examples[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (depth > MAX_DEPTH) return null;
  const variant = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (variant) return sampleOf(variant, depth + 1);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => sampleOf(part, depth + 1)));
  switch ([schema.type].flat()[0]) {
    case 'object': {
      const all = Object.keys(schema.properties ?? {});
      const names = schema.required?.length ? schema.required : all;
      return Object.fromEntries(names.map((name) => [name, sampleOf(schema.properties?.[name] ?? {}, depth + 1)]));
    }
    case 'array':
      return schema.items ? [sampleOf(schema.items, depth + 1)] : [];
    case 'number':
    case 'integer':
      return schema.minimum ?? 1;
    case 'boolean':
      return false;
    case 'string':
      return schema.format === 'date-time' ? '2030-01-01T09:00:00Z' : '';
    default:
      return null;
  }
}

/**
 * URL of a call: a path of this server, whatever address the document names. Empty fields are omitted from the query.
 */
export function addressOf(
  { servers = [] }: Document,
  { path, parameters }: Operation,
  values: Record<string, string>,
): string {
  const url = servers[0]?.url ?? '';
  const base = URL.canParse(url) ? new URL(url).pathname : url;
  const filled = path.replaceAll(/\{([^}]+)\}/g, (_whole, name: string) => encodeURIComponent(values[name] ?? ''));
  const query = new URLSearchParams(
    parameters.flatMap(({ name, in: place }) => {
      const value = place === 'query' ? (values[name] ?? '') : '';
      return value === '' ? [] : [[name, value] as [string, string]];
    }),
  ).toString();
  return `${base.replace(/\/$/, '')}${filled}${query === '' ? '' : `?${query}`}`;
}

/** The call as a shell command, without the key. */
export function commandOf(origin: string, method: string, address: string, body: string | null): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  return [
    `curl -X ${method} ${quoted(origin + address)}`,
    `-H "authorization: Bearer $SWITCHYARD_KEY"`,
    ...(body === null ? [] : [`-H 'content-type: application/json'`, `-d ${quoted(body)}`]),
  ].join(' \\\n  ');
}
