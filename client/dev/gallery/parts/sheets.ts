/** The sheets of parts, in the order in which the catalogue leads to them. */
export const partSheetNames = ['buttons', 'fields', 'people', 'places', 'messages', 'windows'] as const
export type PartSheetName = (typeof partSheetNames)[number]
