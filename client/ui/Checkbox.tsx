import type { ReactNode } from 'react'
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
  return (
    <label className="checkbox">
      <input
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
