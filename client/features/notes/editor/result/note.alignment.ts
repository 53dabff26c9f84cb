/** A block of the text and the same block of the result: where each begins, in pixels from the top of its own column. */
export interface Anchor {
  text: number
  result: number
}

/** The height in the one column that belongs to a height in the other, between the two anchors around it. */
export function alignedHeight(
  anchors: readonly Anchor[],
  height: number,
  from: keyof Anchor,
  to: keyof Anchor,
): number {
  const next = anchors.findIndex(anchor => anchor[from] > height)
  const before = anchors[next < 0 ? anchors.length - 1 : next - 1] ?? { text: 0, result: 0 }
  const after = anchors[next]
  if (after === undefined) return before[to] + height - before[from]
  const share = (height - before[from]) / (after[from] - before[from])
  return before[to] + share * (after[to] - before[to])
}

/** The place of the last line that is not after this one, in a list that grows; -1 before the first. */
export function blockAt(lines: readonly number[], line: number): number {
  const next = lines.findIndex(begin => begin > line)
  return next < 0 ? lines.length - 1 : next - 1
}
