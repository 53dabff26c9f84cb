import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { FIND_QUERY_MAX } from '#protocol/limits.ts'
import { findQueryField } from '#protocol/noteFinding.ts'
import { textLength } from '#protocol/textLength.ts'
import './find.css'

/** Asks what to find; an empty box leads back to all topics. */
export function FindBox({ query }: { query: string }) {
  const [typed, setTyped] = useState(query)
  const [seen, setSeen] = useState(query)
  if (query !== seen) {
    setSeen(query)
    setTyped(query)
  }
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const isTooLong = textLength(typed.trim()) > FIND_QUERY_MAX

  function find(event: FormEvent) {
    event.preventDefault()
    const asked = findQueryField.safeParse(typed)
    if (asked.success) void navigate(paths.foundNotes(asked.data))
    else if (isTooLong) field.current?.focus()
    else if (query !== '') void navigate(paths.topics)
    else field.current?.focus()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: `search` elements are not known to every browser in use
    <form className="find" role="search" onSubmit={find} noValidate>
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
