import { t } from '#client/platform/language/language.ts'
import './SkeletonRows.css'

interface SkeletonRowsProps {
  /** The expected number of rows, so that nothing shifts when the list is loaded. */
  rows: number
  /** In pixels. */
  height: number
}

export function SkeletonRows({ rows, height }: SkeletonRowsProps) {
  return (
    <div className="skeleton-rows" role="status">
      <span className="visually-hidden">{t('common.loading')}</span>
      <div className="skeleton" aria-hidden="true">
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
          <div className="skeleton__row" key={row} style={{ blockSize: height }} />
        ))}
      </div>
    </div>
  )
}
