import type { ReactNode } from 'react'
import './Checkbox.css'

interface CheckboxProps {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  name?: string
}

export function Checkbox({ label, checked, onChange, name }: CheckboxProps) {
  return (
    <label className="checkbox">
      <input
        className="checkbox__box"
        type="checkbox"
        name={name}
        checked={checked}
        onChange={event => onChange(event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  )
}
