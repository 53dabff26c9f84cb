import { t } from '#client/platform/language/language.ts'
import { AvatarGroup } from '#client/ui/AvatarGroup.tsx'
import type { PersonView } from '#protocol/accounts.ts'
import './readingTogether.css'

interface ReadingTogetherProps {
  /** The other members of the room. */
  others: readonly PersonView[]
  /** Who has the note open now, oneself included. */
  readers: ReadonlySet<number>
}

/** Who reads the note at this moment beside oneself; nothing while nobody does. */
export function ReadingTogether({ others, readers }: ReadingTogetherProps) {
  const here = others.filter(({ userNo }) => readers.has(userNo))
  if (here.length === 0) return null
  const people = here.map(({ userNo, userName, profPic }) => ({
    userNo,
    name: userName,
    picture: profPic || null,
  }))
  return (
    <p className="reading-together" title={here.map(({ userName }) => userName).join(', ')}>
      <span className="reading-together__faces">
        <AvatarGroup people={people} />
      </span>
      {t('comments.readingTogether', { count: here.length + 1 })}
    </p>
  )
}
