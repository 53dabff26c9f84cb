import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { SEARCH_QUERY_MAX } from '#protocol/limits.ts'
import { searchQueryField } from '#protocol/search.ts'
import { textLength } from '#protocol/textLength.ts'
import './noteSearch.css'

/** The search field of the notes. An empty query returns to all topics. */
export function SearchBox({ query }: { query: string }) {
  const [typed, setTyped] = useState(query)
  const [lastQuery, setLastQuery] = useState(query)
  if (query !== lastQuery) {
    setLastQuery(query)
    setTyped(query)
  }
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const isTooLong = textLength(typed.trim()) > SEARCH_QUERY_MAX

  function search(event: FormEvent) {
    event.preventDefault()
    const parsed = searchQueryField.safeParse(typed)
    if (parsed.success) void navigate(paths.foundNotes(parsed.data))
    else if (isTooLong) field.current?.focus()
    else if (query !== '') void navigate(paths.topics)
    else field.current?.focus()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: some supported browsers have no `search` element
    <form className="search" role="search" onSubmit={search} noValidate>
      <TextField
        ref={field}
        type="search"
        label={t('notes.find')}
        hideLabel
        placeholder={t('notes.findPlaceholder')}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
        enterKeyHint="search"
        error={isTooLong ? t('notes.findQuery') : undefined}
      />
      <Button type="submit">{t('notes.findButton')}</Button>
    </form>
  )
}
