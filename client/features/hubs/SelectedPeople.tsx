import { useRef } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import type { PersonView } from '#protocol/accounts.ts'

interface SelectedPeopleProps {
  people: PersonView[]
  onDeselect: (person: PersonView) => void
}

/** The selected users of all searches. A press deselects one. */
export function SelectedPeople({ people, onDeselect }: SelectedPeopleProps) {
  const list = useRef<HTMLUListElement>(null)

  function deselect(person: PersonView, place: number) {
    // The pressed button is removed: focus the next or previous one.
    const buttons = list.current?.querySelectorAll('button')
    const nextButton = buttons?.[place + 1] ?? buttons?.[place - 1]
    nextButton?.focus()
    onDeselect(person)
  }

  return (
    <div className="selected-people">
      <p className="selected-people__count" role="status">
        {t('hubs.selectedCount', { count: people.length })}
      </p>
      <ul ref={list} className="selected-people__list">
        {people.map((person, place) => (
          <li key={person.userNo}>
            <button type="button" className="chip" onClick={() => deselect(person, place)}>
              <span className="visually-hidden">{t('hubs.deselectName', { name: person.userName })}</span>
              <Avatar
                person={{ userNo: person.userNo, name: person.userName, picture: person.profPic || null }}
              />
              <span className="chip__name" aria-hidden="true">
                {person.userName}
              </span>
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
