import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from './Icon.tsx'
import './Disclosure.css'

interface DisclosureProps {
  summary: ReactNode
  children: ReactNode
  defaultOpen?: boolean
  onToggle?: (open: boolean) => void
}

/** A collapsible panel. The browser manages its state. */
export function Disclosure({ summary, children, defaultOpen = false, onToggle }: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null)

  // In a rendered page it may have been opened before this code arrived.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once
  useEffect(() => {
    if (details.current?.open === !defaultOpen) onToggle?.(!defaultOpen)
  }, [])

  return (
    <details
      ref={details}
      className="disclosure"
      open={defaultOpen}
      onToggle={event => onToggle?.(event.currentTarget.open)}
    >
      <summary className="disclosure__summary">
        <span>{summary}</span>
        <Icon name="chevron" />
      </summary>
      <div className="disclosure__content">{children}</div>
    </details>
  )
}
