import { useEffect, useRef, useState } from 'react'
import { BlockButton } from '#client/features/blocking/BlockButton.tsx'
import { BlockedMark } from '#client/features/blocking/BlockedMark.tsx'
import { BlockQuestion } from '#client/features/blocking/BlockQuestion.tsx'
import { useBlocking } from '#client/features/blocking/useBlocking.ts'
import { t } from '#client/platform/language/language.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { MeBadge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { PageIndex } from '#client/ui/PageIndex.tsx'
import type { PersonView } from '#protocol/accounts.ts'
import { SEARCH_RESULTS_PER_PAGE } from '#protocol/limits.ts'
import { pageIndexOf } from '#protocol/paging.ts'

interface SearchResultsProps {
  people: PersonView[]
  myNo: number
  selectedNos: number[]
  onToggle: (person: PersonView) => void
}

/** A keyboard on the glass covers what was found as long as the search box has the focus. */
const ON_A_PHONE = '(max-width: 767.98px)'

/** Two people a page. Give it a new key for a new search: that begins at the first page. */
export function SearchResults({ people, myNo, selectedNos, onToggle }: SearchResultsProps) {
  const [page, setPage] = useState(1)
  const found = useRef<HTMLElement>(null)
  const blocking = useBlocking({
    onBlocked: person => selectedNos.includes(person.userNo) && onToggle(person),
  })
  useEffect(() => {
    if (matchMedia(ON_A_PHONE).matches) found.current?.focus({ preventScroll: true })
    found.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  if (people.length === 0)
    return (
      <section ref={found} aria-label={t('hubs.results')} tabIndex={-1}>
        <p className="search-results__none">{t('hubs.noResults')}</p>
      </section>
    )
  const index = pageIndexOf(page, SEARCH_RESULTS_PER_PAGE, people.length)
  const first = (index.curPageNum - 1) * SEARCH_RESULTS_PER_PAGE

  return (
    <section ref={found} className="search-results" aria-label={t('hubs.results')} tabIndex={-1}>
      <h2 className="search-results__title">
        {t('hubs.results')} <span className="search-results__count">{people.length}</span>
      </h2>
      <Card padded={false}>
        <ul>
          {people.slice(first, first + SEARCH_RESULTS_PER_PAGE).map(person => (
            <li className="person-row" key={person.userNo}>
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
              <BlockQuestion person={person} blocking={blocking} />
            </li>
          ))}
        </ul>
      </Card>
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
      kind={isSelected ? 'plain' : 'primary'}
      onClick={onToggle}
      aria-label={t(isSelected ? 'hubs.deselectName' : 'hubs.selectName', { name })}
    >
      {t(isSelected ? 'hubs.deselect' : 'hubs.select')}
    </Button>
  )
}
