import { useEffect, useRef, useState } from 'react'
import { useSettled } from '#client/platform/browser/useSettled.ts'
import { t } from '#client/platform/language/language.ts'
import { TextField } from '#client/ui/TextField.tsx'
import { suggestionQueryField } from '#protocol/agora.ts'
import { FIND_QUERY_MAX } from '#protocol/limits.ts'

const PAUSE_MS = 300

interface SuggestionSearchProps {
  query: string
  onSeek: (query: string) => void
}

/** Looks for what is typed, at each pause. */
export function SuggestionSearch({ query, onSeek }: SuggestionSearchProps) {
  const [typed, setTyped] = useState(query)
  const settled = useSettled(typed, PAUSE_MS)
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
    onSeek(next)
  }, [settled])

  return (
    // biome-ignore lint/a11y/useSemanticElements: `search` elements are not known to every browser in use
    <div className="suggestion-filters__search" role="search">
      <TextField
        type="search"
        label={t('agora.find')}
        hideLabel
        placeholder={t('agora.find')}
        value={typed}
        onChange={setTyped}
        maxLength={FIND_QUERY_MAX}
        autoComplete="off"
        enterKeyHint="search"
      />
    </div>
  )
}
