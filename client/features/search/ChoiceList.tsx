import type { MouseEvent } from 'react'
import { NoteTime } from '#client/features/notes/list/NoteTime.tsx'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { HighlightedLine } from './HighlightedLine.tsx'
import { SearchResultIcon } from './SearchResultIcon.tsx'
import type { Choice, ChoiceGroup, MetaItem, Place } from './search.choices.ts'

interface ChoiceListProps {
  id: string
  groups: ChoiceGroup[]
  /** The row that Enter opens. */
  activeKey: string | undefined
  idOf: (key: string) => string
  onPoint: (key: string) => void
  onChoose: (choice: Choice, event: MouseEvent) => void
}

/** The results as a list box. The focus stays in the field above, which names the active row. */
export function ChoiceList({ id, groups, activeKey, idOf, onPoint, onChoose }: ChoiceListProps) {
  const rowProps = (choice: Choice) => ({
    id: idOf(choice.key),
    role: 'option',
    'aria-selected': choice.key === activeKey,
    tabIndex: -1,
    onMouseMove: () => onPoint(choice.key),
    onClick: (event: MouseEvent) => onChoose(choice, event),
  })
  return (
    // A press must not take the focus, and the on-screen keyboard, from the field.
    <div
      className="search-dialog__list"
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label={t('search.results')}
      onMouseDown={event => event.preventDefault()}
    >
      {groups.map(({ name, count, choices }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of a list box
        <div key={name} role="group" aria-labelledby={idOf(`group ${name}`)} className="search-dialog__group">
          <div className="search-dialog__group-header" id={idOf(`group ${name}`)} role="presentation">
            <span>{t(`search.${name}`)}</span>
            {count !== undefined && <span className="search-dialog__count">{count}</span>}
          </div>
          {choices.map(choice =>
            choice.kind === 'place' ? (
              <Link key={choice.key} className="search-dialog__row" to={choice.to} {...rowProps(choice)}>
                <ResultRow place={choice} />
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

function ResultRow({ place: { icon, title, excerpt, meta } }: { place: Place }) {
  return (
    <>
      <SearchResultIcon name={icon} />
      <span className="search-dialog__text">
        <span className="search-dialog__title" dir="auto">
          <HighlightedLine line={title} hit="search-dialog__hit" />
        </span>
        {excerpt && excerpt.length > 0 && (
          <span className="search-dialog__excerpt" dir="auto">
            <HighlightedLine line={excerpt} hit="search-dialog__hit" />
          </span>
        )}
      </span>
      <span className="search-dialog__meta">
        {meta.map(item => (
          <bdi key={item.kind}>
            <MetaText item={item} />
          </bdi>
        ))}
      </span>
    </>
  )
}

function MetaText({ item }: { item: MetaItem }) {
  switch (item.kind) {
    case 'text':
      return item.text
    case 'time':
      return <NoteTime at={item.at} />
    case 'notes':
      return t('search.noteCount', { count: item.count })
    case 'members':
      return t('search.memberCount', { count: item.count })
  }
}
