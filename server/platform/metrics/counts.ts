/** How often something happened, by one of a bounded set of names. */
export interface Counts<Name extends string = string> {
  add(name: Name): void
  entries(): Iterable<[Name, number]>
}

export function createCounts<Name extends string>(): Counts<Name> {
  const counted = new Map<Name, number>()
  return {
    add: name => void counted.set(name, (counted.get(name) ?? 0) + 1),
    entries: () => counted.entries(),
  }
}
