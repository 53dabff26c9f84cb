import { useState } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { FriendSearchForm } from './FriendSearchForm.tsx'
import { searchIntent } from './hubs.search.ts'

interface RoomSearchProps {
  onSearch: (query: string) => void
  onReload: () => void
}

/** The search box for friends above the room list. An empty query reloads the list. */
export function RoomSearch({ onSearch, onReload }: RoomSearchProps) {
  const [query, setQuery] = useState('')

  function search() {
    const { kind } = searchIntent(query)
    if (kind === 'reload') onReload()
    if (kind === 'search') onSearch(query)
  }

  return (
    <FriendSearchForm className="room-search" query={query} onChange={setQuery} onSubmit={search}>
      <Button type="submit" kind="quiet" className="room-search__submit" aria-label={t('hubs.searchButton')}>
        <ToolIcon name="find" />
      </Button>
    </FriendSearchForm>
  )
}
