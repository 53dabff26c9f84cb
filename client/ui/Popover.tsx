import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './Button.tsx'
import { useDropdown } from './useDropdown.ts'
import './Popover.css'

interface PopoverProps {
  /** Positions the button and the window. */
  className: string
  /** The label of the button. */
  label: ReactNode
  children: ReactNode
}

/** A quiet button that opens a small window. Esc or a click outside closes it. */
export function Popover({ className, label, children }: PopoverProps) {
  const { isOpen, toggle, opener, container } = useDropdown()
  const popover = useRef<HTMLDivElement>(null)
  const id = useId()

  useEffect(() => {
    if (isOpen) popover.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])

  return (
    <div className={`popover ${className}`} {...container}>
      <Button
        ref={opener}
        kind="quiet"
        className="popover__opener"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={toggle}
      >
        {label}
      </Button>
      {isOpen && (
        <div ref={popover} className="popover__window" id={id} role="status">
          {children}
        </div>
      )}
    </div>
  )
}
