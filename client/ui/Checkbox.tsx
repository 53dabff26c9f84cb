import { type ReactNode, useLayoutEffect, useRef } from 'react'
import './Checkbox.css'

interface CheckboxProps {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  name?: string
  /** The id of the description. */
  describedBy?: string
}

export function Checkbox({ label, checked, onChange, name, describedBy }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null)

  // A prerendered box may be checked before it is hydrated.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only hydration finds another state
  useLayoutEffect(() => {
    if (box.current && box.current.checked !== checked) onChange(box.current.checked)
  }, [])

  return (
    <label className="checkbox">
      <input
        ref={box}
        className="checkbox__box"
        type="checkbox"
        name={name}
        checked={checked}
        aria-describedby={describedBy}
        onChange={event => onChange(event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  )
}
