import type { MarkedLine } from '#protocol/search.ts'

/** A line with its matches in `<mark>` elements of the class `hit`. */
export function HighlightedLine({ line, hit }: { line: MarkedLine; hit: string }) {
  return line.map(({ text, isHit }, index) =>
    isHit ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the segments of a line never move
      <mark className={hit} key={index}>
        {text}
      </mark>
    ) : (
      text
    ),
  )
}
