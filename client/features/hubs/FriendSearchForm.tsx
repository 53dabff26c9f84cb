import type { FormEvent, ReactNode, Ref } from 'react'
import { t } from '#client/platform/language/language.ts'
import { TextField } from '#client/ui/TextField.tsx'

interface FriendSearchFormProps {
  className: string
  field?: Ref<HTMLInputElement>
  query: string
  onChange: (query: string) => void
  onSubmit: () => void
  error?: string | undefined
  /** The submit button. */
  children: ReactNode
}

/** The field for e-mail addresses and phone numbers of friends. */
export function FriendSearchForm({
  className,
  field,
  query,
  onChange,
  onSubmit,
  error,
  children,
}: FriendSearchFormProps) {
  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: not every supported browser knows the `search` element
    <form className={className} role="search" onSubmit={submit} noValidate>
      <TextField
        ref={field}
        label={t('hubs.search')}
        hideLabel
        hint={t('hubs.searchHint')}
        placeholder={t('hubs.searchPlaceholder')}
        value={query}
        onChange={onChange}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="email"
        enterKeyHint="search"
        error={error}
      />
      {children}
    </form>
  )
}
