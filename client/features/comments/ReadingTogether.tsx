import { useReaders } from '#client/features/discussion/usePresence.ts'
import { t } from '#client/platform/language/language.ts'
import { AvatarGroup } from '#client/ui/AvatarGroup.tsx'
import type { PersonView } from '#protocol/accounts.ts'
import './readingTogether.css'

interface ReadingTogetherProps {
  hubNo: number
  noteNo: number
  /** The other members of the room, once they are known. */
  others: readonly PersonView[] | undefined
}

/** Who reads the note at this moment beside oneself; nothing while nobody does. The others hear that one reads it. */
export function ReadingTogether({ hubNo, noteNo, others = [] }: ReadingTogetherProps) {
  const readers = useReaders(hubNo, noteNo)
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
