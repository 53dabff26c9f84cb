import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { SEARCH_QUERY_MAX } from '#protocol/limits.ts'
import { searchQueryField } from '#protocol/noteSearch.ts'
import { textLength } from '#protocol/textLength.ts'
import './noteSearch.css'

/** Asks what to find; an empty box leads back to all topics. */
export function SearchBox({ query }: { query: string }) {
  const [typed, setTyped] = useState(query)
  const [seen, setSeen] = useState(query)
  if (query !== seen) {
    setSeen(query)
    setTyped(query)
  }
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const isTooLong = textLength(typed.trim()) > SEARCH_QUERY_MAX

  function find(event: FormEvent) {
    event.preventDefault()
    const asked = searchQueryField.safeParse(typed)
    if (asked.success) void navigate(paths.foundNotes(asked.data))
    else if (isTooLong) field.current?.focus()
    else if (query !== '') void navigate(paths.topics)
    else field.current?.focus()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: `search` elements are not known to every browser in use
    <form className="search" role="search" onSubmit={find} noValidate>
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
