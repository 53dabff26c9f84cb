import { SUGGESTION_MAX } from '#protocol/limits.ts'

const COLUMNS = 20
const ROWS = SUGGESTION_MAX / COLUMNS
/** Of a square, with one of its lines. */
const SIDE = 7
const [WIDTH, HEIGHT] = [COLUMNS * SIDE, ROWS * SIDE]

const range = (length: number) => Array.from({ length }, (_, place) => place)
const LINES = [
  ...range(ROWS + 1).map(row => `M0 ${row * SIDE}h${WIDTH}`),
  ...range(COLUMNS + 1).map(column => `M${column * SIDE} 0v${HEIGHT}`),
].join('')

/** A small manuscript sheet with a square for each character that an opinion may have: for the eye, since the count is told in words. */
export function OpinionSheet({ length }: { length: number }) {
  const filledIn = (row: number) => Math.max(0, Math.min(COLUMNS, length - row * COLUMNS))
  return (
    <svg
      className={`opinion-sheet ${length > SUGGESTION_MAX ? 'opinion-sheet--over' : ''}`}
      viewBox={`-0.5 -0.5 ${WIDTH + 1} ${HEIGHT + 1}`}
      aria-hidden="true"
    >
      {range(ROWS).map(row => (
        <rect key={row} y={row * SIDE} width={filledIn(row) * SIDE} height={SIDE} />
      ))}
      <path d={LINES} />
    </svg>
  )
}
