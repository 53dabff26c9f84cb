import { toNfc } from '#protocol/normalization.ts'

/** Similarity from which two opinions count as duplicates. */
const SAME_FROM = 0.9

/**
 * Whether an opinion nearly repeats an earlier one. Ignores case, white space, punctuation and symbols, and compares
 * the pairs of neighbouring characters that remain (Dice coefficient: twice the common pairs over all pairs). One
 * more character in a long opinion changes little; another word order changes a lot. Texts with fewer than two
 * remaining characters are compared literally.
 */
export function isNearDuplicate(opinion: string, earlier: string): boolean {
  const [pairs, earlierPairs] = [pairsOf(opinion), pairsOf(earlier)]
  if (pairs.length === 0 || earlierPairs.length === 0) return toNfc(opinion) === toNfc(earlier)
  return (2 * countCommon(pairs, earlierPairs)) / (pairs.length + earlierPairs.length) >= SAME_FROM
}

function pairsOf(opinion: string): string[] {
  const characters = [
    ...toNfc(opinion)
      .toLowerCase()
      .replace(/[\s\p{P}\p{S}]/gu, ''),
  ]
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

/** A pair that occurs twice in both counts twice. */
function countCommon(pairs: readonly string[], otherPairs: readonly string[]): number {
  const remaining = new Map<string, number>()
  for (const pair of otherPairs) remaining.set(pair, (remaining.get(pair) ?? 0) + 1)
  let common = 0
  for (const pair of pairs) {
    const count = remaining.get(pair) ?? 0
    if (count === 0) continue
    remaining.set(pair, count - 1)
    common += 1
  }
  return common
}
