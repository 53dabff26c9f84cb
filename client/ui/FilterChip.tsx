import type { ReactNode } from 'react'
import './FilterChip.css'

interface FilterChipProps {
  isOn: boolean
  onChoose: () => void
  /** The number of matching entries. */
  count?: string | undefined
  children: ReactNode
}

/** One of several filters of a list. */
export function FilterChip({ isOn, onChoose, count, children }: FilterChipProps) {
  return (
    <button type="button" className="filter-chip" aria-pressed={isOn} onClick={onChoose}>
      {children}
      {count !== undefined && <span className="filter-chip__count">{count}</span>}
    </button>
  )
}
