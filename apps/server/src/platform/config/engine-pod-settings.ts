import { z } from 'zod';

/** A setting in JSON; faults name the field they are in. */
function json<Schema extends z.ZodType>(schema: Schema, description: string) {
  return z
    .string()
    .transform((text, context): z.output<Schema> => {
      const parsed = schema.safeParse(parse(text, context));
      for (const { path, message } of parsed.error?.issues ?? []) {
        context.addIssue({ code: 'custom', message: path.length > 0 ? `${path.join('.')}: ${message}` : message });
      }
      return parsed.success ? parsed.data : z.NEVER;
    })
    .optional()
    .describe(description);
}

function parse(text: string, context: z.RefinementCtx<string>): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    context.addIssue({ code: 'custom', message: `is not JSON: ${(error as Error).message}`, fatal: true });
    return z.NEVER;
  }
}

const LABEL_PART = '[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?';
const labelKey = z
  .string()
  .regex(new RegExp(`^([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?/)?${LABEL_PART}$`), 'is no label key');
const labelValue = z.string().regex(new RegExp(`^(${LABEL_PART})?$`), 'is no label value');
const objectName = z.string().regex(/^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/, 'is no name of a Kubernetes object');

const toleration = z
  .strictObject({
    key: labelKey.optional(),
    operator: z.enum(['Exists', 'Equal']).optional(),
    value: labelValue.optional(),
    effect: z.enum(['NoSchedule', 'PreferNoSchedule', 'NoExecute']).optional(),
    tolerationSeconds: z.number().int().optional(),
  })
  .refine(
    ({ key, operator }) => key !== undefined || operator === 'Exists',
    'without a key the operator must be Exists',
  )
  .refine(({ operator, value }) => operator !== 'Exists' || !value, 'with the operator Exists there is no value');

const seconds = z.number().int().min(1).max(3_600);
const port = z.union([z.number().int().min(1).max(65_535), z.string().min(1).max(15)]);
const probe = z
  .strictObject({
    exec: z.strictObject({ command: z.array(z.string()).min(1) }).optional(),
    httpGet: z
      .strictObject({ path: z.string().optional(), port, scheme: z.enum(['HTTP', 'HTTPS']).optional() })
      .optional(),
    tcpSocket: z.strictObject({ port }).optional(),
    initialDelaySeconds: z.number().int().min(0).max(3_600).optional(),
    periodSeconds: seconds.optional(),
    timeoutSeconds: seconds.optional(),
    failureThreshold: z.number().int().min(1).max(1_000).optional(),
    successThreshold: z.number().int().min(1).max(1_000).optional(),
  })
  .refine(
    ({ exec, httpGet, tcpSocket }) =>
      [exec, httpGet, tcpSocket].filter((handler) => handler !== undefined).length === 1,
    'needs one of exec, httpGet, tcpSocket',
  );

const probes = z.strictObject({ liveness: probe.optional(), readiness: probe.optional(), startup: probe.optional() });

const AFFINITIES = ['nodeAffinity', 'podAffinity', 'podAntiAffinity'] as const;
/**
 * Too deeply nested to validate every field here. The API server checks the rest, and its message is shown with the
 * engine.
 */
const affinity = z.partialRecord(z.enum(AFFINITIES), z.record(z.string(), z.unknown()));

/** Settings for scheduling and probes of engine pods. */
export const enginePodSettings = {
  ENGINE_TOLERATIONS: json(
    z.array(toleration),
    'Tolerations of engine pods, as JSON, such as `[{"key":"workload","operator":"Equal","value":"gateway","effect":"NoSchedule"}]`. Default: none.',
  ),
  ENGINE_NODE_SELECTOR: json(
    z.record(labelKey, labelValue),
    'Labels of the nodes that engine pods may run on, as JSON, such as `{"pool":"gateways"}`. Default: any node.',
  ),
  ENGINE_AFFINITY: json(affinity, 'Affinity of engine pods, as JSON in Kubernetes’ own form. Default: none.'),
  ENGINE_IMAGE_PULL_SECRETS: json(
    z.array(objectName),
    'Names of the Secrets for pulling the image of engine pods, as JSON, such as `["registry"]`. Default: none.',
  ),
  ENGINE_PRIORITY_CLASS: objectName.optional().describe('PriorityClass of engine pods. Default: the cluster’s own.'),
  ENGINE_PROBES: json(
    probes,
    'Probes of engine pods, as JSON: `liveness`, `readiness`, `startup`, each in Kubernetes’ own form. Default: none.',
  ),
};

/** The same in the form of a pod's specification, with only the configured fields. */
export interface EnginePlacement {
  tolerations?: z.output<typeof toleration>[];
  nodeSelector?: Record<string, string>;
  affinity?: z.output<typeof affinity>;
  imagePullSecrets?: string[];
  priorityClassName?: string;
  probes?: z.output<typeof probes>;
}
