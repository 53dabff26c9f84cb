import { toNfkc } from '#protocol/normalization.ts'

/** Names are the same for one file system or another when they differ in case, width or form alone. */
const sameAs = (name: string) => toNfkc(toNfkc(name).toUpperCase().toLowerCase())

/** Gives each name once in a folder: the second is numbered. A thousand of one name cost no more than a thousand names. */
export function createFolder() {
  const taken = new Set<string>()
  /** By name: the number that it was last given. Those before are taken. */
  const numbers = new Map<string, number>()
  return {
    add(name: string, ending = ''): string {
      const wanted = sameAs(`${name}${ending}`)
      for (let number = (numbers.get(wanted) ?? 0) + 1; ; number += 1) {
        const candidate = number === 1 ? `${name}${ending}` : `${name} (${number})${ending}`
        const key = sameAs(candidate)
        if (taken.has(key)) continue
        taken.add(key)
        numbers.set(wanted, number)
        return candidate
      }
    },
  }
}
