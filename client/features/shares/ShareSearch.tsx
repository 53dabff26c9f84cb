import { TextField } from '#client/ui/TextField.tsx'
import { FIND_QUERY_MAX } from '#protocol/limits.ts'

interface ShareSearchProps {
  label: string
  typed: string
  onType: (typed: string) => void
}

/** Narrows a list as one types. */
export function ShareSearch({ label, typed, onType }: ShareSearchProps) {
  return (
    <TextField
      type="search"
      label={label}
      hideLabel
      placeholder={label}
      value={typed}
      onChange={onType}
      maxLength={FIND_QUERY_MAX}
      autoComplete="off"
      enterKeyHint="search"
    />
  )
}
