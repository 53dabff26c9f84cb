import './OrderSelect.css'

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
