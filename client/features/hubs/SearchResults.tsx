import { useEffect, useRef, useState } from 'react'
import {
  BlockButton,
  BlockConfirm,
  BlockedMark,
  useBlocking,
} from '#client/features/blocking/BlockButton.tsx'
import { t } from '#client/platform/language/language.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { MeBadge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { PageIndex } from '#client/ui/PageIndex.tsx'
import { PHONE } from '#client/ui/sheet.ts'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import type { PersonView } from '#protocol/accounts.ts'
import { SEARCH_RESULTS_PER_PAGE } from '#protocol/limits.ts'
import { pageIndexOf } from '#protocol/paging.ts'

interface SearchResultsProps {
  people: PersonView[]
  myNo: number
  selectedNos: number[]
  onToggle: (person: PersonView) => void
}

/** The on-screen keyboard covers the results while the search box has the focus. */

/** Pass a new key for each search, so that it starts at the first page. */
export function SearchResults({ people, myNo, selectedNos, onToggle }: SearchResultsProps) {
  const [page, setPage] = useState(1)
  const section = useRef<HTMLElement>(null)
  const blocking = useBlocking({
    onBlocked: person => selectedNos.includes(person.userNo) && onToggle(person),
  })
  useEffect(() => {
    if (matchMedia(PHONE).matches) section.current?.focus({ preventScroll: true })
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  if (people.length === 0)
    return (
      <section ref={section} className="search-results" aria-label={t('hubs.results')} tabIndex={-1}>
        <p className="search-results__none">{t('hubs.noResults')}</p>
      </section>
    )
  const index = pageIndexOf(page, SEARCH_RESULTS_PER_PAGE, people.length)
  const first = (index.curPageNum - 1) * SEARCH_RESULTS_PER_PAGE

  return (
    <section ref={section} className="search-results" aria-label={t('hubs.results')} tabIndex={-1}>
      <h2 className="search-results__title">
        {t('hubs.results')} <span className="search-results__count">{people.length}</span>
      </h2>
      <ul className="search-results__list">
        {people.slice(first, first + SEARCH_RESULTS_PER_PAGE).map(person => (
          <li
            className={`person-row ${selectedNos.includes(person.userNo) ? 'person-row--selected' : ''}`}
            key={person.userNo}
          >
            <div className="person-row__person">
              <Avatar
                person={{ userNo: person.userNo, name: person.userName, picture: person.profPic || null }}
              />
              <span className="person-row__name">
                {person.userName} {blocking.isBlocked(person.userNo) && <BlockedMark />}
              </span>
              {person.userNo === myNo ? (
                <MeBadge />
              ) : (
                <span className="person-row__buttons">
                  <BlockButton person={person} blocking={blocking} />
                  {!blocking.isBlocked(person.userNo) && (
                    <SelectButton
                      name={person.userName}
                      isSelected={selectedNos.includes(person.userNo)}
                      onToggle={() => onToggle(person)}
                    />
                  )}
                </span>
              )}
            </div>
            <BlockConfirm person={person} blocking={blocking} />
          </li>
        ))}
      </ul>
      {index.lastPageNum > 1 && <PageIndex label={t('hubs.resultPages')} index={index} onGo={setPage} />}
    </section>
  )
}

interface SelectButtonProps {
  name: string
  isSelected: boolean
  onToggle: () => void
}

function SelectButton({ name, isSelected, onToggle }: SelectButtonProps) {
  return (
    <Button
      className="person-row__select"
      onClick={onToggle}
      aria-label={t(isSelected ? 'hubs.deselectName' : 'hubs.selectName', { name })}
    >
      {isSelected && <ToolIcon name="check" />}
      {t(isSelected ? 'hubs.deselect' : 'hubs.select')}
    </Button>
  )
}
