import { useEffect, useRef } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import type { PersonView } from '#protocol/accounts.ts'

interface MentionListProps {
  /** Names this list, and begins the ids of its rows. */
  id: string
  choices: readonly PersonView[]
  /** The place of the one that Enter takes. */
  active: number
  onChoose: (person: PersonView) => void
}

/** Whose name may be meant, as rows beside the box, brought into view when they appear. The focus stays in the box. */
export function MentionList({ id, choices, active, onChoose }: MentionListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={list} className="mention-list" id={id} role="listbox" aria-label={t('comments.whom')}>
      {choices.map((person, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the box's, which has the focus
        <div
          key={person.userNo}
          id={mentionRowId(id, place)}
          className="mention-list__row"
          role="option"
          tabIndex={-1}
          aria-selected={place === active}
          // A press that began in the box would take its focus away.
          onPointerDown={event => event.preventDefault()}
          onClick={() => onChoose(person)}
        >
          <Avatar
            size="grouped"
            person={{ userNo: person.userNo, name: person.userName, picture: person.profPic || null }}
          />
          {person.userName}
        </div>
      ))}
    </div>
  )
}

export const mentionRowId = (listId: string, place: number) => `${listId}-${place}`
