/** The uses of the product, in the order of the specification: title and description. */
export const uses = [
  ['home.useWrite', 'home.useWriteMore'],
  ['home.useShare', 'home.useShareMore'],
  ['home.useTalk', 'home.useTalkMore'],
] as const
