import type { MarkedLine } from '#protocol/noteSearch.ts'

/** A line with what was searched for, which has the class `hit`. */
export function Marked({ line, hit }: { line: MarkedLine; hit: string }) {
  return line.map(({ text, isHit }, place) =>
    isHit ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces never move within their line
      <mark className={hit} key={place}>
        {text}
      </mark>
    ) : (
      text
    ),
  )
}
