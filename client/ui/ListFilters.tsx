import type { ReactNode } from 'react'
import './ListFilters.css'

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

interface OrderSelectProps<Order extends string> {
  /** Names the list. */
  label: string
  /** The label of each order, in the sequence of the options. */
  orders: Readonly<Record<Order, string>>
  chosen: NoInfer<Order>
  onChoose: (order: Order) => void
}

/** Selects the sort order of a list. */
export function OrderSelect<Order extends string>({
  label,
  orders,
  chosen,
  onChoose,
}: OrderSelectProps<Order>) {
  const options = Object.keys(orders) as Order[]
  return (
    <select
      className="order-select"
      aria-label={label}
      value={chosen}
      onChange={({ currentTarget }) => {
        const order = options.find(one => one === currentTarget.value)
        if (order) onChoose(order)
      }}
    >
      {options.map(order => (
        <option key={order} value={order}>
          {orders[order]}
        </option>
      ))}
    </select>
  )
}
