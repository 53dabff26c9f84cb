import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { isComposing } from '#client/platform/browser/composition.ts'
import { t } from '#client/platform/language/language.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Button } from '#client/ui/Button.tsx'
import type { PersonView } from '#protocol/accounts.ts'
import { AVATARS_SHOWN } from '#protocol/limits.ts'

interface CardReadersProps {
  readers: readonly PersonView[]
  /** Nobody is left who could read it. */
  areAll: boolean
}

/** Who has read a note: some faces and how many; pressed, their names. */
export function CardReaders({ readers, areAll }: CardReadersProps) {
  const [isOpen, setOpen] = useState(false)
  const namesId = useId()
  const opener = useRef<HTMLButtonElement>(null)
  if (readers.length === 0) return null

  function closeOnEscape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !isOpen || isComposing(event)) return
    event.stopPropagation()
    setOpen(false)
    opener.current?.focus()
  }

  function closeWhenLeft({ relatedTarget, currentTarget }: FocusEvent): void {
    if (!currentTarget.contains(relatedTarget)) setOpen(false)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices Esc, and that the focus goes elsewhere
    <div className="card-readers" onKeyDown={closeOnEscape} onBlur={closeWhenLeft}>
      <Button
        ref={opener}
        kind="quiet"
        className="card-readers__count"
        aria-expanded={isOpen}
        aria-controls={isOpen ? namesId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="card-readers__faces" aria-hidden="true">
          {readers.slice(0, AVATARS_SHOWN).map(reader => (
            <Face key={reader.userNo} reader={reader} />
          ))}
        </span>
        {areAll ? t('discussion.readByAll') : t('discussion.readBy', { count: readers.length })}
      </Button>
      {isOpen && (
        <div className="card-readers__names" id={namesId} role="status">
          {readers.map(reader => (
            <p key={reader.userNo}>
              <Face reader={reader} />
              {reader.userName}
            </p>
          ))}
        </div>
      )}
    </div>
  )
}

function Face({ reader: { userNo, userName, profPic } }: { reader: PersonView }) {
  return <Avatar size="grouped" person={{ userNo, name: userName, picture: profPic || null }} />
}
