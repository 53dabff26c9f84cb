/** What the product is for, in the specification's order: what one does, and a sentence more. */
export const uses = [
  ['home.useWrite', 'home.useWriteMore'],
  ['home.useShare', 'home.useShareMore'],
  ['home.useTalk', 'home.useTalkMore'],
] as const
