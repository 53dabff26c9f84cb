import { t } from '#client/platform/language.ts'
import { Icon } from '#client/ui/Icon.tsx'
import type { PersonView } from '#protocol/accounts.ts'

interface SelectedPeopleProps {
  people: PersonView[]
  onDeselect: (person: PersonView) => void
}

/** Who is selected, from whichever search; a press takes somebody out again. */
export function SelectedPeople({ people, onDeselect }: SelectedPeopleProps) {
  return (
    <div className="selected-people">
      <p className="selected-people__count" role="status">
        {t('hubs.selectedCount', { count: people.length })}
      </p>
      <ul className="selected-people__list">
        {people.map(person => (
          <li key={person.userNo}>
            <button
              type="button"
              className="chip"
              onClick={() => onDeselect(person)}
              aria-label={t('hubs.deselectName', { name: person.userName })}
            >
              <span className="chip__name">{person.userName}</span>
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
