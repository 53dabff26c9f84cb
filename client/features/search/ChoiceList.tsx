import type { MouseEvent } from 'react'
import { NoteTime } from '#client/features/notes/list/NoteTime.tsx'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { Marked } from './Marked.tsx'
import { SearchResultIcon } from './SearchResultIcon.tsx'
import type { Choice, ChoiceGroup, Fact, Place } from './search.choices.ts'

interface ChoiceListProps {
  id: string
  groups: ChoiceGroup[]
  /** The key of the row that Enter chooses. */
  active: string | undefined
  idOf: (key: string) => string
  onPoint: (key: string) => void
  onChoose: (choice: Choice, event: MouseEvent) => void
}

/** The keyboard stays in the field above, which tells which row is active. */
export function ChoiceList({ id, groups, active, idOf, onPoint, onChoose }: ChoiceListProps) {
  const rowProps = (choice: Choice) => ({
    id: idOf(choice.key),
    role: 'option',
    'aria-selected': choice.key === active,
    tabIndex: -1,
    onMouseMove: () => onPoint(choice.key),
    onClick: (event: MouseEvent) => onChoose(choice, event),
  })
  return (
    // A press must not take the focus, and with it a phone's keyboard, from the field.
    <div
      className="search-dialog__list"
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label={t('search.results')}
      onMouseDown={event => event.preventDefault()}
    >
      {groups.map(({ name, count, choices }) => (
        // biome-ignore lint/a11y/useSemanticElements: in a list box a fieldset is none of its groups
        <div key={name} role="group" aria-labelledby={idOf(`group ${name}`)} className="search-dialog__group">
          <div className="search-dialog__group-head" id={idOf(`group ${name}`)} role="presentation">
            <span>{t(`search.${name}`)}</span>
            {count !== undefined && <span className="search-dialog__count">{count}</span>}
          </div>
          {choices.map(choice =>
            choice.kind === 'place' ? (
              <Link key={choice.key} className="search-dialog__row" to={choice.to} {...rowProps(choice)}>
                <PlaceRow place={choice} />
              </Link>
            ) : (
              <div
                key={choice.key}
                className="search-dialog__row search-dialog__row--more"
                {...rowProps(choice)}
              >
                {choice.kind === 'more' ? t('search.more', { count: choice.count }) : t('search.less')}
              </div>
            ),
          )}
        </div>
      ))}
    </div>
  )
}

function PlaceRow({ place: { icon, title, excerpt, facts } }: { place: Place }) {
  return (
    <>
      <SearchResultIcon name={icon} />
      <span className="search-dialog__text">
        <span className="search-dialog__title" dir="auto">
          <Marked line={title} hit="search-dialog__hit" />
        </span>
        {excerpt && excerpt.length > 0 && (
          <span className="search-dialog__excerpt" dir="auto">
            <Marked line={excerpt} hit="search-dialog__hit" />
          </span>
        )}
      </span>
      <span className="search-dialog__facts">
        {facts.map(fact => (
          <bdi key={fact.kind}>
            <FactText fact={fact} />
          </bdi>
        ))}
      </span>
    </>
  )
}

function FactText({ fact }: { fact: Fact }) {
  switch (fact.kind) {
    case 'words':
      return fact.words
    case 'time':
      return <NoteTime at={fact.at} />
    case 'notes':
      return t('search.noteCount', { count: fact.count })
    case 'members':
      return t('search.memberCount', { count: fact.count })
  }
}
