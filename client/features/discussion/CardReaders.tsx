import { useId } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Button } from '#client/ui/Button.tsx'
import { useDropdown } from '#client/ui/useDropdown.ts'
import type { PersonView } from '#protocol/accounts.ts'
import { AVATARS_SHOWN } from '#protocol/limits.ts'

interface CardReadersProps {
  readers: readonly PersonView[]
  /** Nobody is left who could read it. */
  areAll: boolean
}

/** Who has read a note: some faces and how many; pressed, their names. */
export function CardReaders({ readers, areAll }: CardReadersProps) {
  const { isOpen, toggle, opener, around } = useDropdown()
  const namesId = useId()
  if (readers.length === 0) return null

  return (
    <div className="card-readers" {...around}>
      <Button
        ref={opener}
        kind="quiet"
        className="card-readers__count"
        aria-expanded={isOpen}
        aria-controls={isOpen ? namesId : undefined}
        onClick={toggle}
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
