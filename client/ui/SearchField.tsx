import { SEARCH_QUERY_MAX } from '#protocol/limits.ts'
import { TextField } from './TextField.tsx'

interface SearchFieldProps {
  /** Names it, and stands in it while it is empty. */
  label: string
  value: string
  onChange: (value: string) => void
  className?: string
}

/** A field that looks for what is typed in a list beside it. */
export function SearchField({ label, className, ...field }: SearchFieldProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: `search` elements are not known to every browser in use
    <div className={className} role="search">
      <TextField
        {...field}
        type="search"
        label={label}
        hideLabel
        maxLength={SEARCH_QUERY_MAX}
        placeholder={label}
        autoComplete="off"
        enterKeyHint="search"
      />
    </div>
  )
}
