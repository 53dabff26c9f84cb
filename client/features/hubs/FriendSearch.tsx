import { type FormEvent, type ReactNode, type Ref, useState } from 'react'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import type { PersonView } from '#protocol/accounts.ts'
import { SEARCH_CANDIDATES_MAX } from '#protocol/limits.ts'
import { useSearchFriends } from './hubs.queries.ts'
import { searchIntent } from './hubs.search.ts'

interface FriendSearchProps {
  inputRef: Ref<HTMLInputElement>
  onFound: (people: PersonView[]) => void
  onReload: () => void
  /** What the search is for, when it is for a certain hub. */
  children: ReactNode
}

/** Seeks friends by e-mail address or phone number. An empty box loads the hub list anew. */
export function FriendSearch({ inputRef, onFound, onReload, children }: FriendSearchProps) {
  const [typed, setTyped] = useState('')
  const [isTooMany, setTooMany] = useState(false)
  const searching = useSearchFriends()

  function submit(event: FormEvent) {
    event.preventDefault()
    const intent = searchIntent(typed)
    if (intent.kind === 'reload') return onReload()
    if (intent.kind === 'tooShort' || searching.isPending) return
    setTooMany(intent.candidates.length > SEARCH_CANDIDATES_MAX)
    if (intent.candidates.length > SEARCH_CANDIDATES_MAX) return
    searching.mutate(intent.candidates, { onSuccess: ({ searchResults }) => onFound(searchResults) })
  }

  function type(text: string) {
    setTyped(text)
    setTooMany(false)
    searching.reset()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: `search` elements are not known to every browser in use
    <form className="friend-search" role="search" onSubmit={submit} noValidate>
      {children}
      <div className="friend-search__line">
        <TextField
          ref={inputRef}
          label={t('hubs.search')}
          hint={t('hubs.searchHint')}
          placeholder={t('hubs.searchPlaceholder')}
          value={typed}
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
