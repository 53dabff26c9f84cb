import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './Button.tsx'
import { useDropdown } from './useDropdown.ts'
import './Popover.css'

interface PopoverProps {
  /** Says where it stands, and on which side of it the window opens. */
  className: string
  /** On the button. */
  label: ReactNode
  /** In the window. */
  children: ReactNode
}

/** A quiet button, and the window in which it tells more. Esc, or a press elsewhere, closes it. */
export function Popover({ className, label, children }: PopoverProps) {
  const { isOpen, toggle, opener, around } = useDropdown()
  const more = useRef<HTMLDivElement>(null)
  const id = useId()

  useEffect(() => {
    if (isOpen) more.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])

  return (
    <div className={`tell-more ${className}`} {...around}>
      <Button
        ref={opener}
        kind="quiet"
        className="tell-more__opener"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={toggle}
      >
        {label}
      </Button>
      {isOpen && (
        <div ref={more} className="tell-more__window" id={id} role="status">
          {children}
        </div>
      )}
    </div>
  )
}
