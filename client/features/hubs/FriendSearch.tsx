import { type FormEvent, type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import {
  BlockButton,
  BlockConfirm,
  BlockedMark,
  useBlocking,
} from '#client/features/blocking/BlockButton.tsx'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { MeBadge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { PageIndex } from '#client/ui/PageIndex.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import type { PersonView } from '#protocol/accounts.ts'
import { SEARCH_CANDIDATES_MAX, SEARCH_RESULTS_PER_PAGE } from '#protocol/limits.ts'
import { pageIndexOf } from '#protocol/paging.ts'
import { useSearchFriends } from './hubs.queries.ts'
import { searchIntent } from './hubs.search.ts'

interface FriendSearchProps {
  inputRef: Ref<HTMLInputElement>
  onFound: (people: PersonView[]) => void
  onReload: () => void
  /** Tells which hub the friends are added to, if any. */
  children: ReactNode
}

/** Searches users by e-mail address or phone number. An empty query reloads the hub list. */
export function FriendSearch({ inputRef, onFound, onReload, children }: FriendSearchProps) {
  const [query, setQuery] = useState('')
  const [isTooMany, setTooMany] = useState(false)
  const searching = useSearchFriends()

  function submit(event: FormEvent) {
    event.preventDefault()
    const intent = searchIntent(query)
    if (intent.kind === 'reload') return onReload()
    if (intent.kind === 'tooShort' || searching.isPending) return
    setTooMany(intent.candidates.length > SEARCH_CANDIDATES_MAX)
    if (intent.candidates.length > SEARCH_CANDIDATES_MAX) return
    searching.mutate(intent.candidates, { onSuccess: ({ searchResults }) => onFound(searchResults) })
  }

  function type(text: string) {
    setQuery(text)
    setTooMany(false)
    searching.reset()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: not every supported browser knows the `search` element
    <form className="friend-search" role="search" onSubmit={submit} noValidate>
      {children}
      <div className="friend-search__line">
        <TextField
          ref={inputRef}
          label={t('hubs.search')}
          hint={t('hubs.searchHint')}
          placeholder={t('hubs.searchPlaceholder')}
          value={query}
          onChange={type}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
          enterKeyHint="search"
          error={errorOf(isTooMany, searching.error)}
        />
        <Button type="submit" kind="primary" className="friend-search__submit" busy={searching.isPending}>
          {t('hubs.searchButton')}
        </Button>
      </div>
    </form>
  )
}

function errorOf(isTooMany: boolean, error: Error | null): string | undefined {
  if (isTooMany) return t('hubs.tooManyCandidates', { max: SEARCH_CANDIDATES_MAX })
  return error ? `${t('hubs.searchFailed')} ${failureText(error)}` : undefined
}

interface SearchResultsProps {
  people: PersonView[]
  myNo: number
  selectedNos: number[]
  onToggle: (person: PersonView) => void
}

/** The on-screen keyboard covers the results while the search box has the focus. */
const ON_A_PHONE = '(max-width: 767.98px)'

/** Pass a new key for each search, so that it starts at the first page. */
export function SearchResults({ people, myNo, selectedNos, onToggle }: SearchResultsProps) {
  const [page, setPage] = useState(1)
  const section = useRef<HTMLElement>(null)
  const blocking = useBlocking({
    onBlocked: person => selectedNos.includes(person.userNo) && onToggle(person),
  })
  useEffect(() => {
    if (matchMedia(ON_A_PHONE).matches) section.current?.focus({ preventScroll: true })
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  if (people.length === 0)
    return (
      <section ref={section} aria-label={t('hubs.results')} tabIndex={-1}>
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
              <BlockConfirm person={person} blocking={blocking} />
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
