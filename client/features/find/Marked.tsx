import type { MarkedLine } from '#protocol/find.ts'

/** A line with what was searched for. */
export function Marked({ line }: { line: MarkedLine }) {
  return line.map(({ text, isHit }, place) =>
    isHit ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces never move within their line
      <mark className="find-dialog__hit" key={place}>
        {text}
      </mark>
    ) : (
      text
    ),
  )
}
