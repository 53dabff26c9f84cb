import { Skeleton } from '#client/ui/ListStates.tsx'
import { HUBS_PER_PAGE } from '#protocol/limits.ts'

/** Placeholder of the rows of a page, with their height. */
export function RoomSkeleton({ rows = HUBS_PER_PAGE }: { rows?: number }) {
  return (
    <Skeleton className="room-skeleton">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
        <div className="room-skeleton__row" key={row} />
      ))}
    </Skeleton>
  )
}
