/** The city of a zone as people write it: `Sao Paulo` for `America/Sao_Paulo`. */
export const placeOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
