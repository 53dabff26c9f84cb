import './OrderSelect.css'

interface OrderSelectProps<Order extends string> {
  /** What is put into order. */
  label: string
  /** What each order is called, in the order in which they are offered. */
  orders: Readonly<Record<Order, string>>
  chosen: NoInfer<Order>
  onChoose: (order: Order) => void
}

/** How the entries of a list follow each other. */
export function OrderSelect<Order extends string>({
  label,
  orders,
  chosen,
  onChoose,
}: OrderSelectProps<Order>) {
  const offered = Object.keys(orders) as Order[]
  return (
    <select
      className="order-select"
      aria-label={label}
      value={chosen}
      onChange={({ currentTarget }) => {
        const order = offered.find(one => one === currentTarget.value)
        if (order) onChoose(order)
      }}
    >
      {offered.map(order => (
        <option key={order} value={order}>
          {orders[order]}
        </option>
      ))}
    </select>
  )
}
