/** Seeded random numbers (mulberry32), so that a run can be replayed as far as its timing allows. */
export function seededRandom(seed: number) {
  let state = seed >>> 0
  /** From 0 up to 1. */
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (bound: number) => Math.floor(next() * bound)
  function oneOf<Choice>(choices: readonly Choice[]): Choice {
    const choice = choices[below(choices.length)]
    if (choice === undefined) throw new Error('there is nothing to choose from')
    return choice
  }
  function shuffled<Item>(items: readonly Item[]): Item[] {
    return items
      .map(item => ({ item, place: next() }))
      .sort((one, other) => one.place - other.place)
      .map(({ item }) => item)
  }
  return { below, oneOf, shuffled, between: (least: number, most: number) => least + next() * (most - least) }
}

export type Random = ReturnType<typeof seededRandom>
