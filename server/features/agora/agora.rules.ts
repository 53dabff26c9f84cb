import { toNfc } from '#protocol/normalization.ts'

/** From this share of common pairs on two opinions say the same. */
const SAME_FROM = 0.9

/**
 * Whether an opinion nearly repeats another one. Case, white space, punctuation and symbols do not count. What is left is
 * compared by its pairs of neighbouring characters (Dice's coefficient: twice the common pairs over all pairs of both), so
 * one more character at the end of a long opinion changes little, and the same words in another order a lot. Of opinions
 * that have fewer than two characters left, their very text is compared.
 */
export function isNearDuplicate(opinion: string, earlier: string): boolean {
  const [these, those] = [pairsOf(opinion), pairsOf(earlier)]
  if (these.length === 0 || those.length === 0) return toNfc(opinion) === toNfc(earlier)
  return (2 * countCommon(these, those)) / (these.length + those.length) >= SAME_FROM
}

function pairsOf(opinion: string): string[] {
  const characters = [
    ...toNfc(opinion)
      .toLowerCase()
      .replace(/[\s\p{P}\p{S}]/gu, ''),
  ]
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

/** A pair that stands twice in both counts twice. */
function countCommon(these: readonly string[], those: readonly string[]): number {
  const left = new Map<string, number>()
  for (const pair of those) left.set(pair, (left.get(pair) ?? 0) + 1)
  let common = 0
  for (const pair of these) {
    const count = left.get(pair) ?? 0
    if (count === 0) continue
    left.set(pair, count - 1)
    common += 1
  }
  return common
}
