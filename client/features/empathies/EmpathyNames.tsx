import { useEffect, useId, useRef } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { hiddenNames, shownNames } from '#client/ui/names.ts'
import { useDropdown } from '#client/ui/useDropdown.ts'
import { isolated } from '#protocol/text/isolated.ts'
import './empathies.css'

/** Who empathizes, two of them by name, as far as there is room; all, once that is pressed. */
export function EmpathyNames({ names }: { names: readonly string[] }) {
  const { isOpen, toggle, opener, around } = useDropdown()
  const all = useRef<HTMLParagraphElement>(null)
  const allId = useId()

  useEffect(() => {
    if (isOpen) all.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])

  if (names.length === 0) return null
  return (
    <div className="empathy__names" {...around}>
      <Button
        ref={opener}
        kind="quiet"
        className="empathy__opener"
        aria-expanded={isOpen}
        aria-controls={isOpen ? allId : undefined}
        onClick={toggle}
      >
        <span className="visually-hidden">{t('empathies.who')}</span>
        <span className="empathy__shown">{shownNames(names)}</span>
        {hiddenNames(names)}
      </Button>
      {isOpen && (
        <p ref={all} className="empathy__all" id={allId} role="status">
          {names.map(isolated).join(', ')}
        </p>
      )}
    </div>
  )
}
