import { t } from '#client/platform/language/language.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Popover } from '#client/ui/Popover.tsx'
import type { PersonView } from '#protocol/accounts.ts'
import { AVATARS_SHOWN } from '#protocol/limits.ts'

interface CardReadersProps {
  readers: readonly PersonView[]
  /** Nobody is left who could read it. */
  areAll: boolean
}

/** Who has read a note: some faces and how many; pressed, their names. */
export function CardReaders({ readers, areAll }: CardReadersProps) {
  if (readers.length === 0) return null
  const label = (
    <>
      <span className="card-readers__faces" aria-hidden="true">
        {readers.slice(0, AVATARS_SHOWN).map(reader => (
          <Face key={reader.userNo} reader={reader} />
        ))}
      </span>
      {areAll ? t('discussion.readByAll') : t('discussion.readBy', { count: readers.length })}
    </>
  )
  return (
    <Popover className="card-readers" label={label}>
      {readers.map(reader => (
        <p key={reader.userNo} className="card-readers__name">
          <Face reader={reader} />
          {reader.userName}
        </p>
      ))}
    </Popover>
  )
}

function Face({ reader: { userNo, userName, profPic } }: { reader: PersonView }) {
  return <Avatar size="grouped" person={{ userNo, name: userName, picture: profPic || null }} />
}
