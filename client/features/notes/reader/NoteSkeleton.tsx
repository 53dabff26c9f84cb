import { Skeleton } from '#client/ui/ListStates.tsx'
import './noteSkeleton.css'

/** The lines of a note while its text loads. */
export function TextSkeleton() {
  return (
    <Skeleton className="text-skeleton">
      <Lines />
    </Skeleton>
  )
}

/** The sheet of a note while nothing of it is known. */
export function SheetSkeleton() {
  return (
    <div className="note__sheet">
      <Skeleton className="text-skeleton">
        <div className="text-skeleton__header">
          <div className="skeleton__row text-skeleton__topic" />
          <div className="skeleton__row text-skeleton__title" />
          <div className="text-skeleton__byline">
            <div className="skeleton__row" />
            <div className="skeleton__row" />
          </div>
        </div>
        <Lines />
      </Skeleton>
    </div>
  )
}

/** Two paragraphs. */
const LINES = ['full', 'full', 'last', 'full', 'full', 'last']

function Lines() {
  return LINES.map((kind, line) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
    <div key={line} className={`skeleton__row text-skeleton__line text-skeleton__line--${kind}`} />
  ))
}
