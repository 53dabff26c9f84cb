import type { MouseEvent } from 'react'
import { NoteTime } from '#client/features/notes/list/NoteMeta.tsx'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { IconPath } from '#client/ui/Icon.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import type { MarkedLine } from '#protocol/search.ts'
import type { Choice, ChoiceGroup, MetaItem, Place, SearchResultIconName } from './search.choices.ts'
import './searchRows.css'

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
              <Link
                key={choice.key}
                className="search-dialog__row"
                to={choice.to}
                state={choice.state}
                {...rowProps(choice)}
              >
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
          <HighlightedLine line={title} />
        </span>
        {excerpt && excerpt.length > 0 && (
          <span className="search-dialog__excerpt" dir="auto">
            <HighlightedLine line={excerpt} />
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

/** Separate from ToolIcon, to keep these out of the first page. */
const drawings = {
  note: 'M6 3.5h8l4 4v13H6zM14 3.5v4h4M9 12h6M9 16h6',
  folder: 'M3.5 6h6l2 2.5h9V19h-17z',
  room: 'M4 5h16v11H10.5L6.5 20v-4H4z',
  people:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c.4-3.7 3-5.5 6.5-5.5s6.1 1.8 6.5 5.5M15.5 4.9a3.5 3.5 0 0 1 0 6.3M18 15c2 .8 3.2 2.5 3.5 5',
} as const

const isOwn = (name: SearchResultIconName): name is keyof typeof drawings => name in drawings

export function SearchResultIcon({ name }: { name: SearchResultIconName }) {
  return isOwn(name) ? <IconPath path={drawings[name]} /> : <ToolIcon name={name} />
}

function HighlightedLine({ line }: { line: MarkedLine }) {
  return line.map(({ text, isHit }, index) =>
    isHit ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the segments of a line never move
      <mark className="search-dialog__hit" key={index}>
        {text}
      </mark>
    ) : (
      text
    ),
  )
}
