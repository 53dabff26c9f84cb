import { t } from '#client/platform/language/language.ts'
import { HUBS_PER_PAGE } from '#protocol/limits.ts'

/** Placeholder of the rows of a page, with their height. */
export function RoomSkeleton({ rows = HUBS_PER_PAGE }: { rows?: number }) {
  return (
    <div className="skeleton-rows" role="status">
      <span className="visually-hidden">{t('common.loading')}</span>
      <div className="room-skeleton" aria-hidden="true">
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
          <div className="room-skeleton__row" key={row} />
        ))}
      </div>
    </div>
  )
}
