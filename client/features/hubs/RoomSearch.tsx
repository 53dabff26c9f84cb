import { type FormEvent, useState } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { searchIntent } from './hubs.search.ts'

interface RoomSearchProps {
  onSearch: (query: string) => void
  onReload: () => void
}

/** The search box for friends above the room list. An empty query reloads the list. */
export function RoomSearch({ onSearch, onReload }: RoomSearchProps) {
  const [query, setQuery] = useState('')

  function submit(event: FormEvent) {
    event.preventDefault()
    const { kind } = searchIntent(query)
    if (kind === 'reload') onReload()
    if (kind === 'search') onSearch(query)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: not every supported browser knows the `search` element
    <form className="room-search" role="search" onSubmit={submit} noValidate>
      <TextField
        label={t('hubs.search')}
        hideLabel
        hint={t('hubs.searchHint')}
        placeholder={t('hubs.searchPlaceholder')}
        value={query}
        onChange={setQuery}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="email"
        enterKeyHint="search"
      />
      <Button type="submit" kind="quiet" className="room-search__submit" aria-label={t('hubs.searchButton')}>
        <ToolIcon name="find" />
      </Button>
    </form>
  )
}
