import { useEffect, useRef, useState } from 'react'
import { useDebouncedValue } from '#client/platform/browser/useDebouncedValue.ts'
import { t } from '#client/platform/language/language.ts'
import { SearchField } from '#client/ui/SearchField.tsx'
import { suggestionQueryField } from '#protocol/agora.ts'

const PAUSE_MS = 300

interface SuggestionSearchProps {
  query: string
  onSearch: (query: string) => void
}

/** Looks for what is typed, at each pause. */
export function SuggestionSearch({ query, onSearch }: SuggestionSearchProps) {
  const [typed, setTyped] = useState(query)
  const settled = useDebouncedValue(typed, PAUSE_MS)
  const known = useRef(query)

  // From elsewhere, such as by going back: what was typed gives way.
  useEffect(() => {
    if (query === known.current) return
    known.current = query
    setTyped(query)
  }, [query])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed alone makes one look anew
  useEffect(() => {
    const next = suggestionQueryField.safeParse(settled).data
    if (next === undefined || next === known.current) return
    known.current = next
    onSearch(next)
  }, [settled])

  return (
    <SearchField
      className="suggestion-filters__search"
      label={t('agora.find')}
      value={typed}
      onChange={setTyped}
    />
  )
}
