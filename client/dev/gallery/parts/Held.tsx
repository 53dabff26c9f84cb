import { type ReactNode, useState } from 'react'

interface HeldProps<Value> {
  initial: Value
  children: (value: Value, change: (value: Value) => void) => ReactNode
}

/** Keeps what is typed or ticked, so that a field in the gallery can be tried. */
export function Held<Value>({ initial, children }: HeldProps<Value>) {
  const [value, change] = useState(initial)
  return children(value, change)
}
