import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { EXAMPLES, type Example } from '@switchyard/contracts/public-api/examples';
import { publicApiContract } from '@switchyard/contracts/public-api/operations';
import { z } from 'zod';

/** An operation of the document, as far as it is completed here. */
interface DescribedOperation {
  operationId?: string;
  parameters?: { name: string; in: string; example?: unknown }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<string, unknown>;
}

const publicError = z.object({
  success: z.literal(false),
  error: z.object({
    code: z.string(),
    message: z.string(),
    requestId: z.string().describe('Also the header `X-Request-Id`.'),
    details: z
      .array(z.object({ path: z.string(), code: z.string(), message: z.string() }))
      .optional()
      .describe('One for each field that is wrong.'),
  }),
});

const errorExample = (code: string, message: string) => ({
  success: false,
  error: { code, message, requestId: '0c9e4f5a-6b7c-4d8e-9f01-23456789abcd' },
});
const errorAnswer = (description: string, example: unknown) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, example } },
});
const REFUSAL_STATUSES = errorAnswer(
  'The request was refused. The status gives the class of error; the code is stable.',
  errorExample('not_found', 'This doesn’t exist in this workspace.'),
);
const NOT_SUPPORTED = errorAnswer('Not supported.', errorExample('not_supported', 'This is not supported here.'));

function addExample(operation: DescribedOperation, { params, query, body, status = 200, answer }: Example): void {
  for (const parameter of operation.parameters ?? []) {
    const values = parameter.in === 'path' ? params : parameter.in === 'query' ? query : undefined;
    if (values?.[parameter.name] !== undefined) parameter.example = values[parameter.name];
  }
  const requestContent = operation.requestBody?.content['application/json'];
  if (requestContent && body !== undefined) requestContent.example = body;
  const { content } = (operation.responses[status] ?? {}) as { content?: Record<string, { example?: unknown }> };
  const responseContent = content?.['application/json'];
  if (responseContent) responseContent.example = answer;
}

/** The public API as an OpenAPI document, with an example of each operation. @param url base URL of the API */
export async function describeApi(url: string) {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const document = await generator.generate(publicApiContract, {
    info: {
      title: 'Switchyard',
      version: '1.0.0',
      description: 'The public API. Authenticate with an API key of the workspace as a bearer token.',
    },
    servers: [{ url }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    security: [{ bearer: [] }],
  });
  const { $schema: _, ...error } = z.toJSONSchema(publicError);
  document.components = { ...document.components, schemas: { ...document.components?.schemas, Error: error as never } };
  for (const methods of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(methods ?? {}) as unknown as DescribedOperation[]) {
      const { operationId = '' } = operation;
      if (operationId.startsWith('unsupported.')) {
        operation.responses = { 501: NOT_SUPPORTED };
        continue;
      }
      // Errors have their own format here.
      const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
      operation.responses = { ...Object.fromEntries(successes), default: REFUSAL_STATUSES };
      const example = EXAMPLES[operationId];
      if (example) addExample(operation, example);
    }
  }
  return document;
}
