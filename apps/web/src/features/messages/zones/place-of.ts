/** The place that a zone is named after, as people write it: `Sao Paulo` of `America/Sao_Paulo`. */
export const placeOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
