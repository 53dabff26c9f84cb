import { useState } from 'react'
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

/** Two people a page. Give it a new key for a new search: that begins at the first page. */
export function SearchResults({ people, myNo, selectedNos, onToggle }: SearchResultsProps) {
  const [page, setPage] = useState(1)
  const blocking = useBlocking({
    onBlocked: person => selectedNos.includes(person.userNo) && onToggle(person),
  })
  if (people.length === 0) return <p className="search-results__none">{t('hubs.noResults')}</p>
  const index = pageIndexOf(page, SEARCH_RESULTS_PER_PAGE, people.length)
  const first = (index.curPageNum - 1) * SEARCH_RESULTS_PER_PAGE

  return (
    <div className="search-results">
      <h2 className="search-results__title">{t('hubs.results')}</h2>
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
    </div>
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
