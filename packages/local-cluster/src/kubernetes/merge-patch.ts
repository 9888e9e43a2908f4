import { badRequest } from './status-error.ts';

/**
 * Merge keys of lists (`patchMergeKey` in the API's types), by path without indexes; any other list is replaced as a
 * whole.
 */
export const STRATEGIC_KEYS: Readonly<Record<string, string>> = {
  'metadata.ownerReferences': 'uid',
  'spec.containers': 'name',
  'spec.initContainers': 'name',
  'spec.containers.env': 'name',
  'spec.volumes': 'name',
  'status.conditions': 'type',
  'status.addresses': 'type',
};

type Fields = Record<string, unknown>;

/**
 * Merges a patch into an object by RFC 7396: null removes a field. The arguments are not modified.
 * @param keys null for a plain merge patch; otherwise lists are merged by these keys and the directives of a strategic
 *   merge patch are followed
 * @throws StatusError 400 for an unknown directive, or for an entry without its key
 */
export function mergePatch(target: unknown, patch: unknown, keys: typeof STRATEGIC_KEYS | null, path = ''): unknown {
  if (!isFields(patch)) return patch;
  const { $patch: whole, $retainKeys: retained, ...fields } = keys ? patch : ({ ...patch } as Fields);
  if (keys && whole !== undefined && whole !== 'replace' && whole !== 'merge') throw badDirective('$patch', whole);
  const base = isFields(target) && !(keys && whole === 'replace') ? target : {};
  const merged: Fields = keys && Array.isArray(retained) ? pick(base, retained) : { ...base };
  for (const [name, value] of Object.entries(keys ? fields : patch)) {
    // The order of a list follows the patch anyway.
    if (keys && name.startsWith('$setElementOrder/')) continue;
    if (keys && name.startsWith('$')) throw badDirective(name, value);
    const at = path ? `${path}.${name}` : name;
    if (value === null || (keys && isFields(value) && value.$patch === 'delete')) delete merged[name];
    else if (keys?.[at] !== undefined && Array.isArray(value)) merged[name] = mergeList(merged[name], value, keys, at);
    else merged[name] = mergePatch(merged[name], value, keys, at);
  }
  return merged;
}

function mergeList(target: unknown, patch: readonly unknown[], keys: typeof STRATEGIC_KEYS, path: string): unknown[] {
  const key = keys[path] ?? '';
  const isReplaced = patch.some((entry) => isFields(entry) && entry.$patch === 'replace');
  const merged: unknown[] = isReplaced || !Array.isArray(target) ? [] : [...target];
  for (const entry of patch) {
    if (!isFields(entry)) throw badRequest(`${path}: an entry must be an object`);
    if (entry.$patch === 'replace' && Object.keys(entry).length === 1) continue;
    if (entry[key] === undefined) throw badRequest(`${path}: an entry has no ${key}`);
    const at = merged.findIndex((item) => isFields(item) && item[key] === entry[key]);
    if (entry.$patch === 'delete') {
      if (at >= 0) merged.splice(at, 1);
    } else if (at >= 0) merged[at] = mergePatch(merged[at], entry, keys, path);
    else merged.push(mergePatch(undefined, entry, keys, path));
  }
  return merged;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const pick = (from: Fields, names: readonly unknown[]): Fields =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));

const badDirective = (name: string, value: unknown) =>
  badRequest(`the patch directive ${name} (${JSON.stringify(value)}) is not supported`);
